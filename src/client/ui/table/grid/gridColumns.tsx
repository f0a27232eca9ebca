import {
  GRID_CHECKBOX_SELECTION_COL_DEF,
  GridCellCheckboxRenderer,
  type GridColDef,
  type GridRenderCellParams,
} from '@mui/x-data-grid'
import { useEffect, useRef } from 'react'
import type { Column } from '#contract/call'
import type { ColumnNotes } from '#domain/lists/columnNotes'
import { pressedOrders, type Sorting } from '#domain/lists/sorting'
import { StatusChip } from '../../text/StatusChip'
import { RowActionsOf, useRowTools } from '../rowTools'
import { isNumeric } from '../tableSource'
import { TargetLink } from '../TargetLink'
import { type GridLayout, secondLine, subjectText, textIn } from './columnLayout'
import { HeaderWords } from './HeaderWords'

export const checkboxWidth = 44
export const actionsWidth = 52
export const actionsField = 'actions'

type Given<R> = {
  /** All columns of the list. */
  columns: readonly Column<R>[]
  layout: GridLayout<R>
  sortable: readonly string[]
  initial: Sorting['initial']
  notes: ColumnNotes | undefined
  hasActions: boolean
  /** Widths that were dragged, by field. */
  dragged: ReadonlyMap<string, number>
}

/** The columns of a data grid, with those that are out of sight: checkbox, subject, the others, actions. */
export function gridColumns<R extends { id?: number }>(given: Given<R>): GridColDef<R>[] {
  const { columns, layout, hasActions } = given
  const { subject } = layout
  const titleOf = (row: R) => subjectText(row, subject)
  return [
    checkboxColumn(titleOf),
    {
      ...columnFor(subject, given),
      cellClassName: 'subject',
      headerClassName: 'subject',
      renderCell: ({ row }) => (
        <div className="subject-words">
          <SubjectLink row={row} text={titleOf(row)} />
          {layout.secondary.length > 0 && (
            <div className="secondary">{secondLine(row, layout.secondary)}</div>
          )}
        </div>
      ),
    },
    ...columns.filter((one) => one.field !== subject.field).map((column) => columnFor(column, given)),
    ...(hasActions ? [actionsColumn] : []),
  ]
}

/** Which columns of a list are out of sight, for a data grid. */
export const visibilityOf = <R,>(columns: readonly Column<R>[], { subject, shown }: GridLayout<R>) =>
  Object.fromEntries(columns.map((one) => [one.field, one.field === subject.field || shown.includes(one)]))

function columnFor<R extends object>(
  column: Column<R>,
  { layout, sortable, initial, notes, dragged }: Given<R>,
): GridColDef<R> {
  const { field, header, kind } = column
  const width = layout.widths.get(field) ?? 0
  const note = notes?.[field]
  return {
    field,
    headerName: header,
    width: dragged.get(field) ?? width,
    // Of an amount, a part is another amount.
    minWidth: isNumeric(kind) ? width : 60,
    sortable: sortable.includes(field),
    sortingOrder: pressedOrders({ field, kind }, initial),
    ...(isNumeric(kind) && { align: 'right', headerAlign: 'right' }),
    ...(note && { renderHeader: () => <HeaderWords field={field} words={header} note={note} /> }),
    valueGetter: (_, row) => textIn(row, column),
    ...(kind === 'money' && { cellClassName: ({ value }) => (value === '₦0.00' ? 'zero' : '') }),
    ...(kind === 'status' && {
      renderCell: ({ value }) => <StatusChip status={value as string} ofRepayment={column.ofRepayment} />,
    }),
  }
}

const checkboxColumn = <R extends object>(titleOf: (row: R) => string): GridColDef<R> => ({
  ...(GRID_CHECKBOX_SELECTION_COL_DEF as GridColDef<R>),
  width: checkboxWidth,
  minWidth: checkboxWidth,
  renderCell: (cell) => (
    <GridCellCheckboxRenderer
      {...cell}
      {...{ slotProps: { htmlInput: { 'aria-label': `Select ${titleOf(cell.row)}` } } }}
    />
  ),
})

const actionsColumn: GridColDef = {
  field: actionsField,
  headerName: 'Actions',
  width: actionsWidth,
  minWidth: actionsWidth,
  sortable: false,
  resizable: false,
  align: 'right',
  renderHeader: () => <span className="visually-hidden">Actions</span>,
  renderCell: (cell) => <ActionsCell {...cell} />,
}

/** The cell that has the focus passes it on to its button. */
function ActionsCell({ row, hasFocus }: Pick<GridRenderCellParams, 'row' | 'hasFocus'>) {
  const cell = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus) [...(cell.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
  }, [hasFocus])
  return (
    <div ref={cell} className="actions-cell">
      <RowActionsOf row={row as object} place="row" />
    </div>
  )
}

/** A link to what the row opens, for a new tab or to copy; for the keyboard the cell itself is the stop. */
function SubjectLink({ row, text }: { row: object; text: string }) {
  const href = useRowTools().rowTarget?.(row)?.href
  if (!href) return <span title={text}>{text}</span>
  return (
    <TargetLink className="subject-link" href={href} tabIndex={-1} title={text}>
      {text}
    </TargetLink>
  )
}
