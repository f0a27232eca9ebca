import * as v from 'valibot'

/** An instant, RFC 3339 with its offset: 2026-11-30T09:30:00Z. Unlike the portal's stamps, of no zone. */
export const Instant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
    'Times are written as 2026-11-30T09:30:00Z.',
  ),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'There is no such time.'),
)

/** The id that a device gives to what it sends: the same again gets the first result. */
export const OwnId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'An id is a UUID in small letters.'),
)

const finite = (least: number, most: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most))
/** Where the device says that it was. */
export const Place = v.object({
  latitude: finite(-90, 90),
  longitude: finite(-180, 180),
  /** In metres. */
  accuracy: v.optional(finite(0, 1_000_000)),
})

/** What each act says besides its content. */
export const said = { id: OwnId, recorded_at: Instant, place: v.optional(Place) }
/** What the description of each act says. */
export const onceText =
  'The same again gets its first result, also a refusal: for another try make another id. The same id with other content is refused.'
