import type { PagedList } from '#data/usePagedList'
import { useSavedPageCount } from '#data/useSavedPageCount'
import { formatCount } from '#domain/figures'
import { Age } from '#ui/Age'

/** Under a list's title: how many there are, how old they are and how much is on this device. */
export function AboutList<Row>({ list, noun }: { list: PagedList<Row>; noun: string }) {
  const pages = Math.max(1, Math.ceil(list.total / list.perPage))
  const saved = useSavedPageCount(list.call)
  if (list.rows === undefined || !list.isAsked) return null
  return (
    <>
      <span>
        {formatCount(list.total)} {noun}.
      </span>
      <Age of={list.query.dataUpdatedAt} />
      {saved > 0 && <span>{`Page ${list.place.page} of ${pages} saved`}</span>}
    </>
  )
}
