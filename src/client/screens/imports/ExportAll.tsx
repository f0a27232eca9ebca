import { today } from '#device/today'
import { calls } from '#contract/index'
import { importFileNames } from '#domain/import/nouns'
import { formatCount } from '#domain/money/figures'
import { useCall } from '#api/useCall'
import { FileButton } from '#lists/export/FileButton'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { Age } from '#ui/text/Age'
import { CardTable } from '#ui/table/cards/CardTable'
import { nounTitles } from './nouns'

const { countBooks, exportBooks } = calls.imports

/** All books as one archive of CSV files, which an import reads. */
export default function ExportAll() {
  const books = useCall(countBooks, {})
  return (
    <Screen
      note="All books as CSV files in one archive, complete and as of one moment, in the format that an import reads. BVN and NIN, files of guarantors, pending requests and histories are not in it."
      about={<Age updatedAt={books.dataUpdatedAt} />}
    >
      <Ready query={books}>
        {({ data }) => (
          <Card title="Contents" narrow>
            <FileButton call={exportBooks} body={{}} name={`books_${today()}.zip`} label="Export All" />
            <p>
              It has customers’ names, phone numbers and addresses. The activity log records who exports it.
            </p>
            <CardTable
              label="Contents"
              columns={[
                { header: 'Content', cell: ({ noun }) => nounTitles[noun] },
                { header: 'File', cell: ({ noun }) => `${importFileNames[noun]}.csv` },
                { header: 'Rows', cell: ({ rows }) => formatCount(rows), isNumber: true },
              ]}
              rows={data.rows}
              keyOf={({ noun }) => noun}
            />
          </Card>
        )}
      </Ready>
    </Screen>
  )
}
