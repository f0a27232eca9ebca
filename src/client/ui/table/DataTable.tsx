import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Paper from '@mui/material/Paper'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useContext, useDeferredValue, useMemo, useState } from 'react'
import type { Column } from '#contract/call'
import { wordsText } from '#domain/lists/filterWords'
import { Empty, noMatch } from '../feedback/Empty'
import { lazyPart, useLazyPart } from '../feedback/lazyPart'
import { Ready } from '../feedback/Ready'
import { usePrinting } from '../print/printing'
import { RowCards } from './cards/RowCards'
import { subjectIn } from './grid/columnLayout'
import { actionsWidth, checkboxWidth } from './grid/gridColumns'
import { RowGrid, scrollbarSize } from './grid/RowGrid'
import { rowKey } from './grid/rowKeys'
import { useLayout } from './grid/useLayout'
import { useWidth } from './grid/useWidth'
import { NextStepOf } from './nextStepOf'
import { NotesOf } from './notes/notesOf'
import { PrintTable } from './PrintTable'
import { panelKeys, RowPanel } from './RowPanel'
import { type RowTools, WithRowTools } from './rowTools'
import { type Density, useDensity, useHiddenColumns } from './tableSettings'
import { isUnfiltered, pageWords, type TableSource } from './tableSource'
import { Pager } from './tools/Pager'
import { Totals } from './tools/Totals'
import { SavedReports } from './tools/SavedReports'
import { TableTools } from './tools/TableTools'
import type { TableDisplay } from './tools/viewsOf'
import type { Selection } from './useSelection'
import { useTableRows } from './useTableRows'
import './tableView.css'

type Props<R extends { id?: number }> = RowTools<R> & {
  list: TableSource<R>
  columns: readonly Column<R>[]
  /** The text for an empty list. */
  empty: string
  /** What to do about an empty list that is not filtered; without it, what the frame knows of the screen. */
  first?: ReactNode
  /** The chosen columns are stored under this name. */
  name: string
  /** The search by the server, beside the local filter. */
  search?: ReactNode
  /** Filters beside the search, as chips. */
  chips?: ReactNode
  /** Further ones: below 1440 px those that are not set open with a button. */
  filters?: ReactNode
  /** Further tools: the export. */
  tools?: ReactNode
  /** What is done with the selected rows: one Tab after the table. */
  bulk?: ReactNode
  /** Cards at every width: for rows with whole sentences, which a table would cut off. */
  cards?: boolean
  /** Makes rows selectable, with checkboxes. */
  selection?: Selection<R> | undefined
}

const allNotes = lazyPart(async () => (await import('#domain/lists/columnNotes')).columnNotes)

/** A list of rows: a data grid, or cards on a phone and for long texts, with the same columns. */
export function DataTable<R extends { id?: number }>(props: Props<R>) {
  const { list, columns, empty, first, name, rowActions, rowTarget, bulk, cards = false, selection } = props
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const hasTwoLines = useMediaQuery('(max-width: 899.95px)', { noSsr: true })
  const isWide = useMediaQuery('(min-width: 1100px)', { noSsr: true })
  const asCards = cards || phone
  const printing = usePrinting()
  const nextStep = useContext(NextStepOf)
  const { hidden, isChosen, ...display } = useTableDisplay(name, columns)
  // A hundred rows change after the press is shown.
  const [hiddenInRows, density] = [useDeferredValue(hidden), useDeferredValue(display.density)]
  const isChosenInRows = useDeferredValue(isChosen)
  const notes = useLazyPart(allNotes)?.[list.viewed.name]
  const subject = subjectIn(columns)
  const shown = useMemo(
    () => columns.filter((one) => one === subject || !hiddenInRows.includes(one.field)),
    [columns, subject, hiddenInRows],
  )
  const { rows, matching = [], totals, sorting, paging } = useTableRows(list, columns, shown, name)
  const [place, width] = useWidth()
  const taken = scrollbarSize + (selection ? checkboxWidth : 0) + (rowActions ? actionsWidth : 0) + 2
  const layout = useLayout(shown, rows, {
    density,
    hasTwoLines,
    isChosen: isChosenInRows,
    space: width - taken,
  })
  const inSight = asCards || !layout ? shown : [layout.subject, ...layout.secondary, ...layout.shown]

  const [openedKey, setOpenedKey] = useState<string | number>()
  const opened = asCards ? undefined : rows?.find((row) => rowKey(row) === openedKey)
  const panel = opened && rows && { rows, row: opened, go: openRow, close: () => setOpenedKey(undefined) }
  function openRow(row: R) {
    setOpenedKey(rowKey(row))
  }
  const saved = <SavedReports reports={list.savedReports ?? []} />
  const grid = layout && {
    columns,
    selection,
    sorting,
    layout,
    density,
    hasTwoLines,
    hasActions: rowActions !== undefined,
    opened,
    open: openRow,
    place: list.place,
    part: [paging.page, ...Object.values(list.filters ?? {})].join(' '),
  }
  // The same grid while its rows are on their way: a grid of its own for grey rows would be made and left at each press.
  const isLoading = !asCards && rows === undefined && list.query.error === null
  const whenEmpty = (
    <>
      <Empty>{list.rows?.length === 0 ? empty : noMatch}</Empty>
      {list.rows?.length === 0 && isUnfiltered(list) && (first ?? nextStep)}
      {(list.quickFilter !== '' || !isUnfiltered(list)) && list.clear && (
        <Box sx={{ display: 'grid', justifyItems: 'center', pb: 4 }}>
          <Button variant="outlined" onClick={list.clear}>
            Clear search
          </Button>
        </Box>
      )}
    </>
  )
  const details = panel && <RowPanel {...panel} columns={columns} />
  return (
    <NotesOf.Provider value={notes}>
      <TableTools
        {...props}
        inSight={inSight}
        hidden={hidden}
        isChosen={isChosen}
        {...display}
        asCards={asCards}
      />
      <Ready query={{ ...list.query, data: isLoading ? none : rows }} instead={saved}>
        {(rows) => {
          const pageText = wordsText(pageWords(list))
          return (
            <WithRowTools tools={{ rowActions, rowTarget }}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the open panel, from the rows and from the panel */}
              <div
                className={`table-place ${asCards ? 'as-cards' : ''} ${rows.length > 0 ? 'screen-only' : ''}`}
                {...(isLoading && { role: 'status', 'aria-label': 'Loading' })}
                onKeyDown={panel && isWide ? panelKeys(panel) : undefined}
              >
                <Paper ref={place} className="table-paper" variant="outlined">
                  {asCards ? (
                    rows.length === 0 ? (
                      whenEmpty
                    ) : (
                      <RowCards<R>
                        rows={rows}
                        selection={selection}
                        page={paging.page}
                        place={list.place}
                        columns={shown}
                        whole={cards}
                      />
                    )
                  ) : (
                    grid && <RowGrid {...grid} rows={rows} isLoading={isLoading} empty={whenEmpty} />
                  )}
                  {rows.length > 0 && <Totals totals={totals} columns={asCards ? shown : inSight} />}
                </Paper>
                {isWide
                  ? details
                  : panel && (
                      <Drawer open anchor="right" onClose={panel.close} onKeyDown={panelKeys(panel)}>
                        {details}
                      </Drawer>
                    )}
              </div>
              {bulk}
              {!isLoading && <Pager paging={paging} shown={rows.length} />}
              {saved}
              {printing && rows.length > 0 && (
                <>
                  {pageText !== 'None' && <Box sx={{ color: 'text.secondary', mt: 1 }}>{pageText}</Box>}
                  <PrintTable rows={matching} columns={shown} totals={totals} notes={notes} />
                </>
              )}
            </WithRowTools>
          )
        }}
      </Ready>
    </NotesOf.Provider>
  )
}

const none: readonly never[] = []

/** Columns and density: of the chosen view until it is left, else those that are stored on this device. */
function useTableDisplay(name: string, columns: readonly { field: string; hidden?: true }[]) {
  const first = useMemo(() => columns.flatMap((column) => (column.hidden ? [column.field] : [])), [columns])
  const [ownHidden, hideOwn] = useHiddenColumns(name, first)
  const [ownDensity, setOwnDensity] = useDensity()
  const [display, setDisplay] = useState<TableDisplay | undefined>(undefined)
  const hidden = display?.hidden ?? ownHidden
  return {
    hidden,
    /** Other columns than those of the list: all of them are shown. Otherwise as many as the table has space for. */
    isChosen: hidden.toSorted().join(' ') !== first.toSorted().join(' '),
    /** Without fields: the columns of the list. */
    hide: (fields: string[] = first) =>
      display ? setDisplay({ ...display, hidden: fields }) : hideOwn(fields),
    density: display?.density ?? ownDensity,
    setDensity: (density: Density) =>
      display ? setDisplay({ ...display, density }) : setOwnDensity(density),
    setDisplay,
  }
}
