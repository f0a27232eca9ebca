import * as v from 'valibot'

/** Schemas of the contract validate and never transform, so both sides share one shape. */
export type Schema = v.GenericSchema<unknown, unknown>
export type Shape = v.ObjectSchema<v.ObjectEntries, undefined>

/** The wire form of a value, where it differs from its shape in the program (domain/wire.ts). */
export type WireForm = 'id' | 'naira' | 'percent' | 'oneZero' | 'oneZeroText' | 'dayFirst' | 'name' | 'phone'
const onWire = <T>(form: WireForm) => v.metadata<T, { wire: WireForm }>({ wire: form })

export const Id = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(1),
  v.maxValue(Number.MAX_SAFE_INTEGER),
  onWire('id'),
)

/** Money: whole kobo in the program, a decimal string of naira on the wire. */
export const Kobo = v.pipe(v.number(), v.safeInteger(), v.brand('Kobo'), onWire('naira'))
export type Kobo = v.InferOutput<typeof Kobo>

/** The sum over all matches of a portfolio's search; null if there are too many to add up. */
export const portfolioSum = v.nullable(Kobo)

/** A balance in a reply, 0.00 if it is missing. */
export const Balance = v.optional(v.nullable(Kobo, 0 as Kobo), 0 as Kobo)

/** A rate: whole hundredths of a percent in the program, a percentage with up to two decimals on the wire. */
export const BasisPoints = v.pipe(
  v.number('A rate is a percentage with at most two decimals, such as 12.5.'),
  v.integer(),
  v.minValue(0),
  v.maxValue(10_000, 'A rate may be at most 100 percent.'),
  v.brand('BasisPoints'),
  onWire('percent'),
)
export type BasisPoints = v.InferOutput<typeof BasisPoints>

/** An entered amount, greater than zero. */
export const Amount = v.pipe(
  v.number('Please enter a valid amount.'),
  v.safeInteger('Please enter a valid amount.'),
  v.minValue(1, 'Please enter a valid amount.'),
  v.brand('Kobo'),
  onWire('naira'),
)

/** An entered amount that may be zero, such as a charge. */
export const AmountOrZero = v.pipe(
  v.number('Please enter a valid amount.'),
  v.safeInteger('Please enter a valid amount.'),
  v.minValue(0, 'Please enter a valid amount.'),
  v.brand('Kobo'),
  onWire('naira'),
)

/** An entered amount of either sign, such as a total of what agents hold. */
export const SignedAmount = v.pipe(
  v.number('Please enter a valid amount.'),
  v.safeInteger('Please enter a valid amount.'),
  v.brand('Kobo'),
  onWire('naira'),
)

/** An amount with a limit, against typing errors. */
export const amountUpTo = (most: Kobo, message: string) => v.pipe(Amount, v.maxValue(most, message))
/** The most that one change may move of a customer's money (not in the spec). */
export const maxCustomerAmount = 10_000_000_000 as Kobo

/** A boolean, 1 or 0 on the wire. */
export const Flag = v.pipe(v.boolean(), onWire('oneZero'))
/** A boolean, '1' or '0' on the wire. */
export const TextFlag = v.pipe(v.boolean(), onWire('oneZeroText'))

/** PostgreSQL can't store NUL. The server replaces messages that start with 'Invalid' by one that names the field. */
const withoutNul = v.excludes<string, '\0', string>('\0', 'Invalid text')

export const Text = v.pipe(v.string(), v.maxLength(2000), withoutNul)
/** A required text, with the message for an empty one. */
export const requiredText = (message: string) => v.pipe(Text, v.nonEmpty(message))
export const optionalText = v.nullable(Text)

/** `YYYY-MM-DDTHH:mm:ss.sssZ`, the wall-clock time in Lagos (rules.md, "Times"). */
export const Stamp = v.pipe(v.string(), v.isoTimestamp())
const isCalendarDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false
const [firstYear, lastYear] = ['1900', '2199']

/** A day, `yyyy-mm-dd`, of years that the database and the rules can count with. */
export const Day = v.pipe(
  v.string(),
  v.isoDate(({ input }) => (input === '' ? 'Please select a date.' : 'Dates are written yyyy-mm-dd.')),
  v.check(
    (day) => isCalendarDay(day) && day.slice(0, 4) >= firstYear && day.slice(0, 4) <= lastYear,
    `There is no such date from ${firstYear} to ${lastYear}.`,
  ),
)

/** A month, by its first day. */
export const Month = v.pipe(
  Day,
  v.check((day) => day.endsWith('-01'), 'A month is given by its first day.'),
)

/** A day, dd-mm-yyyy on the wire, for transaction reports. */
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
export const isEmail = (text: string) => v.is(Email, text)
/** Eleven digits; read from every form in which people write them. */
export const Phone = v.pipe(
  v.string(),
  v.regex(/^\d{11}$/, 'Phone number must be exactly 11 digits.'),
  onWire('phone'),
)
export const FullName = v.pipe(
  v.string(),
  v.check((name) => name.trim() !== '', 'Full Name field cannot be empty.'),
  v.maxLength(120, 'Full Name may have at most 120 characters.'),
  v.regex(/^\P{Cc}*$/u, 'Full Name may not contain control characters.'),
  onWire('name'),
)

/** A part of a person's name. */
export const namePart = (label: string) =>
  v.pipe(
    v.string(),
    v.check((name) => name.trim() !== '', `${label} field cannot be empty.`),
    v.maxLength(60, `${label} may have at most 60 characters.`),
    v.regex(/^\P{Cc}*$/u, `${label} may not contain control characters.`),
    onWire('name'),
  )

/** The page size of server-paged tables (rules.md, "Pages"). */
export const rowsPerPage = 100
/** The choice of a list that comes whole, the first one until another is chosen. */
export const tableSizes = [10, 15, 20, 25, 30] as const
/** The most rows of an export (rules.md, "Export"). */
export const exportCap = 20_000

const pageNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000), onWire('id'))
const perPage = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(rowsPerPage), onWire('id'))
/** In which form a file comes: a workbook has typed cells. */
export const fileForms = ['csv', 'xlsx'] as const
export type FileForm = (typeof fileForms)[number]
/** The content types of these forms. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<FileForm, string>
const Download = v.optional(v.picklist(fileForms))

/** Input of a paged list: `page` from 1, `perPage` up to 100; `download` requests the file instead. */
export const pageInput = { page: pageNumber, perPage: v.optional(perPage, rowsPerPage), download: Download }

/** The same, for calls that spell it `per_page`. */
export const snakePageInput = {
  page: pageNumber,
  per_page: v.optional(perPage, rowsPerPage),
  download: Download,
}

/**
 * The sums of the summed columns over all rows of the filter, as one row; null if there are too many to add up. Absent where
 * no column is summed, and in the replies of an older release.
 */
export const totalsOf = <Row extends Shape>(row: Row) => v.optional(v.nullable(v.partial(row)))

/** A page of rows, newest first. */
export const paged = <Row extends Shape>(row: Row) =>
  v.object({
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    per_page: v.number(),
    page: v.number(),
    data: v.array(row),
    totals: totalsOf(row),
  })
export type Paged<Row> = { total: number; per_page: number; page: number; data: Row[] }

/** A BVN or NIN. Empty or missing: none, or for a customer who has one, the same as before. */
export const identityNumber = (name: string) =>
  v.optional(v.pipe(v.string(), v.regex(/^(\d{11})?$/, `${name} must be exactly 11 digits.`)))
