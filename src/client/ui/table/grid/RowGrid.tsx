import { isKey } from '../../keys/keyTable'
import { DataGrid, type GridCellParams, type MuiEvent, useGridApiRef } from '@mui/x-data-grid'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Column } from '#contract/call'
import type { Density } from '../tableSettings'
import { NotesOf } from '../notes/notesOf'
import { useRowTools } from '../rowTools'
import { isNumeric, type Left, type RowsView } from '../tableSource'
import { chosenOf } from '../useSelection'
import type { GridLayout } from './columnLayout'
import { actionsWidth, checkboxWidth, gridColumns, visibilityOf } from './gridColumns'
import { rowKey } from './rowKeys'
import { useCutColumns } from './useCutColumns'
import { useReturn } from './useReturn'
import { useOpenedFocus } from './useOpenedFocus'
import { useRowHeights } from './useRowHeights'
import '../../text/visuallyHidden.css'
import './rowGrid.css'

/** The width of the scroll bars, which a table always leaves free. */
export const scrollbarSize = 12

type Props<R extends { id?: number }> = Pick<RowsView<R>, 'rows'> &
  Partial<Pick<RowsView<R>, 'selection' | 'sorting'>> & {
    /** The table's accessible name. */
    label?: string
    /** All columns of the list; the layout says which ones are in sight. */
    columns: readonly Column<R>[]
    layout: GridLayout<R>
    density: Density
    hasTwoLines: boolean
    hasActions: boolean
    /** The row whose facts are open beside the table. */
    opened?: R | undefined
    place?: Left
    /** Which page of which rows: another one begins at its top. */
    part?: string
    /** A press on a row, or Enter. */
    open?: ((row: R) => void) | undefined
    /** In the place of rows, if there is none. */
    empty?: ReactNode
    /** The rows are on their way: grey ones are shown. */
    isLoading?: boolean
  }

/** The rows of a list in a data grid. Widths of columns are known before it is painted. */
export function RowGrid<R extends { id?: number }>(props: Props<R>) {
  const { label, rows, columns, selection, sorting, layout, density, hasTwoLines, hasActions, opened, open } =
    props
  const { place = nowhere, part = '', empty, isLoading = false } = props
  const id = useId()
  const api = useGridApiRef()
  const heights = useRowHeights(density, hasTwoLines)
  const notes = useContext(NotesOf)
  const { rowTarget } = useRowTools()
  const [dragged, setDragged] = useState<ReadonlyMap<string, number>>(new Map())
  const { sortable = none, initial } = sorting ?? {}
  const gridded = useMemo(
    () => gridColumns({ columns, layout, sortable, initial, notes, hasActions, dragged }),
    [columns, layout, sortable, initial, notes, hasActions, dragged],
  )
  const visible = useMemo(() => visibilityOf(columns, layout), [columns, layout])
  const sort = columns.some(({ field }) => field === sorting?.sort?.field) ? sorting?.sort : undefined
  const { field: sortField, order: sortOrder } = sort ?? {}
  // A new model scrolls the grid to its first row.
  const sortModel = useMemo(
    () => (sortField && sortOrder ? [{ field: sortField, sort: sortOrder }] : []),
    [sortField, sortOrder],
  )
  const ids = selection?.chosen
  const selected = useMemo(() => ({ type: 'include' as const, ids: new Set(ids?.keys()) }), [ids])
  const subjectWidth = dragged.get(layout.subject.field) ?? layout.widths.get(layout.subject.field) ?? 0
  const cut = useCutColumns(api, {
    left: subjectWidth + (selection ? checkboxWidth : 0),
    right: hasActions ? actionsWidth : 0,
  })
  const table = useRef<HTMLDivElement>(null)
  useOpenedFocus(api, table, { opened: opened && rowKey(opened), field: layout.subject.field })
  useReturn(api, place, { rows, field: layout.subject.field })
  const partBefore = useRef(part)
  useEffect(() => {
    if (partBefore.current !== part) api.current?.scroll({ top: 0 })
    partBefore.current = part
  }, [api, part])
  const openRow = (row: R, { ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }) => {
    const target = ctrlKey || metaKey ? rowTarget?.(row) : undefined
    if (target) window.open(target.href, '_blank', 'noopener')
    else open?.(row)
  }
  const onCellKeyDown = (
    { row, id: key }: GridCellParams<R>,
    event: MuiEvent<KeyboardEvent<HTMLElement>>,
  ) => {
    const opens = isKey(event, 'openRow') || isKey(event, 'openRowTab')
    if (!opens && !isKey(event, 'chooseRow')) return
    event.defaultMuiPrevented = true
    // A button in the cell has the key; a checkbox has Space alone.
    const isOnCheckbox = event.target instanceof HTMLInputElement
    if (event.target !== event.currentTarget && !(isOnCheckbox && opens)) return
    event.preventDefault()
    if (opens) openRow(row, event)
    else if (selection) api.current?.selectRow(key, !api.current.isRowSelected(key))
  }
  return (
    <div
      ref={table}
      id={id}
      className={[
        'row-grid',
        density,
        open && 'opens',
        // The action of the row that is pointed at covers the last column.
        !isFigure(layout.shown.at(-1)) && 'ends-in-words',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {cut.length > 0 && <style>{cut.map((field) => hiddenCells(id, field)).join('')}</style>}
      <DataGrid
        apiRef={api}
        aria-label={label}
        {...heights}
        rows={rows}
        columns={gridded}
        columnVisibilityModel={visible}
        getRowId={rowKey}
        // Columns that stay in sight are rendered with all others.
        columnBufferPx={10_000}
        scrollbarSize={scrollbarSize}
        hideFooter
        disableColumnMenu
        disableColumnFilter
        sortingMode="server"
        sortModel={sortModel}
        onSortModelChange={([sort]) =>
          sorting?.change(sort?.sort ? { field: sort.field, order: sort.sort } : undefined)
        }
        onColumnWidthChange={({ colDef, width }) =>
          setDragged((before) => new Map(before).set(colDef.field, width))
        }
        slots={slots}
        slotProps={greyRows}
        loading={isLoading}
        localeText={texts}
        checkboxSelection={selection !== undefined}
        disableRowSelectionOnClick
        disableRowSelectionExcludeModel
        keepNonExistentRowsSelected
        rowSelectionModel={selected}
        onRowSelectionModelChange={(model) => selection?.set(chosenOf(model.ids, selection, rows))}
        getRowClassName={({ row }) => (row === opened ? 'opened' : '')}
        onRowClick={({ row }, event) => {
          if (!isOnControl(event) && !hasSelectedText(event.currentTarget)) openRow(row as R, event)
        }}
        onCellKeyDown={onCellKeyDown}
      />
      {rows.length === 0 && !isLoading && (
        <div className="no-rows" style={{ top: heights.columnHeaderHeight }}>
          {empty}
        </div>
      )}
    </div>
  )
}

const none: readonly string[] = []
const nowhere: Left = {}

/** The state of a checkbox says whether a press takes it back. */
const texts = { checkboxSelectionUnselectAllRows: 'Select all rows' }

const greyRows = { loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } } as const

/** What must not be covered: amounts and states. */
const isFigure = (column: Pick<Column, 'kind'> | undefined) =>
  column !== undefined && (isNumeric(column.kind) || column.kind === 'status')

/** Of a column of which a part is out of sight. */
const hiddenCells = (id: string, field: string) =>
  `[id="${id}"] .MuiDataGrid-cell[data-field="${field}"]{color:transparent}
[id="${id}"] .MuiDataGrid-cell[data-field="${field}"]>*{visibility:hidden}`

function SortIcon({ direction }: { direction: 'asc' | 'desc' | null | undefined }) {
  return <span aria-hidden className={`sort-icon ${direction ?? ''}`} />
}

/** A grid owns rows alone: what is said of an empty one stands beside it. */
const Nothing = () => null

const slots = { columnHeaderSortIcon: SortIcon, noRowsOverlay: Nothing }

/** A press on a control is not a press on the row; the link of the row is no other control. */
const isOnControl = ({ target }: MouseEvent<HTMLElement>) =>
  !(target instanceof Element) || target.closest('a:not(.subject-link), button, input, label') !== null

/** Selecting a text of the row, to copy it, does not open it. */
function hasSelectedText(row: HTMLElement): boolean {
  const selection = getSelection()
  return selection?.type === 'Range' && selection.containsNode(row, true)
}
