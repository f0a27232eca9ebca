import Box from '@mui/material/Box'
import type { PagedList } from '#api/usePagedList'
import { useSavedPageCount } from '#offline/useSavedPageCount'
import { pluralize, formatCount } from '#domain/money/figures'
import { wordsText } from '#domain/filterWords'
import { Age } from '#ui/text/Age'
import { OnPaper } from '#ui/print/OnPaper'
import { KeepOffline } from './KeepOffline'

/** Under a list's title: how many there are, how old they are and how much is on this device. */
export function ListSummary<Row>({ list, noun }: { list: PagedList<Row>; noun: string }) {
  const pages = Math.max(1, Math.ceil(list.total / list.perPage))
  const saved = useSavedPageCount(list.call)
  if (list.rows === undefined || !list.isAsked) return null
  return (
    <>
      <span>{pluralize(list.total, noun)}.</span>
      <Age of={list.query.dataUpdatedAt} />
      <OnPaper>{`Filter: ${wordsText(list.words)}`}</OnPaper>
      {list.searched && <span role="status">{searchedText(list, list.searched, noun)}</span>}
      {saved > 0 && !list.searched && (
        <span className="screen-only">{`Page ${list.place.page} of ${pages} saved`}</span>
      )}
      <Box className="screen-only" sx={{ display: 'contents' }}>
        <KeepOffline list={list} />
      </Box>
    </>
  )
}

type Searched = { rows: number; total: number | undefined }

/** 'Searching 420 saved customers of 3,180.', or 'Sorting …' where nothing is searched for. */
function searchedText(
  { filters }: Pick<PagedList<unknown>, 'filters'>,
  { rows, total }: Searched,
  noun: string,
) {
  const deed = Object.keys(filters).length > 0 ? 'Searching' : 'Sorting'
  return `${deed} ${pluralize(rows, `saved ${noun}`)}${total === undefined ? '' : ` of ${formatCount(total)}`}.`
}
