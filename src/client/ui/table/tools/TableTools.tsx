import TuneOutlined from '@mui/icons-material/TuneOutlined'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type ReactNode, useContext, useRef, useState } from 'react'
import type { Column } from '#contract/call'
import type { Density } from '../tableSettings'
import type { TableSource } from '../tableSource'
import { ColumnChooser } from './ColumnChooser'
import { SortSelect } from './SortSelect'
import { useToolKeys } from './useToolKeys'
import { type TableDisplay, ViewsOf } from './viewsOf'

type Props<R> = {
  list: TableSource<R>
  columns: readonly Column<R>[]
  /** The columns that the table shows. */
  inSight: readonly Column<R>[]
  hidden: string[]
  isChosen: boolean
  /** Without fields: the columns of the list. */
  hide: (fields?: string[]) => void
  density: Density
  setDensity: (density: Density) => void
  setDisplay: (display: TableDisplay | undefined) => void
  asCards: boolean
  search?: ReactNode
  chips?: ReactNode
  filters?: ReactNode
  tools?: ReactNode
}

/** The tools of a list: search, filters, views, columns, density, export. */
export function TableTools<R>({
  list,
  columns,
  asCards,
  search,
  chips,
  filters,
  tools,
  ...display
}: Props<R>) {
  const { inSight, hidden, isChosen, hide, density, setDensity, setDisplay } = display
  const Views = useContext(ViewsOf)
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useToolKeys(place)
  const filterLabel = list.isWhole ? 'Filter this list' : 'Filter this page'
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
    <div
      ref={place}
      className={`list-tools screen-only ${filters ? 'with-filters' : ''} ${isOpen ? 'open' : ''}`}
    >
      {search ?? quickFilter}
      {filters && <span className="more-filters">{filters}</span>}
      {chips}
      <Button
        className="more-tools icon-tool"
        variant="outlined"
        aria-label="Filters and tools"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <TuneOutlined fontSize="small" />
      </Button>
      <div className="page-tools">
        {Views && <Views list={list.viewed} display={{ hidden, density }} setDisplay={setDisplay} />}
        {search && quickFilter}
        <ColumnChooser
          {...{ columns, inSight, isChosen, hide }}
          density={asCards ? undefined : density}
          setDensity={setDensity}
        />
        {tools}
        {asCards && list.sorting && <SortSelect columns={columns} sorting={list.sorting} />}
      </div>
    </div>
  )
}
