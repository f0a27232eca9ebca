import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { Waiting, WaitingFilter } from '#contract/calls/dashboard'
import { calls } from '#contract/index'
import { formatCount } from '#domain/money/figures'
import { waitingText } from '#domain/filterWords'
import { useCall } from '#api/useCall'
import type { ListPlace } from '#api/paging/listRequest'
import { useCan } from '#auth/permissions'
import { routes } from '#routing/routes'
import type { Route } from '#routing/route'

/** The number of pending decisions of some kinds, as last received. */
export type CountWaiting = (kinds?: readonly Waiting[]) => number

/** Fetched by the shell, and again after each change that affects a count. */
export function useWaiting(options: { enabled: boolean }): CountWaiting {
  const { data } = useCall(calls.dashboard.getWaitingDecisions, {}, options)
  return (kinds = []) => kinds.reduce((sum, kind) => sum + (data?.data[kind] ?? 0), 0)
}

/** The filter that shows the rows of a kind; devices have their own list. */
const filterOf: Record<Waiting, WaitingFilter | ''> = {
  loans_first: 'first',
  loans_second: 'second',
  requests_first: 'first',
  requests_second: 'second',
  withdrawals: 'mine',
  differences_first: 'first',
  differences_second: 'second',
  reversals: 'mine',
  devices: '',
}

/** Links to the counted rows, if the admin can open their list. */
export function OpenWaiting({ of: kind, label }: { of: Waiting; label: string }) {
  const can = useCan()
  const all: Route[] = Object.values(routes)
  const list = all.find(({ menu }) => menu?.waiting?.includes(kind))
  if (!list || !can(list.access, 'route')) return null
  const filter = filterOf[kind]
  return (
    <Link
      component={RouterLink}
      to={filter ? `${list.path}?waiting=${filter}` : list.path}
      aria-label={`Open ${label}`}
      sx={target}
    >
      Open
    </Link>
  )
}

type ChoiceProps = { place: Pick<ListPlace, 'filters' | 'go'>; kinds: readonly Waiting[] }

/** Shows how many rows of a list wait for the admin, and switches between those and all. */
export function WaitingChoice({ place: { filters, go }, kinds }: ChoiceProps) {
  const count = useWaiting({ enabled: true })(kinds)
  const { waiting = '', ...others } = filters
  if (waiting !== '')
    return (
      <Box className="screen-only" sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <strong>{`Waiting ${waitingText(waiting)}`}</strong>
        <Button variant="outlined" size="small" onClick={() => go({ filters: others })}>
          Show all
        </Button>
      </Box>
    )
  return (
    count > 0 && (
      <Button
        className="screen-only"
        variant="outlined"
        size="small"
        onClick={() => go({ filters: { ...others, waiting: 'mine' } })}
      >
        {`Waiting for you: ${formatCount(count)}`}
      </Button>
    )
  )
}

/** A touch target of 44 px that does not increase the line height. */
const target = { display: 'inline-block', minWidth: 44, py: 1.5, my: -1.5, px: 1 }
