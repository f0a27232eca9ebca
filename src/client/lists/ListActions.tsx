import type { PagedList } from '#api/usePagedList'
import { PrintButton } from '#ui/print/PrintButton'
import { ExportCsv } from './ExportCsv'

type Props<Row> = { list: PagedList<Row>; name: string; label?: string; unfiltered?: string | undefined }

/** Ways to take a list along: all of it as a file, the page on paper. */
export const ListActions = <Row,>(props: Props<Row>) => (
  <>
    <ExportCsv {...props} />
    <PrintButton />
  </>
)
