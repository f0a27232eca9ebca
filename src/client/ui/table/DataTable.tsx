import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useMemo } from 'react'
import type { Column } from '#contract/call'
import { wordsText } from '#domain/filterWords'
import { ColumnChooser } from './ColumnChooser'
import { Empty, noMatch } from '../feedback/Empty'
import { lazyPart, useLazyPart } from '../feedback/lazyPart'
import { Pager } from './Pager'
import { usePrinting } from '../print/printing'
import { PrintTable } from '../print/PrintTable'
import { Ready } from '../feedback/Ready'
import { RowCards } from './cards/RowCards'
import { PlainTable } from './PlainTable'
import { SavedReports } from './SavedReports'
import { SortSelect } from './SortSelect'
import { type Density, useTableSettings } from './tableSettings'
import {
  type ActionsKind,
  isUnfiltered,
  pageWords,
  quickFiltered,
  type RowsView,
  type TableSource,
} from './tableSource'
import type { Selection } from './useSelection'

/** The largest part of the app. It is loaded with the first list; until then, rows are shown in a plain table. */
export const grid = lazyPart(async () => (await import('./grid/Grid')).default)

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
  /** Cards at every width: for rows with whole sentences, which a grid would cut off. */
  cards?: boolean
  /** Makes rows selectable, with checkboxes. */
  selection?: Selection<R> | undefined
}

/** A list of rows: a grid, or cards on a phone and for long texts, with the same columns. */
export function DataTable<R extends { id?: number }>({
  list,
  columns,
  empty,
  first,
  name,
  rowActions,
  actions = 'short',
  search,
  cards = false,
  selection,
}: Props<R>) {
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true })
  const asCards = cards || phone
  const printing = usePrinting()
  const [settings, change] = useTableSettings(name, {
    hidden: columns.flatMap(({ field, hidden }) => (hidden ? [field] : [])),
    density: 'comfortable',
  })
  const { hidden } = settings
  const shown = useMemo(
    () => columns.filter(({ field }, at) => at === 0 || !hidden.includes(field)),
    [columns, hidden],
  )
  const filtered = useMemo(
    () => list.rows && quickFiltered(list.rows, list.quickFilter),
    [list.rows, list.quickFilter],
  )
  const saved = <SavedReports of={list.savedReports ?? []} />
  return (
    <>
      <Box
        className="screen-only"
        sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}
      >
        {search}
        <Box
          sx={{
            display: 'flex',
            gap: 1,
            flex: { xs: '1 1 100%', sm: '1 1 auto' },
            flexWrap: 'wrap',
            justifyContent: 'flex-end',
          }}
        >
          <TextField
            size="small"
            type="search"
            autoComplete="off"
            placeholder="Filter this page"
            value={list.quickFilter}
            onChange={(event) => list.setQuickFilter(event.target.value)}
            slotProps={{ htmlInput: { 'aria-label': 'Filter this page' } }}
            sx={{ flex: { xs: 1, sm: '0 1 220px' } }}
          />
          <ColumnChooser columns={columns} settings={settings} change={change} />
          {asCards && list.sorting && <SortSelect columns={columns} sorting={list.sorting} />}
        </Box>
      </Box>
      <Ready of={{ ...list.query, data: filtered }} instead={saved}>
        {(rows) => {
          const pageText = wordsText(pageWords(list))
          return (
            <>
              <Paper
                className={rows.length > 0 ? 'screen-only' : undefined}
                variant="outlined"
                sx={{
                  flex: 1,
                  minHeight: asCards ? 0 : 300,
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
                ) : (
                  <RowsOf
                    asCards={asCards}
                    density={settings.density}
                    rows={rows}
                    columns={shown}
                    rowActions={rowActions}
                    actions={actions}
                    selection={selection}
                    sorting={list.sorting}
                    page={list.place.page}
                  />
                )}
              </Paper>
              <Pager list={list} />
              {saved}
              {printing && rows.length > 0 && (
                <>
                  {pageText !== 'None' && <Box sx={{ color: 'text.secondary', mt: 1 }}>{pageText}</Box>}
                  <PrintTable rows={rows} columns={shown} />
                </>
              )}
            </>
          )
        }}
      </Ready>
    </>
  )
}

function RowsOf<R extends { id?: number }>({
  asCards,
  density,
  page,
  ...view
}: RowsView<R> & { asCards: boolean; density: Density; page: number }) {
  const Grid = useLazyPart(grid, { afterPaint: true })
  if (asCards) return <RowCards {...view} />
  return Grid ? <Grid {...view} density={density} page={page} /> : <PlainTable {...view} density={density} />
}
