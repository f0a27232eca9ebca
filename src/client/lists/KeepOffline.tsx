import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useContext } from 'react'
import { useOfflineList } from '#api/paging/useOfflineList'
import type { PagedList } from '#api/paging/usePagedList'
import { formatCount } from '#domain/money/figures'
import { ScreenTitle } from '#ui/layout/Screen'
import { useConnection } from '#api/useConnection'

/** What is kept of a list, and whether it is fresh. */
export type Kept = Pick<PagedList, 'call' | 'body' | 'total' | 'query' | 'savedMatches'>

/** Keeps the shown list, with its filter, offline. */
export function KeepOffline({ list }: { list: Kept }) {
  const { online } = useConnection()
  const title = useContext(ScreenTitle)
  const { call, body, total, query } = list
  const isFresh = query.isSuccess && !query.isPlaceholderData && !query.isFetching && !list.savedMatches
  const { state, keep, cancel, remove } = useOfflineList({ call, body, total, title }, isFresh)
  const why = 'why' in state && state.why && <span role="status">{state.why}</span>
  const offlineProps = {
    disabled: !online,
    title: online ? undefined : 'Keeping a list offline needs a connection.',
  }
  switch (state.kind) {
    case 'unknown':
      return null
    case 'none':
      return total > 0 && !list.savedMatches ? (
        <>
          <SmallButton {...offlineProps} onClick={keep}>
            Keep offline
          </SmallButton>
          {why}
        </>
      ) : null
    case 'fetching':
      return (
        <>
          <Progress rows={state.rows} total={state.total} />
          <SmallButton onClick={cancel}>Cancel</SmallButton>
        </>
      )
    case 'partial':
      return (
        <>
          <span>{`${rowsText(state)} kept offline`}</span>
          {why}
          <SmallButton {...offlineProps} onClick={keep}>
            Resume
          </SmallButton>
          <SmallButton onClick={remove}>Remove from this device</SmallButton>
        </>
      )
    case 'kept':
      return (
        <>
          <span>Kept offline</span>
          {why}
          <SmallButton onClick={remove}>Remove from this device</SmallButton>
        </>
      )
  }
}

type ButtonProps = { children: string; onClick: () => void; disabled?: boolean; title?: string | undefined }

const SmallButton = (props: ButtonProps) => <Button size="small" variant="outlined" {...props} />

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
