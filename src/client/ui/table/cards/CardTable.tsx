import type { ReactNode } from 'react'
import './cardTable.css'

export type CardColumn<R> = {
  header: string
  cell: (row: R) => ReactNode
  isNumber?: boolean
  /** Left out where the table has no room for it: on a tablet. */
  isMinor?: boolean
}

type Props<R> = {
  /** The table's accessible name. */
  label: string
  columns: readonly CardColumn<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string | number
}

/** A short table inside a card; on a phone a block for each row. */
export const CardTable = <R,>({ label, columns, rows, keyOf }: Props<R>) => (
  <table className="card-table print-table" aria-label={label}>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.header} scope="col" className={classOf(column)}>
            {column.header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map((column) => (
            <td key={column.header} data-label={column.header} className={classOf(column)}>
              {column.cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const classOf = ({ isNumber, isMinor }: { isNumber?: boolean; isMinor?: boolean }) =>
  [isNumber && 'number', isMinor && 'minor'].filter(Boolean).join(' ') || undefined
