import useMediaQuery from '@mui/material/useMediaQuery'
import { useMemo } from 'react'
import type { Column } from '#contract/call'
import type { ColumnNotes } from '#domain/lists/columnNotes'
import { usePrinting } from '../print/printing'
import { StatusChip } from '../text/StatusChip'
import { type CardColumn, CardTable } from './cards/CardTable'
import { textIn } from './grid/columnLayout'
import { actionsWidth } from './grid/gridColumns'
import { RowGrid } from './grid/RowGrid'
import { rowKey } from './grid/rowKeys'
import { useLayout } from './grid/useLayout'
import { useWidth } from './grid/useWidth'
import { NotesOf } from './notes/notesOf'
import { RowActionsOf, type RowTools, WithRowTools } from './rowTools'
import { isNumeric } from './tableSource'

type Props<R> = Pick<RowTools<R>, 'rowActions'> & {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<R>[]
  rows: readonly R[]
  /** What figures mean, by field. */
  notes?: ColumnNotes
}

/**
 * A short list inside a card, as high as its rows: a data grid; on a phone, on paper and where a grid would scroll sideways a
 * table with all columns.
 */
export function ShortTable<R extends { id?: number }>({ label, columns, rows, rowActions, notes }: Props<R>) {
  const phone = useMediaQuery('(max-width: 700px)', { noSsr: true })
  const printing = usePrinting()
  const [place, width] = useWidth()
  const hasActions = rowActions !== undefined
  const space = width - (hasActions ? actionsWidth : 0)
  const layout = useLayout(columns, rows, {
    density: 'compact',
    hasTwoLines: false,
    isChosen: true,
    space,
  })
  const isWide =
    layout !== undefined && [...layout.widths.values()].reduce((sum, one) => sum + one, 0) > space
  const cardColumns = useMemo(
    () => [...columns.map((column) => cardColumn(column, notes)), ...(hasActions ? [actions] : [])],
    [columns, notes, hasActions],
  )
  const asTable = <CardTable<R> label={label} columns={cardColumns} rows={rows} keyOf={rowKey} />
  return (
    <NotesOf.Provider value={notes}>
      <WithRowTools tools={{ rowActions }}>
        {phone || printing ? (
          asTable
        ) : (
          <div ref={place} className={isWide ? undefined : 'short-table'}>
            {isWide && asTable}
            {layout && !isWide && (
              <RowGrid
                label={label}
                rows={rows}
                columns={columns}
                layout={layout}
                density="compact"
                hasTwoLines={false}
                hasActions={hasActions}
              />
            )}
          </div>
        )}
      </WithRowTools>
    </NotesOf.Provider>
  )
}

const cardColumn = <R extends object>(column: Column<R>, notes?: ColumnNotes): CardColumn<R> => ({
  header: column.header,
  note: notes?.[column.field],
  isNumber: isNumeric(column.kind),
  cell: (row) => {
    const text = textIn(row, column)
    return column.kind === 'status' ? <StatusChip status={text} ofRepayment={column.ofRepayment} /> : text
  },
})

const actions: CardColumn<object> = {
  header: 'Actions',
  isControl: true,
  cell: (row) => <RowActionsOf row={row} place="table" />,
}
