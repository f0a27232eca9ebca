import Popover from '@mui/material/Popover'
import { useState } from 'react'
import type { PagedList } from '#api/paging/usePagedList'
import type { SavedMatches } from '#offline/savedRows'
import { useIsSaved } from '#offline/useIsSaved'
import { pluralize, formatCount } from '#domain/money/figures'
import { wordsText } from '#domain/lists/filterWords'
import { AgeChip, AgeOnPaper } from '#ui/text/Age'
import { OnPaper } from '#ui/print/OnPaper'
import { type Kept, KeepOffline, keptText, useKeptList } from './KeepOffline'
import './listStatus.css'

type Summarised = Kept &
  Pick<PagedList, 'rows' | 'perPage' | 'place' | 'queryKey' | 'words' | 'filters' | 'isEnabled'>

/** Beside a list's title: its number of rows, and how fresh they are. */
export function ListSummary({ list, noun }: { list: Summarised; noun: string }) {
  if (list.rows === undefined || !list.isEnabled) return <span className="summary-area" />
  return (
    <>
      <span className="summary-area" />
      <span>{pluralize(list.total, noun)}.</span>
      <OnPaper>{`Filter: ${wordsText(list.words)}`}</OnPaper>
      {list.savedMatches && <span role="status">{searchedText(list, list.savedMatches, noun)}</span>}
      <ListStatus list={list} />
    </>
  )
}

/** The age of a list, and whether it is kept offline: a button that opens what can be done about it. */
function ListStatus({ list }: { list: Summarised }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const offline = useKeptList(list)
  const isSaved = useIsSaved(list.queryKey) && !list.savedMatches
  const pages = Math.max(1, Math.ceil(list.total / list.perPage))
  return (
    <>
      <AgeOnPaper updatedAt={list.query.dataUpdatedAt} />
      <button
        type="button"
        className="list-status screen-only"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <AgeChip updatedAt={list.query.dataUpdatedAt} />
        <span className="list-status-kept">
          {keptText(offline.state) ??
            (isSaved ? `Page ${list.place.page} of ${pages} saved` : 'Not kept offline')}
        </span>
      </button>
      {'why' in offline.state && offline.state.why && <span role="status">{offline.state.why}</span>}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { className: 'list-status-panel', role: 'dialog', 'aria-label': 'Offline use' } }}
      >
        <KeepOffline list={list} offline={offline} onDone={() => setAnchor(null)} />
      </Popover>
    </>
  )
}

/** 'Searching 420 saved customers of 3,180.', or 'Sorting …' without a search. */
function searchedText(
  { filters }: Pick<PagedList, 'filters'>,
  { searched, total }: SavedMatches<unknown>,
  noun: string,
) {
  const verb = Object.keys(filters).length > 0 ? 'Searching' : 'Sorting'
  return `${verb} ${pluralize(searched, `saved ${noun}`)}${total === undefined ? '' : ` of ${formatCount(total)}`}.`
}
