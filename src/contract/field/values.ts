import * as v from 'valibot'
import { Day, Kobo, Month, Text } from '../values'

type Described = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>
/** A schema with what the description of the interface says of it: a client may be written from that alone. */
export const described = <S extends Described>(schema: S, text: string) =>
  v.pipe(schema, v.metadata({ meaning: text }))

/** An instant, RFC 3339 with its offset: 2026-11-30T09:30:00Z. Unlike the portal's stamps, of no zone. */
export const Instant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
    'Times are written as 2026-11-30T09:30:00Z.',
  ),
  v.check(isStorable, 'There is no such time.'),
  v.metadata({ meaning: 'RFC 3339, with its offset.' }),
)

/** One that the database can't keep would fail all lines of its batch; one before the year 1000 would be read as another. */
function isStorable(text: string) {
  const time = Date.parse(text)
  return !Number.isNaN(time) && /^[1-9]\d{3}-/.test(new Date(time).toISOString())
}

/** The id that a device gives to what it sends: the same again gets the first result. */
export const OwnId = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'An id is a UUID in small letters.'),
  v.metadata({ meaning: 'A UUID in small letters, which the device makes: another one for each thing.' }),
)

const finite = (least: number, most: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most))
/** Where the device says that it was. */
export const Place = v.object({
  latitude: described(finite(-90, 90), 'In degrees.'),
  longitude: described(finite(-180, 180), 'In degrees.'),
  accuracy: v.optional(described(finite(0, 1_000_000), 'In metres.')),
})

/** What each act says besides its content. */
export const said = {
  id: OwnId,
  recorded_at: described(Instant, 'By the device’s clock. Part of the content: send it again as it was.'),
  place: v.optional(Place),
}
export const ClockError = v.nullable(
  described(
    v.number(),
    'By how many seconds the device’s clock is ahead of the server’s, if it said its time.',
  ),
)
export const Holds = described(Kobo, 'The cash that the agent holds by the books.')
export const Count = v.pipe(v.number(), v.integer())
/** Fields of a query. */
export const asked = {
  day: v.optional(described(Day, 'A day in Lagos; today without one.')),
  month: v.optional(described(Month, 'The first day of a month in Lagos; this month without one.')),
}
export const OfMovement = v.nullable(described(Text, 'Of the movement, or of what waits.'))
/** What the description of each act says. */
export const onceText =
  'The same again gets its first result, also a refusal: for another try make another id. The same id with other content is refused.'
