import Button from '@mui/material/Button'
import { useContext } from 'react'
import type { Column } from '#contract/call'
import type { FileForm } from '#contract/values'
import { saveRows } from '#transport/exportCsv'
import type { PagedList } from '#api/paging/usePagedList'
import type { ListRow } from '#offline/savedRows'
import { ScreenTitle } from '#ui/layout/Screen'
import { type PageShown, pageWords } from '#ui/table/tableSource'
import { useActor } from '#auth/permissions'
import { ExcelButton } from './ExcelButton'
import { describedIn, tell, toastFile } from './useListExport'
import { useConnection } from '#api/useConnection'

type Props<Row extends ListRow> = {
  list: Pick<PagedList<Row>, 'call' | 'words' | 'query' | 'shownRows' | keyof PageShown>
  columns: readonly Column<Row>[]
  name: string
}

/** Exports the shown rows, after 'Filter this page'. The file is made in the browser, so it works offline. */
export function PageCsv<Row extends ListRow>({ list, columns, name }: Props<Row>) {
  const { actor } = useActor()
  const { online } = useConnection()
  const title = useContext(ScreenTitle)
  if (!actor?.permissions.has('can-download-csv-file')) return null
  const press = async (form: FileForm) => {
    const rows = list.shownRows.current
    if (rows.length === 0) return tell('error', 'No data to download.')
    const words = [...list.words, ...pageWords(list)]
    const outcome = await saveRows(rows, columns, name, {
      form,
      title,
      words,
      total: list.total,
      columns: await describedIn(list.call),
      updatedAt: list.query.dataUpdatedAt,
      isSaved: !online,
    })
    toastFile(form, outcome)
  }
  return (
    <>
      <Button variant="outlined" onClick={() => void press('csv')}>
        CSV of this page
      </Button>
      <ExcelButton subject="this page" onClick={() => void press('xlsx')} />
    </>
  )
}
