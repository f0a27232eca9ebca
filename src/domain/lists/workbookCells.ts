import type { ColumnKind } from '#contract/call'
import { withoutEscape } from './formulaCells'

export type WorkbookCell = string | number | Date | null

/** Number formats by the kind of a column; a kind without one is general. */
const formats: Partial<Record<ColumnKind, string>> = {
  money: '#,##0.00',
  percent: '0.00%',
  date: 'yyyy-mm-dd',
  datetime: 'yyyy-mm-dd hh:mm:ss',
  // As text, also where somebody edits it.
  phone: '@',
}

/** The only sheet of a workbook, with the format of each column. */
export const workbookSheet = (columns: readonly { kind: ColumnKind }[]) => ({
  name: 'Sheet1',
  columns: columns.map(({ kind }) => {
    const numFmt = formats[kind]
    return numFmt === undefined ? {} : { numFmt }
  }),
})

/** The cell of a workbook for a cell of the CSV, whose text has no quotes. */
export function workbookCell(kind: ColumnKind, cell: string): WorkbookCell {
  if (cell === '') return null
  switch (kind) {
    case 'money':
    case 'number':
      return numberOf(cell, 1)
    case 'percent':
      return numberOf(cell, 100)
    case 'date':
    case 'datetime':
      return timeOf(cell)
    default:
      return withoutEscape(cell)
  }
}

/** Text where a column has something else. */
function numberOf(cell: string, per: number): number | string {
  return /^-?\d+(?:\.\d+)?$/.test(cell) ? Number(cell) / per : withoutEscape(cell)
}

/** A workbook's time has no zone: it is Lagos time, as in the CSV. */
function timeOf(cell: string): Date | string {
  const time = new Date(`${cell.replace(' ', 'T')}${cell.length > 10 ? '' : 'T00:00:00'}Z`)
  return Number.isNaN(time.getTime()) ? withoutEscape(cell) : time
}
