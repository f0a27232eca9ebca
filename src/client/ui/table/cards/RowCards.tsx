import Checkbox from '@mui/material/Checkbox'
import { memo } from 'react'
import type { Column } from '#contract/call'
import { type ActionsOfAny, ActionsOfRow, RowActionsOf } from '../rowActionsOf'
import { StatusChip } from '../../text/StatusChip'
import { cellText, type RowsView, statusIn } from '../tableSource'
import { chosenOf, type Selection } from '../useSelection'
import './rowCards.css'

/** A list on a phone: the first column is the card's title, the others are labels and values. */
export function RowCards<R extends { id?: number }>({ rows, columns, rowActions, selection }: RowsView<R>) {
  const [head] = columns
  return (
    <RowActionsOf.Provider value={rowActions as ActionsOfAny | undefined}>
      <ul className="row-cards">
        {rows.map((row, at) => (
          <li key={row.id ?? at} className="row-card">
            <div className="row-card-head">
              {selection && (
                <CardCheckbox
                  of={row}
                  selection={selection}
                  name={head ? cellText(head, row[head.field]) : ''}
                />
              )}
              {head && cellText(head, row[head.field])}
            </div>
            <CardBody row={row} columns={columns as readonly Column<object>[]} />
            {rowActions && (
              <div className="row-card-actions">
                <ActionsOfRow row={row} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </RowActionsOf.Provider>
  )
}

/** Memoized, because a page has a hundred cards. */
const CardBody = memo(function CardBody({
  row,
  columns,
}: {
  row: object
  columns: readonly Column<object>[]
}) {
  const values = row as Record<string, unknown>
  return (
    <dl>
      {columns.slice(1).map((column) => {
        const text = cellText(column, values[column.field])
        if (column.sparse && text === '') return null
        return (
          <div key={column.field} className="row-card-fact">
            <dt>{column.header}</dt>
            <dd className={column.kind}>
              {column.kind === 'status' ? <StatusChip of={statusIn(row, text)} /> : text}
            </dd>
          </div>
        )
      })}
    </dl>
  )
})

type CheckProps<R> = { of: R; selection: Selection<R>; name: string }

function CardCheckbox<R extends { id?: number }>({ of: row, selection, name }: CheckProps<R>) {
  const { id } = row
  if (id === undefined) return null
  const isChosen = selection.chosen.has(id)
  const others = [...selection.chosen.keys()].filter((one) => one !== id)
  return (
    <Checkbox
      checked={isChosen}
      onChange={() => selection.set(chosenOf(isChosen ? others : [...others, id], selection, [row]))}
      slotProps={{ input: { 'aria-label': `Select ${name}` } }}
      sx={{ width: 44, height: 44, ml: -1.25 }}
    />
  )
}
