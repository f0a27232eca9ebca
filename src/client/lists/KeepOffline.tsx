import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useContext } from 'react'
import { useOfflineList } from '#api/useOfflineList'
import type { PagedList } from '#api/usePagedList'
import { formatCount } from '#domain/money/figures'
import { ScreenTitle } from '#ui/layout/Screen'
import { useConnection } from '#api/useConnection'

/** Keeps the list that is shown, or what is filtered of it, for when there is no network. */
export function KeepOffline<Row>({ list }: { list: PagedList<Row> }) {
  const { online } = useConnection()
  const title = useContext(ScreenTitle)
  const { call, body, total, query } = list
  const isFresh = query.isSuccess && !query.isPlaceholderData && !query.isFetching && !list.found
  const { kept, keep, cancel, remove } = useOfflineList({ call, body, total, title }, isFresh)
  const why = 'why' in kept && kept.why && <span role="status">{kept.why}</span>
  const off = { disabled: !online, title: online ? undefined : 'Keeping a list needs a connection.' }
  switch (kept.state) {
    case 'unknown':
      return null
    case 'not':
      return total > 0 && !list.found ? (
        <>
          <Act {...off} onClick={keep}>
            Keep offline
          </Act>
          {why}
        </>
      ) : null
    case 'fetching':
      return (
        <>
          <Progress rows={kept.rows} total={kept.total} />
          <Act onClick={cancel}>Cancel</Act>
        </>
      )
    case 'partly':
      return (
        <>
          <span>{`${rowsText(kept)} kept offline`}</span>
          {why}
          <Act {...off} onClick={keep}>
            Resume
          </Act>
          <Act onClick={remove}>Remove from this device</Act>
        </>
      )
    case 'kept':
      return (
        <>
          <span>Kept offline</span>
          {why}
          <Act onClick={remove}>Remove from this device</Act>
        </>
      )
  }
}

type ActProps = { children: string; onClick: () => void; disabled?: boolean; title?: string | undefined }

const Act = (props: ActProps) => <Button size="small" variant="outlined" {...props} />

type Rows = { rows: number; total: number }

const rowsText = ({ rows, total }: Rows) => `${formatCount(rows)} of ${formatCount(total)} rows`

const Progress = ({ rows, total }: Rows) => (
  <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
    <LinearProgress
      variant="determinate"
      value={total === 0 ? 100 : Math.min(100, (rows / total) * 100)}
      aria-label="Keeping offline"
      sx={{ width: 120 }}
    />
    <span>{rowsText({ rows, total })}</span>
  </Box>
)
