import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useContext } from 'react'
import { useOfflineList } from '#api/paging/useOfflineList'
import type { PagedList } from '#api/paging/usePagedList'
import { formatCount, pluralize } from '#domain/money/figures'
import { ScreenTitle } from '#ui/layout/Screen'
import { useConnection } from '#api/useConnection'

/** What is kept of a list, and whether it is fresh. */
export type Kept = Pick<PagedList, 'call' | 'body' | 'total' | 'query' | 'savedMatches'>

/** What is kept offline of the shown list, with its filter. */
export function useKeptList({ call, body, total, query, savedMatches }: Kept) {
  const title = useContext(ScreenTitle)
  const isFresh = query.isSuccess && !query.isPlaceholderData && !query.isFetching && !savedMatches
  return useOfflineList({ call, body, total, title }, isFresh)
}

type Offline = ReturnType<typeof useKeptList>

/** 'Kept offline', or how far it is. */
export function keptText(state: Offline['state']): string | undefined {
  if (state.kind === 'kept') return 'Kept offline'
  if (state.kind === 'partial') return `${rowsText(state)} kept offline`
  return state.kind === 'fetching' ? `Keeping ${rowsText(state)}` : undefined
}

type Props = {
  list: Pick<Kept, 'total' | 'savedMatches'>
  offline: Offline
  /** After a press. */
  onDone: () => void
}

/** Keeps the shown list offline, or removes it. */
export function KeepOffline({ list: { total, savedMatches }, offline, onDone }: Props) {
  const { online } = useConnection()
  const { state, keep, cancel, remove } = offline
  const act = (run: () => void) => () => {
    run()
    onDone()
  }
  const offlineProps = {
    disabled: !online,
    title: online ? undefined : 'Keeping a list offline needs a connection.',
  }
  switch (state.kind) {
    case 'unknown':
      return null
    case 'none':
      return total > 0 && !savedMatches ? (
        <>
          <p>All rows of this list, as it is filtered now, can be kept on this device.</p>
          <SmallButton {...offlineProps} onClick={act(keep)}>
            Keep offline
          </SmallButton>
        </>
      ) : (
        <p>Nothing to keep on this device.</p>
      )
    case 'fetching':
      return (
        <>
          <Progress rows={state.rows} total={state.total} />
          <SmallButton onClick={act(cancel)}>Cancel</SmallButton>
        </>
      )
    case 'partial':
      return (
        <>
          <SmallButton {...offlineProps} onClick={act(keep)}>
            Resume
          </SmallButton>
          <SmallButton onClick={act(remove)}>Remove from this device</SmallButton>
        </>
      )
    case 'kept':
      return <SmallButton onClick={act(remove)}>Remove from this device</SmallButton>
  }
}

type ButtonProps = { children: string; onClick: () => void; disabled?: boolean; title?: string | undefined }

const SmallButton = (props: ButtonProps) => <Button size="small" variant="outlined" {...props} />

type Rows = { rows: number; total: number }

const rowsText = ({ rows, total }: Rows) => `${formatCount(rows)} of ${pluralize(total, 'row')}`

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
