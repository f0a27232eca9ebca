import type { Column } from '#contract/call'
import { describedColumns } from '#domain/lists/describedColumns'
import type { ColumnNotes } from '#domain/lists/columnNotes'
import { cellText, isNumeric } from './tableSource'

/** Tables with more columns are printed in landscape, and with more than the second limit in a smaller font. */
const maxPortraitColumns = 6
const maxLandscapeColumns = 11

type Props<R> = {
  rows: readonly R[]
  columns: readonly Column<R>[]
  /** The sums over all rows, also those of other pages. */
  totals?: object | null | undefined
  notes?: ColumnNotes | undefined
}

/** All rows of the page for printing, where nothing scrolls. Its heading is repeated on each sheet. */
export function PrintTable<R extends { id?: number }>({ rows, columns, totals, notes = {} }: Props<R>) {
  const across = columns.length > maxPortraitColumns
  return (
    <>
      {across && <style>{'@page { size: A4 landscape }'}</style>}
      <table
        className={`print-table ${across ? 'across' : ''} ${columns.length > maxLandscapeColumns ? 'many' : ''}`}
      >
        <thead>
          <tr>
            {columns.map(({ field, header, kind }) => (
              <th key={field} scope="col" className={isNumeric(kind) ? 'number' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id ?? at}>
              {columns.map((column) => (
                <td key={column.field} className={cellClass(column)}>
                  {cellText(column, row[column.field])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals && columns.some(({ isSummed }) => isSummed) && (
          <tbody className="print-totals">
            <tr>
              {columns.map(({ field, kind, isSummed }, at) => (
                <td key={field} className={isNumeric(kind) ? 'number' : undefined}>
                  {isSummed
                    ? cellText({ kind }, (totals as Record<string, unknown>)[field])
                    : at === 0 && 'All rows'}
                </td>
              ))}
            </tr>
          </tbody>
        )}
      </table>
      <p className="print-notes">
        {describedColumns(columns, notes)
          .map((words) => words.join(': '))
          .join(' ')}
      </p>
    </>
  )
}

const cellClass = ({ field, kind }: Pick<Column, 'kind'> & { field: string }) =>
  isNumeric(kind) ? 'number' : field.endsWith('reference') ? 'reference' : kind
