import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { Waiting } from '#contract/dashboard'
import { calls } from '#contract/index'
import { useCall } from '#data/useCall'
import { useMay } from './permissions'
import { routes } from './routes'
import type { Route } from './routes/route'

/** How much of some kinds waits for the user's decision, as the server last counted it. */
export type CountWaiting = (kinds?: readonly Waiting[]) => number

/** Asked for once by the frame, and again after each change that moves a count. */
export function useWaiting(options: { enabled: boolean }): CountWaiting {
  const { data } = useCall(calls.dashboard.getWaitingDecisions, {}, options)
  return (kinds = []) => kinds.reduce((sum, kind) => sum + (data?.data[kind] ?? 0), 0)
}

/** Leads to where it is decided, if the user may go there: the menu's entry that carries its count. */
export function OpenWaiting({ of: kind, label }: { of: Waiting; label: string }) {
  const may = useMay()
  const all: Route[] = Object.values(routes)
  const list = all.find(({ menu }) => menu?.waiting?.includes(kind))
  if (!list || !may(list.access, 'route')) return null
  return (
    <Link component={RouterLink} to={list.path} aria-label={`Open ${label}`} sx={target}>
      Open
    </Link>
  )
}

/** As large as a thumb, without making its line higher. */
const target = { display: 'inline-block', minWidth: 44, py: 1.5, my: -1.5, px: 1 }
