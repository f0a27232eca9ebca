import type { ReactNode } from 'react'
import './cardTable.css'

export type CardColumn<R> = {
  header: string
  cell: (row: R) => ReactNode
  isNumber?: boolean
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
        {columns.map(({ header, isNumber }) => (
          <th key={header} scope="col" className={isNumber ? 'number' : undefined}>
            {header}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ header, cell, isNumber }) => (
            <td key={header} data-label={header} className={isNumber ? 'number' : undefined}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
