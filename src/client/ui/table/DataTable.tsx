import TuneOutlined from '@mui/icons-material/TuneOutlined'
import DensitySmall from '@mui/icons-material/DensitySmall'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useContext, useDeferredValue, useMemo, useState } from 'react'
import type { Column } from '#contract/call'
import { wordsText } from '#domain/lists/filterWords'
import { ColumnChooser } from './tools/ColumnChooser'
import { Empty, noMatch } from '../feedback/Empty'
import { Pager } from './tools/Pager'
import { usePrinting } from '../print/printing'
import { PrintTable } from './PrintTable'
import { lazyPart, useLazyPart } from '../feedback/lazyPart'
import { Ready } from '../feedback/Ready'
import { NotesOf } from './notes/notesOf'
import { RowCards } from './cards/RowCards'
import { RowGrid } from './grid/RowGrid'
import { SavedReports } from './tools/SavedReports'
import { SortSelect } from './tools/SortSelect'
import { useDensity, useHiddenColumns } from './tableSettings'
import { type ActionsKind, isUnfiltered, pageWords, type TableSource } from './tableSource'
import { useTableRows } from './useTableRows'
import { type TableDisplay, ViewsOf } from './tools/viewsOf'
import type { Selection } from './useSelection'
import './tableView.css'

type Props<R extends { id?: number }> = {
  list: TableSource<R>
  columns: readonly Column<R>[]
  /** The text for an empty list. */
  empty: string
  /** What to do about an empty list that is not filtered. */
  first?: ReactNode
  /** The chosen columns are stored under this name. */
  name: string
  rowActions?: ((row: R) => ReactNode) | undefined
  actions?: ActionsKind
  /** The search by the server, beside the local filter. */
  search?: ReactNode
  /** Filters beside the search, as chips. */
  chips?: ReactNode
  /** Further tools: the export. */
  tools?: ReactNode
  /** Cards at every width: for rows with whole sentences, which a table would cut off. */
  cards?: boolean
  /** Makes rows selectable, with checkboxes. */
  selection?: Selection<R> | undefined
}

const allNotes = lazyPart(async () => (await import('#domain/lists/columnNotes')).columnNotes)

/** A list of rows: a table, or cards on a phone and for long texts, with the same columns. */
export function DataTable<R extends { id?: number }>({
  list,
  columns,
  empty,
  first,
  name,
  rowActions,
  actions = 'short',
  search,
  chips,
  tools,
  cards = false,
  selection,
}: Props<R>) {
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const tablet = useMediaQuery('(max-width: 899.95px)', { noSsr: true })
  const asCards = cards || phone
  const printing = usePrinting()
  const { hidden, hide, density, setDensity, setDisplay } = useTableDisplay(name, columns)
  // A hundred rows change after the press is shown.
  const [hiddenInRows, densityOfRows] = [useDeferredValue(hidden), useDeferredValue(density)]
  const Views = useContext(ViewsOf)
  const notes = useLazyPart(allNotes)?.[list.viewed.name]
  const [opened, setOpened] = useState(false)
  const shown = useMemo(
    () => columns.filter(({ field }, at) => at === 0 || !hiddenInRows.includes(field)),
    [columns, hiddenInRows],
  )
  const { rows, matching = [], sorting, paging } = useTableRows(list, columns, shown, name)
  const filterLabel = list.isWhole ? 'Filter this list' : 'Filter this page'
  const saved = <SavedReports reports={list.savedReports ?? []} />
  const quickFilter = (
    <TextField
      className="quick-filter"
      size="small"
      type="search"
      autoComplete="off"
      placeholder={filterLabel}
      value={list.quickFilter}
      onChange={(event) => list.setQuickFilter(event.target.value)}
      slotProps={{ htmlInput: { 'aria-label': filterLabel } }}
    />
  )
  return (
    <NotesOf.Provider value={notes}>
      <div className={`list-tools screen-only ${opened ? 'open' : ''}`}>
        {search ?? quickFilter}
        {chips}
        <Button
          className="more-tools icon-tool"
          variant="outlined"
          aria-label="Filters and tools"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <TuneOutlined fontSize="small" />
        </Button>
        <div className="page-tools">
          {Views && <Views list={list.viewed} display={{ hidden, density }} setDisplay={setDisplay} />}
          {search && quickFilter}
          <ColumnChooser columns={columns} hidden={hidden} hide={hide} />
          {!asCards && (
            <Button
              className="icon-tool"
              variant="outlined"
              aria-label="Dense rows"
              title="Dense rows"
              aria-pressed={density === 'compact'}
              onClick={() => setDensity(density === 'compact' ? 'comfortable' : 'compact')}
            >
              <DensitySmall fontSize="small" />
            </Button>
          )}
          {tools}
          {asCards && list.sorting && <SortSelect columns={columns} sorting={list.sorting} />}
        </div>
      </div>
      <Ready query={{ ...list.query, data: rows }} instead={saved}>
        {(rows) => {
          const pageText = wordsText(pageWords(list))
          const view = {
            rows,
            page: paging.page,
            columns: shown,
            rowActions,
            actions,
            selection,
            sorting,
          }
          return (
            <>
              <Paper
                className={rows.length > 0 ? 'screen-only' : undefined}
                variant="outlined"
                sx={{
                  flex: asCards ? '1 0 auto' : 1,
                  minHeight: asCards ? 0 : 240,
                  minWidth: 0,
                  display: 'flex',
                  flexDirection: 'column',
                  overflow: 'hidden',
                }}
              >
                {rows.length === 0 ? (
                  <>
                    <Empty>{list.rows?.length === 0 ? empty : noMatch}</Empty>
                    {list.rows?.length === 0 && isUnfiltered(list) && first}
                  </>
                ) : asCards ? (
                  <RowCards {...view} whole={cards} />
                ) : (
                  <RowGrid {...view} all={columns} density={densityOfRows} narrow={tablet} />
                )}
              </Paper>
              <Pager paging={paging} shown={rows.length} />
              {saved}
              {printing && rows.length > 0 && (
                <>
                  {pageText !== 'None' && <Box sx={{ color: 'text.secondary', mt: 1 }}>{pageText}</Box>}
                  <PrintTable rows={matching} columns={shown} notes={notes} />
                </>
              )}
            </>
          )
        }}
      </Ready>
    </NotesOf.Provider>
  )
}

/** Columns and density: of the chosen view until it is left, else those that are stored on this device. */
function useTableDisplay(name: string, columns: readonly { field: string; hidden?: true }[]) {
  const first = useMemo(() => columns.flatMap((column) => (column.hidden ? [column.field] : [])), [columns])
  const [ownHidden, hideOwn] = useHiddenColumns(name, first)
  const [ownDensity, setOwnDensity] = useDensity()
  const [display, setDisplay] = useState<TableDisplay | undefined>(undefined)
  return {
    hidden: display?.hidden ?? ownHidden,
    hide: (hidden: string[]) => (display ? setDisplay({ ...display, hidden }) : hideOwn(hidden)),
    density: display?.density ?? ownDensity,
    setDensity: (density: TableDisplay['density']) =>
      display ? setDisplay({ ...display, density }) : setOwnDensity(density),
    setDisplay,
  }
}
