import type { CellValue, ColumnKind } from '#contract/call'
import { type BasisPoints, exportCap, type Kobo } from '#contract/values'
import { formatCount } from './money/figures'
import { type Words, wordsText } from './filterWords'
import { nairaOf } from './money/kobo'
import { showDateTime, showInstant, toLagosStamp } from './time/lagos'
import { activeText } from './statusText'
import { percentNumber } from './money/rates'

export type Cell = { kind: ColumnKind; value: CellValue }

/** The mark that makes spreadsheets read the file as UTF-8; once, at its start. */
export const byteOrderMark = '\uFEFF'

/** One line of a CSV file (RFC 4180), its end included. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** What a file is of. `total` is how many rows there are, as far as is known. */
export type FileFacts = { title: string; words: readonly Words[]; rows: number; total: number; asOf: Date }

/** Lines that say it, and an empty one before the heading: there a spreadsheet sees where the table begins. */
export const introLines = ({ title, words, rows, total, asOf }: FileFacts): string =>
  [
    ['Report', title],
    ['Filter', wordsText(words)],
    ['Rows', rowsText(rows, total)],
    ['As of', showInstant(asOf)],
    [],
  ]
    .map((cells) => csvLine(cells.map((value) => ({ kind: 'text', value }))))
    .join('')

/** 'Saved at 14:05, 12 Mar 2026', and of how many rows the file has a part: a device without a network knows no more. */
export function savedNote({ rows, total, asOf }: Pick<FileFacts, 'rows' | 'total' | 'asOf'>): string {
  const [day, clock] = showDateTime(toLagosStamp(asOf)).split(', ')
  const part = total > rows ? [`${formatCount(rows)} of ${formatCount(total)} rows`] : []
  return csvLine([`Saved at ${clock}, ${day}`, ...part].map((value) => ({ kind: 'text', value })))
}

/** '3,180', 'First 20,000 of 31,000'; of more than can be counted soon, what is known. */
function rowsText(rows: number, total: number): string {
  if (rows < exportCap) return formatCount(rows)
  return total > rows
    ? `First ${formatCount(rows)} of ${formatCount(total)}`
    : `${formatCount(rows)}, the most that one file holds`
}

/** Money as a plain decimal, times as a spreadsheet reads them, free text escaped (rules.md, "Export"). */
function csvCell({ kind, value }: Cell): string {
  if (value === null || value === undefined) return ''
  switch (kind) {
    case 'money':
      return Number.isSafeInteger(value) ? nairaOf(value as Kobo) : asText(value)
    case 'datetime':
      return asText(String(value).slice(0, 19).replace('T', ' '))
    // The number alone: a spreadsheet reckons with it.
    case 'percent':
      return Number.isSafeInteger(value) ? String(percentNumber(value as BasisPoints)) : asText(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : asText(value)
    case 'yesNo':
      return value === true || value === 1 || value === '1' ? 'Yes' : 'No'
    case 'status':
      return typeof value === 'boolean' ? activeText(value) : asText(value)
    // Only digits and a plus: escaping would spoil what a formula can't be made of anyway.
    case 'phone':
      return /^\+?\d+$/.test(String(value)) ? String(value) : asText(value)
    default:
      return asText(value)
  }
}

const asText = (value: CellValue) => quoted(escapeCell(String(value)))
/** A cell that a spreadsheet would take for a formula gets a quote in front. */
const escapeCell = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
