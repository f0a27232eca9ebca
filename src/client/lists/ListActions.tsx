import type { PagedList } from '#api/paging/usePagedList'
import type { ListRow } from '#offline/savedRows'
import { PrintButton } from '#ui/print/PrintButton'
import { ExportCsv } from './export/ExportCsv'

type Props<Row extends ListRow> = {
  list: PagedList<Row>
  name: string
  label?: string
  unfiltered?: string | undefined
}

/** Exports a list as a file, and prints its page. */
export const ListActions = <Row extends ListRow>(props: Props<Row>) => (
  <>
    <ExportCsv {...props} />
    <PrintButton />
  </>
)
