import type { CellValue, ColumnKind } from '#contract/call'
import { type BasisPoints, exportCap, type Kobo } from '#contract/values'
import { formatCount, pluralize } from '../money/figures'
import { type Words, wordsText } from './filterWords'
import { withEscape } from './formulaCells'
import { nairaOf } from '../money/kobo'
import { showDateTime, showInstant, toLagosStamp } from '../time/lagos'
import { activeText } from '../statusText'
import { percentNumber } from '../money/rates'

export type Cell = { kind: ColumnKind; value: CellValue }

/** Makes spreadsheets read the file as UTF-8; only at its start. */
export const byteOrderMark = '\uFEFF'

/** One line of a CSV file (RFC 4180), with line end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A whole file; its heading comes with the first lines. */
export async function* csvFile(
  columns: readonly { header: string }[],
  lines: AsyncIterable<string>,
): AsyncGenerator<string> {
  let heading = byteOrderMark + textLine(columns.map(({ header }) => header))
  for await (const some of lines) {
    yield heading + some
    heading = ''
  }
  if (heading) yield heading
}

export const textLine = (texts: readonly string[]): string =>
  csvLine(texts.map((value) => ({ kind: 'text', value })))

/** What a file contains. `total` is the number of rows of the list, as far as known. */
export type FileFacts = {
  business: string | undefined
  title: string
  words: readonly Words[]
  rows: number
  total: number
  asOf: Date
  /** Columns with what they mean. */
  columns?: readonly (readonly [header: string, note: string])[]
}

/** Lines that describe the file, and an empty one, which shows spreadsheets where the table begins. */
export const introLines = ({ business, title, words, rows, total, asOf, columns = [] }: FileFacts): string =>
  [
    ...(business === undefined ? [] : [['Business', business]]),
    ['Report', title],
    ['Filter', wordsText(words)],
    ['Rows', rowsText(rows, total)],
    ['As of', showInstant(asOf)],
    ...columns,
    [],
  ]
    .map(textLine)
    .join('')

/** 'Saved at 14:05, 12 Mar 2026', and how many of all rows are in the file, for an export of saved pages. */
export function savedNote({ rows, total, asOf }: Pick<FileFacts, 'rows' | 'total' | 'asOf'>): string[] {
  const [day, clock] = showDateTime(toLagosStamp(asOf)).split(', ')
  const part = total > rows ? [`${formatCount(rows)} of ${pluralize(total, 'row')}`] : []
  return [`Saved at ${clock}, ${day}`, ...part]
}

/** '3,180', 'First 20,000 of 31,000', or the export limit if the total is unknown. */
function rowsText(rows: number, total: number): string {
  if (rows < exportCap) return formatCount(rows)
  return total > rows
    ? `First ${formatCount(rows)} of ${formatCount(total)}`
    : `${formatCount(rows)}, the most that one file holds`
}

const csvCell = (cell: Cell) => quoted(cellText(cell))

/**
 * A CSV cell before quotes: money as a plain decimal, times as a spreadsheet reads them, free text escaped (rules.md, "Export").
 */
export function cellText({ kind, value }: Cell): string {
  if (value === null || value === undefined) return ''
  switch (kind) {
    case 'money':
      return Number.isSafeInteger(value) ? nairaOf(value as Kobo) : asText(value)
    case 'datetime':
      return asText(String(value).slice(0, 19).replace('T', ' '))
    // The number alone, so that spreadsheets can calculate with it.
    case 'percent':
      return Number.isSafeInteger(value) ? String(percentNumber(value as BasisPoints)) : asText(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : asText(value)
    case 'yesNo':
      return value === true || value === 1 || value === '1' ? 'Yes' : 'No'
    case 'status':
      return typeof value === 'boolean' ? activeText(value) : asText(value)
    // Only digits and a plus can't form a formula, so they are not escaped.
    case 'phone':
      return /^\+?\d+$/.test(String(value)) ? String(value) : asText(value)
    default:
      return asText(value)
  }
}

const asText = (value: CellValue) => withEscape(String(value))
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
