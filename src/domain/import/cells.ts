import { isEmail } from '#contract/values'
import { koboOf, negateKobo } from '../money/kobo'
import { lgasOf, stateNames } from '../states'
import { phoneOf, tidyName } from '../text/entered'
import { withoutEscape } from '#domain/lists/formulaCells'

/** What a cell became, or why it was refused. */
export type Read<T> = { value: T } | { fault: string }

/** What a workbook says of a cell, beside its text; the kinds that no column takes say what is wrong. */
export type TypedCell = {
  kind: 'number' | 'percent' | 'date' | 'boolean' | keyof typeof unreadable
  /** A number with a point, a percentage with its sign, a day as yyyy-mm-dd, TRUE, an error as shown. */
  text: string
  /** The workbook shows letters beside the number, which are not stored. */
  hasLiterals?: true
}
/** As text if somebody wrote it: in a CSV, or a text of a workbook. */
export type Cell = string | TypedCell

const unreadable = {
  error: 'is an error of the spreadsheet',
  uncalculated:
    'is a formula without a result: paste its value, or open the file in a spreadsheet and save it',
  time: 'is a time of day or a duration',
  unclear: 'has a number format that does not say what kind it is',
  rounded: 'has more digits than a spreadsheet keeps: format the column as text and enter it again',
  broken: 'can’t be read: the workbook is damaged',
} as const

export const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text)
/** Why no column takes a cell of this kind, if none does. */
export const unreadableFault = ({ kind, text }: TypedCell): string | undefined =>
  kind in unreadable
    ? `${unreadable[kind as keyof typeof unreadable]}${kind === 'error' ? `, ${text}` : ''}`
    : undefined

/** How amounts of a column are written, and its dates: decided once, from all of its rows (columns.ts). */
export type Decimal = 'point' | 'comma'
export type DateOrder = 'day' | 'month'

/** The most that one balance may be, ₦1,000,000,000,000: more is a typing error. */
export const maxBalance = 100_000_000_000_000

const refused = (fault: string) => ({ fault })
/** Results of spreadsheets and programs that stand where a value should be. */
const noValue =
  /^(?:#(?:N\/A|REF|VALUE|DIV\/0|NAME|NUM|NULL|SPILL|CALC|FIELD|BLOCKED|UNKNOWN|CONNECT|BUSY|GETTING_DATA|ERROR)[!?]?|#+|N\/A|[([<]?NULL[)\]>]?|\\N|undefined)$/i
/** Others write names so, in other capitals. */
const noValueAsIs = /^(?:NaN|nan|NAN|None|NONE|Nil|NIL)$/
/** Letters in UTF-8 that were read in Windows-1252: Ã© for é, áº¹ for ẹ, â€™ for ’; or that have no letter in it. */
const misread = /Ã[\u0080-\u00BF]|Â[\u00A0-\u00BF]|á[º»].|Ì[€\u0081\u0080]|Æ[Š™]|É[—–]|â€|â‚¦|\uFFFD/u

/** Why a written text is no value: what a program writes for none, or letters that were lost. Undefined if it is one. */
export function lostIn(text: string, { isName = false } = {}): string | undefined {
  if (noValue.test(text) || (isName && noValueAsIs.test(text)))
    return `is ${text}, which is no value: leave the cell empty if it is not known`
  if (isName ? text.includes('?') : /\?\p{L}|\p{L}\?+\p{L}/u.test(text))
    return 'has ? in place of letters: save the file as .xlsx or CSV UTF-8'
  if (misread.test(text)) return 'has letters of another encoding: save the file as .xlsx or CSV UTF-8'
  return undefined
}
/** What Excel makes of a long number in a column that is too narrow for it. */
const shortened = /^\d(?:\.\d+)?E\+?\d+$/i

/** A cell as text: no-break and repeated spaces are one space. Our files and careful writers put a quote before a formula. */
export const cellText = (cell: string): string =>
  withoutEscape(cell.replaceAll(/[\s\u00A0\u202F]+/g, ' ').trim())

/** Whether a spreadsheet would calculate the cell. A number with a sign and a phone number are not formulas. */
export const isFormula = (text: string) =>
  text.startsWith('=') || (/^[+@-]/.test(text) && /[A-Za-z(!]/.test(text))

export function textIn(text: string, longest: number): Read<string> {
  if (/\p{Cc}|\p{Cs}|\uFFFD/u.test(text)) return refused('has characters that are not text')
  return text.length > longest ? refused(`has more than ${longest} characters`) : { value: text }
}

/** A part of a person's name. Letters of one alphabet only: О (Cyrillic) and O (Latin) look alike and are found apart. */
export function nameIn(cell: string): Read<string> {
  const text = tidyName(cell)
  if (!/\p{L}/u.test(text)) return refused('is not a name')
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length
  if (latin > 0 && latin < letters.length) return refused('mixes letters of two alphabets')
  return textIn(text, 60)
}

/** Eleven digits. Understands what people write (`phoneOf`), and the zero that a spreadsheet removed. */
export function phoneIn(text: string): Read<string> {
  if (shortened.test(text)) return refused('was shortened by the spreadsheet: format the column as text')
  // Programs write a number with a point: 8023456789.0.
  const number = text.replace(/^(\+?\d+)\.0+$/, '$1')
  const full = phoneOf(number) ?? (number.startsWith('0') ? undefined : phoneOf(`0${number}`))
  return full?.startsWith('0') ? { value: full } : refused('is not a phone number of 11 digits')
}

export const emailIn = (text: string): Read<string> =>
  isEmail(text.toLowerCase()) ? { value: text.toLowerCase() } : refused('is not an e-mail address')

const moneyPattern = /^(\()?(-)? ?(₦|NGN|N)? ?(-)?([\d,.]+)(\))?$/i
const notAmount = 'is not an amount of naira, such as 1500 or 1,500.50'

/** What the marks of a written number say: nothing if it has none, either if it may be thousands as well as decimals. */
export function decimalOf(text: string): Decimal | 'either' | undefined {
  const digits = moneyPattern.exec(text.replace(/ ?%$/, ''))?.[5] ?? ''
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return 'either'
  if (/^(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$|^\d{1,3}(?:,\d{3}){2,}$/.test(digits)) return 'point'
  return /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d+$|^\d{1,3}(?:\.\d{3}){2,}$/.test(digits) ? 'comma' : undefined
}

/** A number with a point for decimals, as others of its column are written. */
function withPoint(text: string, decimal: Decimal): Read<string> {
  const written = decimalOf(text)
  if (written !== undefined && written !== 'either' && written !== decimal)
    return refused(`has a ${written} for decimals, where the column has a ${decimal}`)
  const value =
    decimal === 'point' ? text : text.replaceAll(/[.,]/g, (separator) => (separator === '.' ? ',' : '.'))
  return written === 'either' && value.includes('.')
    ? refused('may be thousands or decimals: write all amounts of the column with two decimals')
    : { value }
}

/** Kobo. Understands ₦, N and NGN, thousands, and brackets or a sign for less than nothing. */
export function moneyIn(text: string, decimal: Decimal = 'point'): Read<number> {
  if (shortened.test(text)) return refused('was shortened by the spreadsheet: format the column as a number')
  const written = withPoint(text, decimal)
  return 'fault' in written ? written : amountIn(written.value)
}

/** Kobo of a number with a point, as workbooks store it. */
export function amountIn(text: string): Read<number> {
  const [, opening, sign, , inner, digits = '', closing] = moneyPattern.exec(text) ?? []
  const minuses = [opening, sign, inner].filter(Boolean).length
  const isWritten = minuses < 2 && (opening === undefined) === (closing === undefined)
  const amount = isWritten ? koboOf(digits.replace(/(\.\d{2})0+$/, '$1')) : undefined
  if (amount === undefined) {
    if (/^\d{16,}/.test(digits)) return refused('is more than any balance')
    return refused(/^[\d,]+\.\d{3,}$/.test(digits) ? 'has parts of a kobo' : notAmount)
  }
  if (amount > maxBalance) return refused('is more than any balance')
  return { value: minuses > 0 ? negateKobo(amount) : amount }
}

/** Hundredths of a percent. */
export function percentIn(text: string, decimal: Decimal = 'point'): Read<number> {
  const written = withPoint(text, decimal)
  if ('fault' in written) return written
  const [, whole, fraction = '', sign] = /^(\d{1,3})(?:\.(\d{1,2})0*)? ?(%)?$/.exec(written.value) ?? []
  const points = Number(`${whole}${fraction.padEnd(2, '0')}`)
  if (whole === undefined || points > 10_000) return refused('is not a percentage, such as 12.5')
  // A cell of a spreadsheet that shows 12% holds 0.12.
  if (points > 0 && points < 100 && sign === undefined)
    return refused(`may be ${points / 100}% or ${points}%: write it with the sign`)
  return { value: points }
}

export function countIn(text: string, least: number): Read<number> {
  const count = /^\d{1,6}(?:\.0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
  return count >= least ? { value: count } : refused(`is not a whole number of ${least} or more`)
}

const numericDate = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?:,? .*)?$/

/** In which order a written date has day and month: `either` if both fit, undefined if that is no question. */
export function orderOf(text: string): DateOrder | 'either' | undefined {
  const [, first, second] = (numericDate.exec(text) ?? []).map(Number)
  if (first === undefined || second === undefined || first === second) return undefined
  if (first <= 12 && second <= 12) return 'either'
  if (second <= 12) return 'day'
  return first <= 12 ? 'month' : undefined
}

/** yyyy-mm-dd. Understands numbers in the order of the column, ISO form and names of months. */
export function dateIn(text: string, order: DateOrder = 'day'): Read<string> {
  if (/^\d{1,6}(?:\.\d+)?$/.test(text)) return refused('is a number, not a date: format the column as a date')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const [, first, second, year] = numericDate.exec(text) ?? []
  if (year !== undefined) {
    const written = orderOf(text)
    if (written !== undefined && written !== 'either' && written !== order)
      return refused(`has the ${written} first, where the column has the ${order} first`)
    return order === 'day' ? dayOf(year, second, first) : dayOf(year, first, second)
  }
  const named =
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ](?<month>[A-Za-z]{3,})[-/. ,]+(?<year>\d{4})$/i.exec(text) ??
    /^(?<month>[A-Za-z]{3,})[-/. ](?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ,]+(?<year>\d{4})$/i.exec(text)
  const { month: name, day, year: named4 } = named?.groups ?? {}
  const month = months.findIndex((one) => isMonth(one, name?.toLowerCase() ?? '')) + 1
  return month > 0 ? dayOf(named4, String(month), day) : refused(notDate)
}

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const isMonth = (month: string, word: string) => word.length >= 3 && month.startsWith(word)
const notDate = 'is not a date, such as 25/11/2026 or 2026-11-25'

function dayOf(year = '', month = '', day = ''): Read<string> {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) !== true) return refused(notDate)
  return year < '1970' || year > '2100' ? refused('is not a date of this time') : { value: text }
}

/** Words are compared without case, spaces and punctuation. */
export const wordKey = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

export function choiceIn<T extends string | number>(
  text: string,
  choices: Readonly<Record<string, T>>,
): Read<T> {
  const key = wordKey(text)
  const [, value] = Object.entries(choices).find(([word]) => wordKey(word) === key) ?? []
  return value === undefined ? refused(`is none of ${Object.keys(choices).join(', ')}`) : { value }
}

const statesByKey = new Map(stateNames.map((name) => [wordKey(name), name]))
for (const word of ['abuja', 'fct', 'fctabuja']) statesByKey.set(word, 'Federal Capital Territory')

export function stateIn(text: string): Read<string> {
  const value = statesByKey.get(wordKey(text)) ?? statesByKey.get(wordKey(text).replace(/state$/, ''))
  return value === undefined ? refused('is not a state') : { value }
}

export function lgaIn(text: string, state: string | undefined): Read<string> {
  const key = wordKey(text)
  const value = lgasOf(state ?? '').find((name) => wordKey(name) === key)
  return value === undefined ? refused(`is not a local government of ${state ?? 'the state'}`) : { value }
}
