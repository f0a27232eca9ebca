import * as v from 'valibot'

/** What every schema of the contract is: it checks and never transforms, so one shape serves both sides. */
export type Schema = v.GenericSchema<unknown, unknown>
export type Shape = v.ObjectSchema<v.ObjectEntries, undefined>

/** How a value is written on the wire where that differs from its shape in the program; read by wire.ts. */
export type WireForm = 'id' | 'naira' | 'percent' | 'oneZero' | 'oneZeroText' | 'dayFirst'
const onWire = <T>(form: WireForm) => v.metadata<T, { wire: WireForm }>({ wire: form })

export const Id = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(Number.MAX_SAFE_INTEGER),
  onWire('id'),
)

/** Money: whole kobo here, a decimal string of naira on the wire. */
export const Kobo = v.pipe(v.number(), v.safeInteger(), v.brand('Kobo'), onWire('naira'))
export type Kobo = v.InferOutput<typeof Kobo>

/** Of all that a portfolio's search finds; null where it finds too many to add up. */
export const portfolioSum = v.nullable(Kobo)

/** A rate: whole hundredths of a percent here, a number of percent with two decimals at most on the wire. */
export const BasisPoints = v.pipe(
  v.number('A rate is a percentage with at most two decimals, such as 12.5.'),
  v.integer(),
  v.minValue(0),
  v.maxValue(10_000, 'A rate may be at most 100 percent.'),
  v.brand('BasisPoints'),
  onWire('percent'),
)
export type BasisPoints = v.InferOutput<typeof BasisPoints>

/** An amount that somebody enters: more than nothing. */
export const Amount = v.pipe(
  v.number('Please enter a valid amount.'),
  v.safeInteger('Please enter a valid amount.'),
  v.minValue(1, 'Please enter a valid amount.'),
  v.brand('Kobo'),
  onWire('naira'),
)

/** The same with a limit, so that a slip of the hand is no fortune. */
export const amountUpTo = (most: Kobo, message: string) => v.pipe(Amount, v.maxValue(most, message))
/** As much as one act may move of a customer's money (ours). */
export const maxCustomerAmount = 10_000_000_000 as Kobo

/** A yes or no that travels as 1 or 0. */
export const Flag = v.pipe(v.boolean(), onWire('oneZero'))
/** A yes or no that travels as '1' or '0'. */
export const TextFlag = v.pipe(v.boolean(), onWire('oneZeroText'))

/** PostgreSQL can't keep a NUL; the message is worded so that the server names the field instead. */
const withoutNul = v.excludes<string, '\0', string>('\0', 'Invalid text')

export const Text = v.pipe(v.string(), v.maxLength(2000), withoutNul)
/** A text that must be filled in, with the message for an empty one. */
export const requiredText = (message: string) => v.pipe(Text, v.nonEmpty(message))
export const optionalText = v.nullable(Text)

/** `YYYY-MM-DDTHH:mm:ss.sssZ` whose digits are the wall clock in Lagos. */
export const Stamp = v.pipe(v.string(), v.isoTimestamp())
/** A day, `yyyy-mm-dd`. */
export const Day = v.pipe(
  v.string(),
  v.isoDate('Dates are written yyyy-mm-dd.'),
  v.check((day) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false, 'There is no such date.'),
)

/** The same, written dd-mm-yyyy on the wire: the transaction reports' dates. */
export const DayFirst = v.pipe(Day, onWire('dayFirst'))

export const SearchText = v.pipe(
  v.string(),
  v.maxLength(100, 'Search text may have at most 100 characters.'),
  withoutNul,
)
export const Email = v.pipe(
  v.string(),
  v.maxLength(254, 'Enter valid email address'),
  v.email('Enter valid email address'),
)
export const Phone = v.pipe(v.string(), v.regex(/^\d{11}$/, 'Phone number must be exactly 11 digits.'))
export const FullName = v.pipe(
  v.string(),
  v.check((name) => name.trim() !== '', 'Full Name field cannot be empty.'),
  v.maxLength(120, 'Full Name may have at most 120 characters.'),
  v.regex(/^\P{Cc}*$/u, 'Full Name may not contain control characters.'),
)

/** Server-paged tables have this page size and no other (rules.md, "Pages"). */
export const rowsPerPage = 100
/** An export stops here, after asking (rules.md, "Export"). */
export const exportCap = 20_000

const pageNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000), onWire('id'))
const perPage = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(rowsPerPage), onWire('id'))
const Download = v.optional(v.literal('csv'))

/** Body of a paged list: `page` from 1, `perPage` up to 100; `download: 'csv'` asks for the file instead. */
export const pageInput = { page: pageNumber, perPage: v.optional(perPage, rowsPerPage), download: Download }

/** The same where the spec spells it `per_page`. */
export const snakePageInput = {
  page: pageNumber,
  per_page: v.optional(perPage, rowsPerPage),
  download: Download,
}

/** A page of rows, newest first. */
export const paged = <Row extends Schema>(row: Row) =>
  v.object({
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    per_page: v.number(),
    page: v.number(),
    data: v.array(row),
  })
export type Paged<Row> = { total: number; per_page: number; page: number; data: Row[] }
