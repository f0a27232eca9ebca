import type { CellValue, ColumnKind } from '#contract/call'
import type { BasisPoints, Kobo } from '#contract/values'
import { nairaOf } from './kobo'
import { activeText } from './statusText'
import { percentOn } from './rates'

export type Cell = { kind: ColumnKind; value: CellValue }

/** The mark that makes spreadsheets read the file as UTF-8; once, at its start. */
export const byteOrderMark = '\uFEFF'

/** One line of a CSV file (RFC 4180), its end included. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Money as a plain decimal, times as a spreadsheet reads them, free text made harmless (readings, "Export names"). */
function csvCell({ kind, value }: Cell): string {
  if (value === null || value === undefined) return ''
  switch (kind) {
    case 'money':
      return Number.isSafeInteger(value) ? nairaOf(value as Kobo) : asText(value)
    case 'datetime':
      return asText(String(value).slice(0, 19).replace('T', ' '))
    // The number alone: a spreadsheet reckons with it.
    case 'percent':
      return Number.isSafeInteger(value) ? String(percentOn(value as BasisPoints)) : asText(value)
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

const asText = (value: CellValue) => quoted(harmless(String(value)))
/** A cell that a spreadsheet would take for a formula gets a quote in front. */
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
