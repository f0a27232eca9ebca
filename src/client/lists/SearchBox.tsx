import type { ListPlace } from '#api/paging/listRequest'
import { ListSearch } from '#ui/form/ListSearch'

type Props = { place: ListPlace; hint: string; emptyMessage: string }

/** The search of a list by the server, stored in the address. */
export function SearchBox({ place, ...words }: Props) {
  const { search = '' } = place.filters
  return (
    <ListSearch
      value={search}
      onSearch={(text) =>
        // Further letters are no steps of their own.
        place.go({ filters: { ...place.filters, search: text }, replace: search !== '' && text !== '' })
      }
      {...words}
    />
  )
}
