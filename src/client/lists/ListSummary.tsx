import Box from '@mui/material/Box'
import type { PagedList } from '#api/paging/usePagedList'
import type { SavedMatches } from '#offline/savedRows'
import { useIsSaved } from '#offline/useIsSaved'
import { pluralize, formatCount } from '#domain/money/figures'
import { wordsText } from '#domain/lists/filterWords'
import { Age } from '#ui/text/Age'
import { OnPaper } from '#ui/print/OnPaper'
import { type Kept, KeepOffline } from './KeepOffline'

type Summarised = Kept &
  Pick<PagedList, 'rows' | 'perPage' | 'place' | 'queryKey' | 'words' | 'filters' | 'isEnabled'>

/** Under a list's title: its number of rows, its age, and whether this page is saved on this device. */
export function ListSummary({ list, noun }: { list: Summarised; noun: string }) {
  const pages = Math.max(1, Math.ceil(list.total / list.perPage))
  const isSaved = useIsSaved(list.queryKey)
  if (list.rows === undefined || !list.isEnabled) return <span className="summary-area" />
  return (
    <>
      <span className="summary-area" />
      <span>{pluralize(list.total, noun)}.</span>
      <Age updatedAt={list.query.dataUpdatedAt} />
      <OnPaper>{`Filter: ${wordsText(list.words)}`}</OnPaper>
      {list.savedMatches && <span role="status">{searchedText(list, list.savedMatches, noun)}</span>}
      <Box className="screen-only" sx={{ display: 'contents' }}>
        <KeepOffline list={list} />
      </Box>
      {isSaved && !list.savedMatches && (
        <span className="screen-only">{`Page ${list.place.page} of ${pages} saved`}</span>
      )}
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
