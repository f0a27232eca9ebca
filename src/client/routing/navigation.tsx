import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import type { ListPlace } from '#api/paging/listRequest'
import { listPlaceOf } from './listPlace'
import { useActor, useCan } from '#auth/permissions'
import { fragmentOf } from './linkedState'
import { RouteLink } from './RouteLink'
import { type RouteName, routes, type StateOf } from './routes'
import { isForChange, type Route } from './route'
import { addressLeft, returnTo, useWhereLeft } from './whereLeft'

/** Ids are passed in navigation state, never in the address (rules.md, "Navigation state"). */
export type To<N extends RouteName> = { to: N } & (StateOf<N> extends undefined
  ? { state?: never }
  : { state: StateOf<N> })

/** The address of a screen; of a list with filters, if given. */
export const pathTo = (to: RouteName, filters: Record<string, string> = {}) =>
  [routes[to].path, new URLSearchParams(filters).toString()].filter(Boolean).join('?')

/** Opens a screen in a new tab, with its ids. */
export const openTab = (path: string, state: unknown) =>
  void window.open(path + fragmentOf(state), '_blank', 'noopener')

export function useGo() {
  const navigate = useNavigate()
  const opens = useOpens()
  return useCallback(
    <N extends RouteName>(to: N, ...[state]: StateOf<N> extends undefined ? [] : [StateOf<N>]) =>
      void (opens(to)
        ? navigate(routes[to].path, { state: state ?? null })
        : navigate(routes.dashboard.path)),
    [navigate, opens],
  )
}

/** Whether the admin may open a screen, to read it at least; before the own permissions are known, every one. */
function useOpens() {
  const { actor } = useActor()
  const can = useCan()
  return useCallback(
    (name: RouteName) => actor === null || can((routes[name] as Route).access, 'route'),
    [actor, can],
  )
}

/** The ids that a screen was opened with. The guard opens no screen without them. */
export function useRouteState<N extends RouteName>(name: N): StateOf<N> {
  const { state } = useLocation()
  return v.parse(routes[name].state as v.GenericSchema, state) as StateOf<N>
}

/** Of a screen with a route for each of two decisions: which of them is open, from 0, and its ids. */
export function useStep<N extends RouteName>(...steps: [first: N, second: N]): [0 | 1, StateOf<N>] {
  const { pathname } = useLocation()
  const step = routes[steps[1]].path === pathname ? 1 : 0
  return [step, useRouteState(steps[step])]
}

/** A list's page, search, filters, order and view are in the address, so that Back and reload keep them. */
export function useListPlace(): ListPlace {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const place = listPlaceOf(params)
  const whereLeft = useWhereLeft()
  return {
    ...place,
    ...whereLeft,
    go: (to) => {
      const sort = 'sort' in to ? to.sort : place.sort
      const next = Object.entries({
        ...(to.filters ?? place.filters),
        sort: sort?.field ?? '',
        order: sort?.order ?? '',
        page: to.page && to.page > 1 ? String(to.page) : '',
        view: ('view' in to ? to.view : place.view) ?? '',
      })
      setParams(Object.fromEntries(next.filter(([, value]) => value !== '')), {
        replace: to.replace ?? to.filters === undefined,
        // Keeps the ids, such as the customer of a customer's list.
        state,
      })
    },
  }
}

/**
 * Whether links to a screen are shown to the admin. A screen for a change needs the permission of the change; can-view-all
 * is not enough (rules.md, "Offered actions"). By address the screen still opens, and its button shows the reason.
 */
export function useOffers() {
  const can = useCan()
  return (name: RouteName) => {
    const route: Route = routes[name]
    return can(route.access, isForChange(route) ? 'write' : 'route')
  }
}

type ActionProps<N extends RouteName> = To<N> & { children: string; variant?: 'contained' | 'outlined' }

/** A button that opens a route; nothing without the route's permission. */
export function LinkButton<N extends RouteName>({
  to,
  state,
  children,
  variant = 'outlined',
}: ActionProps<N>) {
  const offers = useOffers()
  if (!offers(to)) return null
  return (
    <Button component={RouteLink} to={routes[to].path} state={state} variant={variant}>
      {children}
    </Button>
  )
}

/** A link back, to a list as it was left; to the dashboard where the admin may not open the screen. */
export function BackLink<N extends RouteName>({ to, state, children }: To<N> & { children: string }) {
  const opens = useOpens()
  const isOpen = opens(to)
  const { path } = routes[isOpen ? to : 'dashboard']
  return (
    <Link
      component={RouteLink}
      to={addressLeft(path)}
      onClick={() => returnTo(path)}
      state={isOpen ? state : null}
      sx={{ alignSelf: 'center', py: 0.75, '@media (pointer: coarse), (max-width: 899.95px)': { py: 1.375 } }}
    >
      {isOpen ? children : 'Back to dashboard'}
    </Link>
  )
}
