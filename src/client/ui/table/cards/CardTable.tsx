import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useRef } from 'react'
import { NotedWords } from '../notes/NotedWords'
import { useMinorColumns } from './useMinorColumns'
import './cardTable.css'

export type CardColumn<R> = {
  header: string
  cell: (row: R) => ReactNode
  isNumber?: boolean
  /** What its figures mean, where a newcomer could misread them. */
  note?: string | undefined
  /** Left out where it does not fit into the table: on a tablet, or beside long amounts. */
  isMinor?: boolean
  /** Buttons, which are not printed. */
  isControl?: boolean
}

type Props<R> = {
  /** The table's accessible name. */
  label: string
  columns: readonly CardColumn<R>[]
  rows: readonly R[]
  keyOf: (row: R) => string | number
}

/** How a table becomes narrower that does not fit: without minor columns, then a block for each row. */
const steps = ['without-minor', 'too-wide']

/** A short table inside a card; a block for each row on a phone and where it does not fit. Without headings to point at, notes are below it. */
export function CardTable<R>({ label, columns, rows, keyOf }: Props<R>) {
  const table = useRef<HTMLTableElement>(null)
  useMinorColumns(table, steps)
  const isPhone = useMediaQuery('(max-width: 700px)', { noSsr: true })
  return (
    <div>
      <table
        ref={table}
        className={`card-table print-table ${isPhone ? 'in-blocks' : ''}`}
        aria-label={label}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={classOf(column)}>
                <NotedWords note={column.note}>{column.header}</NotedWords>
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
      {columns.some(({ note }) => note) && (
        <p className="card-notes">
          {columns.flatMap(({ header, note }) => (note ? [`${header}: ${note}`] : [])).join(' ')}
        </p>
      )}
    </div>
  )
}

const classOf = <R,>({ isNumber, isMinor, isControl }: CardColumn<R>) =>
  [isNumber && 'number', isMinor && 'minor', isControl && 'screen-only'].filter(Boolean).join(' ') ||
  undefined
