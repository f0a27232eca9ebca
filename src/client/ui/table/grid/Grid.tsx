import {
  DataGrid,
  type DataGridProps,
  type GridColDef,
  type GridSlotProps,
  useGridApiRef,
} from '@mui/x-data-grid'
import { cloneElement, memo, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Column } from '#contract/call'
import type { Sorting } from '#domain/sorting'
import { checkboxWidth, rowHeights } from './gridMeasures'
import { RowCheckbox } from './RowCheckbox'
import { StatusChip } from '../../text/StatusChip'
import type { Density } from '../tableSettings'
import { cellText, isNumeric, type RowsView, statusIn } from '../tableSource'
import { ActionRoom, type ActionRoomOf, useActionRoom } from './useActionRoom'
import { ActionsOfRow, RowActionsOf, type ActionsOfAny } from '../rowActionsOf'
import { chosenOf, type Selection } from '../useSelection'

type Row = { id?: number }
const widths: Partial<Record<Column['kind'], number>> = {
  datetime: 192,
  date: 132,
  status: 132,
  phone: 132,
  yesNo: 100,
  money: 150,
}

/** Width of the actions column for 0, 1 or 2 buttons beside the menu; wider for long names. */
const actionsWidths = { short: [84, 172, 250], long: [84, 248, 250] } as const

/** From this many columns the table scrolls sideways, so each column gets the width of its texts. */
const crowdedFrom = 8
const maxVisibleLetters = 32
const letterWidth = 9.4
const headLetterWidth = 8.2
const cellPadding = 20

/** The wide view of a list. All columns stay in the DOM, so that CSS can pin the first one. */
export default function Grid<R extends Row>({
  rows,
  columns,
  density,
  rowActions,
  actions,
  selection,
  sorting,
  page,
}: RowsView<R> & { density: Density; page: number }) {
  const api = useGridApiRef()
  // A column buffer is not enough: scrolled to the right, the grid removes the columns on the left anyway.
  useEffect(() => api.current?.unstable_setColumnVirtualization(false), [api])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top
  useEffect(() => api.current?.scroll({ top: 0 }), [api, page])
  const defaultRoom = useActionRoom()
  const room = actions === 'links' ? fewer[defaultRoom] : defaultRoom
  const actionsWidth = rowActions && actionsWidths[actions === 'long' ? 'long' : 'short'][room]
  const sortable = sorting?.sortable
  const all = useMemo(
    () => gridColumns(columns, { rows, actionsWidth, sortable }),
    [columns, rows, actionsWidth, sortable],
  )
  const getRowId = useCallback((row: Row) => row.id ?? rows.indexOf(row as R), [rows])
  const choose = useRowSelection(api, selection, rows)
  const sortingOfServer = useServerSorting(sorting)
  return (
    <ActionRoom.Provider value={room}>
      <RowActionsOf.Provider value={rowActions as ActionsOfAny | undefined}>
        <MemoGrid
          apiRef={api}
          rows={rows}
          columns={all}
          getRowId={getRowId}
          rowHeight={rowHeights[density]}
          rowCount={rows.length}
          sx={selection ? pinnedWithChecks : pinned}
          checkboxSelection={selection !== undefined}
          onRowSelectionModelChange={choose}
          {...sortingOfServer}
        />
      </RowActionsOf.Provider>
    </ActionRoom.Provider>
  )
}

/** Memoized: rendering the grid renders every cell. */
const MemoGrid = memo(function MemoGrid(props: DataGridProps) {
  return (
    <DataGrid
      columnHeaderHeight={44}
      hideFooter
      disableColumnMenu
      disableRowSelectionOnClick
      disableRowSelectionExcludeModel
      keepNonExistentRowsSelected
      paginationMode="server"
      pageSizeOptions={pageSizes}
      paginationModel={onePage}
      slots={slots}
      {...props}
    />
  )
})
const pageSizes = [100]
const onePage = { page: 0, pageSize: 100 }
const slots = { rowCheckbox: RowCheckbox, baseTooltip: PlainTooltip }

/** The browser's tooltip: the library's measures the layout each time it is shown. */
function PlainTooltip({ title, children }: GridSlotProps['baseTooltip']) {
  return cloneElement(children, title ? { title, 'aria-label': title } : {})
}

/**
 * Selects rows by id, so that they stay selected on other pages. The grid holds the selection and is updated only when it
 * differs: selecting a row then renders its checkbox, not the whole table.
 */
function useRowSelection<R extends Row>(
  api: ReturnType<typeof useGridApiRef>,
  selection: Selection<R> | undefined,
  rows: R[],
) {
  const latest = useRef({ selection, rows })
  latest.current = { selection, rows }
  const chosen = selection?.chosen
  useEffect(() => {
    const current = api.current?.state.rowSelection.ids
    if (
      !chosen ||
      !current ||
      (current.size === chosen.size && [...chosen.keys()].every((id) => current.has(id)))
    )
      return
    api.current?.setRowSelectionModel({ type: 'include', ids: new Set(chosen.keys()) })
  }, [api, chosen])
  return useCallback<NonNullable<DataGridProps['onRowSelectionModelChange']>>(({ ids }) => {
    const { selection: now, rows: inSight } = latest.current
    now?.set(chosenOf(ids, now, inSight))
  }, [])
}

type SortingProps = Pick<DataGridProps, 'sortingMode' | 'sortModel' | 'onSortModelChange'>

/** The server sorts the whole list; the rows of a page are not sorted here. Memoized to keep the props stable. */
function useServerSorting(sorting: Sorting | undefined): SortingProps {
  const change = useRef(sorting?.change)
  change.current = sorting?.change
  const isPaged = sorting !== undefined
  const { field, order } = sorting?.sort ?? {}
  return useMemo(
    () =>
      isPaged
        ? {
            sortingMode: 'server',
            sortModel: field && order ? [{ field, sort: order }] : [],
            onSortModelChange: ([first]) =>
              change.current?.(first?.sort ? { field: first.field, order: first.sort } : undefined),
          }
        : {},
    [isPaged, field, order],
  )
}

function gridColumns<R extends Row>(
  columns: readonly Column<R>[],
  { rows, actionsWidth, sortable }: GridFacts<R> & { actionsWidth: number | undefined },
): GridColDef[] {
  const crowded = columns.length >= crowdedFrom
  const fields = columns.map((column, at) => gridColumn(column, { first: at === 0, crowded, rows, sortable }))
  return actionsWidth === undefined ? fields : [...fields, { ...actionsColumn, minWidth: actionsWidth }]
}

/** The pinned column hides others, so one more link goes into the menu. */
const fewer = [0, 0, 1] as const satisfies readonly ActionRoomOf[]

/** `sortable` is undefined if all rows are loaded: then every column can be sorted. */
type GridFacts<R> = { rows: readonly R[]; sortable: readonly string[] | undefined }

function gridColumn<R extends Row>(
  { field, header, kind, sparse }: Column<R>,
  { first, crowded, rows, sortable }: GridFacts<R> & { first: boolean; crowded: boolean },
): GridColDef {
  const right = isNumeric(kind)
  const column = { kind, ...(sparse && { sparse }) }
  const textIn = (row: R) =>
    kind === 'status' ? statusIn(row, cellText(column, row[field])) : cellText(column, row[field])
  const isText = widths[kind] === undefined || kind === 'status'
  const fits = crowded && kind === 'money'
  const cells = isText || fits ? rows.map((row) => textIn(row).length) : []
  const longest = Math.max(0, ...cells)
  const letters = Math.min(maxVisibleLetters, Math.max(header.length, longest))
  const isWhole = kind === 'status' || field === 'reference'
  return {
    field,
    headerName: header,
    sortable: sortable?.includes(field) ?? true,
    minWidth: Math.max(
      fits
        ? Math.max(longest * letterWidth, header.length * headLetterWidth) + cellPadding
        : (widths[kind] ?? 102),
      first ? 176 : 0,
      isText && (crowded || isWhole) ? letters * letterWidth + cellPadding : 0,
      // A rate is shorter than its heading.
      kind === 'percent' ? header.length * headLetterWidth + cellPadding : 0,
    ),
    flex: widths[kind] ? 0 : letters,
    align: right ? 'right' : 'left',
    headerAlign: right ? 'right' : 'left',
    valueFormatter: (value: unknown) => cellText(column, value),
    ...(kind === 'status' && {
      cellClassName: 'status',
      renderCell: ({ row }) => <StatusChip of={textIn(row as R)} />,
    }),
  }
}

/** The grid's actions type, so that Tab stops at the buttons and not at the cell too. */
const actionsColumn: GridColDef = {
  field: 'actions',
  type: 'actions',
  getActions: () => [],
  renderCell: ({ row }) => <ActionsOfRow row={row} />,
  headerName: 'Actions',
  sortable: false,
  align: 'right',
  headerAlign: 'right',
}

/** The first and last columns stay visible while the others scroll. */
const sticky = { position: 'sticky', zIndex: 2 }
const head = { backgroundColor: 'grey.100' }
const pinned = {
  border: 0,
  fontSize: 15,
  '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
  '& .MuiDataGrid-columnHeader, & .MuiDataGrid-columnHeaders .MuiDataGrid-filler': head,
  '& .MuiDataGrid-columnHeaderTitle': { fontSize: 13, fontWeight: 600, color: 'text.secondary' },
  '& .MuiDataGrid-columnSeparator': { visibility: 'hidden' },
  '& .MuiDataGrid-columnHeader .MuiDataGrid-sortButton': { backgroundColor: 'transparent' },
  '& .MuiDataGrid-cell[data-field="actions"], & .MuiDataGrid-cell.status': {
    display: 'flex',
    alignItems: 'center',
  },
  '& .MuiDataGrid-row > .MuiDataGrid-cell': { backgroundColor: 'background.paper' },
  '& .MuiDataGrid-row:hover > .MuiDataGrid-cell': head,
  '& [aria-colindex="1"]': { ...sticky, left: 0, fontWeight: 600 },
  '& [data-field="actions"]': { ...sticky, right: 0, justifyContent: 'flex-end' },
}
/** The first column is pinned beside the checkboxes. */
const pinnedWithChecks = {
  ...pinned,
  '& [aria-colindex="2"]': { ...sticky, left: checkboxWidth, fontWeight: 600 },
}
