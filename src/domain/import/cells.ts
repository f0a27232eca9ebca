import { isEmail } from '#contract/values'
import { koboOf, negateKobo } from '../money/kobo'
import { lgasOf, stateNames } from '../states'
import { addDays, monthNames } from '../time/lagos'

/** What a cell became, or why it was refused. */
export type Read<T> = { value: T } | { fault: string }

/** The most that one balance may be, ₦1,000,000,000,000: more is a typing error. */
export const maxBalance = 100_000_000_000_000

const refused = (fault: string) => ({ fault })
/** What Excel makes of a long number in a column that is too narrow for it. */
const shortened = /^\d(?:\.\d+)?E\+?\d+$/i

/** A cell as text: no-break and repeated spaces are one space. Our files and careful writers put a quote before a formula. */
export const cellText = (cell: string): string =>
  cell
    .replaceAll(/[\s\u00A0\u202F]+/g, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')

/** Whether a spreadsheet would calculate the cell. A number with a sign and a phone number are not formulas. */
export const isFormula = (text: string) =>
  text.startsWith('=') || (/^[+@-]/.test(text) && /[A-Za-z(!]/.test(text))

export function textIn(text: string, longest: number): Read<string> {
  if (/\p{Cc}|\uFFFD/u.test(text)) return refused('has characters that are not text')
  return text.length > longest ? refused(`has more than ${longest} characters`) : { value: text }
}

/** A part of a person's name. Letters of one alphabet only: О (Cyrillic) and O (Latin) look alike and are found apart. */
export function nameIn(text: string): Read<string> {
  if (!/\p{L}/u.test(text)) return refused('is not a name')
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length
  if (latin > 0 && latin < letters.length) return refused('mixes letters of two alphabets')
  return textIn(text, 60)
}

/** Eleven digits. Understands +234…, 234…, and the zero that a spreadsheet removed. */
export function phoneIn(text: string): Read<string> {
  if (shortened.test(text)) return refused('was shortened by the spreadsheet: format the column as text')
  const digits = text.replaceAll(/[\s()./-]/g, '').replace(/\.0$/, '')
  const national = digits.replace(/^(?:\+|00)?234(?=0?\d{10}$)/, '')
  const full = /^[1-9]\d{9}$/.test(national) ? `0${national}` : national
  return /^0\d{10}$/.test(full) ? { value: full } : refused('is not a phone number of 11 digits')
}

export const emailIn = (text: string): Read<string> =>
  isEmail(text.toLowerCase()) ? { value: text.toLowerCase() } : refused('is not an e-mail address')

const moneyPattern = /^(\()?(-)? ?(₦|NGN|N)? ?(-)?([\d,.]+)(\))?$/i

/** Kobo. Understands ₦, N and NGN, thousands, and brackets or a sign for less than nothing. */
export function moneyIn(text: string): Read<number> {
  if (shortened.test(text)) return refused('was shortened by the spreadsheet: format the column as a number')
  const [, opening, sign, , inner, digits = '', closing] = moneyPattern.exec(text) ?? []
  const minuses = [opening, sign, inner].filter(Boolean).length
  const isWritten = minuses < 2 && (opening === undefined) === (closing === undefined)
  const amount = isWritten ? koboOf(digits.replace(/(\.\d{2})0+$/, '$1')) : undefined
  if (amount === undefined)
    return /^\d{16,}/.test(digits)
      ? refused('is more than any balance')
      : refused('is not an amount of naira, such as 1500 or 1,500.50')
  if (amount > maxBalance) return refused('is more than any balance')
  return { value: minuses > 0 ? negateKobo(amount) : amount }
}

/** Hundredths of a percent. */
export function percentIn(text: string): Read<number> {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?0* ?%?$/.exec(text) ?? []
  const points = Number(`${whole}${fraction.padEnd(2, '0')}`)
  return whole !== undefined && points <= 10_000
    ? { value: points }
    : refused('is not a percentage, such as 12.5')
}

export function countIn(text: string, least: number): Read<number> {
  const count = /^\d{1,6}(?:\.0+)?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
  return count >= least ? { value: count } : refused(`is not a whole number of ${least} or more`)
}

/** Day 0 of the spreadsheets' calendar. */
const serialStart = '1899-12-30'

/** yyyy-mm-dd. Understands the day first (25/11/2026), names of months, and a spreadsheet's number of days. */
export function dateIn(text: string): Read<string> {
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return { value: addDays(serialStart, Number.parseInt(text, 10)) }
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return dayOf(iso[1], iso[2], iso[3])
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?: .*)?$/.exec(text)
  if (dayFirst) return dayOf(dayFirst[3], dayFirst[2], dayFirst[1])
  const named = /^(\d{1,2})[-/. ]([A-Za-z]{3})[a-z]*[-/. ,]+(\d{4})$/.exec(text)
  const month = monthNames.findIndex((name) => name.toLowerCase() === named?.[2]?.toLowerCase()) + 1
  return named && month > 0 ? dayOf(named[3], String(month), named[1]) : refused(notDate)
}

const notDate = 'is not a date, such as 25/11/2026 (day first) or 2026-11-25'

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
