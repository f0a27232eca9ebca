import type { ImportFile } from '#contract/calls/imports'
import { formatCount } from '#domain/money/figures'
import { showDateTime } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { CardTable, type CardColumn } from '#ui/table/cards/CardTable'
import { nounTitles } from '../nouns'

const columns: CardColumn<ImportFile>[] = [
  { header: 'Content', cell: ({ noun }) => nounTitles[noun] },
  { header: 'File', cell: ({ name }) => <span style={{ overflowWrap: 'break-word' }}>{name}</span> },
  { header: 'Rows', cell: ({ rows }) => formatCount(rows), isNumber: true },
  {
    header: 'Read As',
    cell: ({ read_as: readAs }) => <span style={{ overflowWrap: 'break-word' }}>{readAs ?? ''}</span>,
    isMinor: true,
  },
  { header: 'Bytes', cell: ({ bytes }) => formatCount(bytes), isNumber: true, isMinor: true },
  {
    header: 'Added By',
    cell: ({ added_by_name, created_at }) => `${added_by_name}, ${showDateTime(created_at)}`,
    isMinor: true,
  },
  {
    header: 'SHA-256',
    cell: ({ sha256 }) => <code style={{ overflowWrap: 'anywhere', fontSize: '0.75rem' }}>{sha256}</code>,
    isMinor: true,
  },
]

export const FilesCard = ({ files }: { files: readonly ImportFile[] }) => (
  <Card title="Files">
    <CardTable label="Files" columns={columns} rows={files} keyOf={({ id }) => id} />
  </Card>
)
