import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { calls } from '#contract/index'
import { importFileNames } from '#domain/import/nouns'
import { formatCount } from '#domain/money/figures'
import { lagosDay } from '#domain/time/lagos'
import { useCall } from '#api/useCall'
import { useConnection } from '#api/useConnection'
import { toastProblem } from '#auth/queryClient'
import { saveFile } from '#transport/saveFile'
import { Ready } from '#ui/feedback/Ready'
import { toast } from '#ui/feedback/toast'
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
      about={<Age of={books.dataUpdatedAt} />}
    >
      <Ready of={books}>
        {({ data }) => (
          <Card title="Contents" narrow>
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
            <p>
              It has customers’ names, phone numbers and addresses. The activity log records who exports it.
            </p>
            <Download />
          </Card>
        )}
      </Ready>
    </Screen>
  )
}

function Download() {
  const { online } = useConnection()
  const [bytes, setBytes] = useState<number>()
  const abort = useRef<AbortController | undefined>(undefined)
  const start = async () => {
    setBytes(0)
    abort.current = new AbortController()
    const { signal } = abort.current
    const name = `books_${lagosDay(new Date())}.zip`
    const saved = await saveFile(exportBooks, {}, name, { signal, onBytes: setBytes })
    setBytes(undefined)
    if (saved.kind === 'saved') toast('success', `${name} downloaded successfully.`)
    else if (saved.kind === 'cancelled') toast('info', 'Download cancelled.')
    else toastProblem(saved.problem)
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      {bytes === undefined ? (
        <Button
          variant="contained"
          disabled={!online}
          aria-describedby={online ? undefined : 'export-note'}
          onClick={() => void start()}
        >
          Export All
        </Button>
      ) : (
        <Button variant="outlined" onClick={() => abort.current?.abort()}>
          {`Cancel download (${formatCount(Math.round(bytes / 1024))} kB)`}
        </Button>
      )}
      {!online && (
        <Box id="export-note" sx={{ color: 'text.secondary' }}>
          The export needs a connection.
        </Box>
      )}
    </Box>
  )
}
