import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type Waiting, waitingKinds } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { useCan } from '#auth/permissions'
import { caseLabel } from '#forms/decision/desk'
import { decisionKinds, deskGroups, kindsBy } from '#routing/decisionKinds'
import { pathTo, useOffers } from '#routing/navigation'
import { type RouteName, routeAt, routes } from '#routing/routes'
import { offerNextAct } from '#ui/feedback/nextAct'

const { getDecisionQueue } = calls.decisions

/** The page of a record, by the id with which a screen was opened. */
const pages: readonly [id: string, page: RouteName, label: string][] = [
  ['loan_id', 'loanAccount', 'Open loan'],
  ['user_id', 'customerDetails', 'Open customer'],
  ['agent_id', 'agentDetails', 'Open agent'],
]

/** Screens of a change that open the record's page themselves. */
const openIt: readonly RouteName[] = ['customerFreeze', 'customerUnfreeze']

/**
 * After a change of a record its list opens. The message about a decision offers the next case of what waits, as the desk does;
 * that about another change the record's own page.
 */
export function useNextAct() {
  const { pathname, state } = useLocation()
  const offers = useOffers()
  const navigate = useNavigate()
  const nextCase = useNextCase(pathname, state)
  useEffect(() =>
    offerNextAct(() => {
      const next = nextCase()
      if (next) {
        const { kind, row } = next
        const to = { state: { kind, case_id: row.id } }
        return { label: `Next: ${caseLabel(row)}`, run: () => void navigate(pathTo('decisions'), to) }
      }
      const ids = (state ?? {}) as Record<string, unknown>
      const page = pages.find(([id, name]) => typeof ids[id] === 'number' && offers(name))
      const opensIt = [page?.[1], ...openIt].some((name) => name && routes[name].path === pathname)
      if (!page || pathname.includes('delete') || opensIt) return undefined
      const [id, name, label] = page
      return { label, run: () => void navigate(routes[name].path, { state: { [id]: ids[id] } }) }
    }),
  )
}

/** What follows the case of a screen that decides on one, as it waited when the screen was opened; the same kind first. */
function useNextCase(pathname: string, state: unknown) {
  const can = useCan()
  const kind = kindDecidedAt(pathname)
  const enabled = kind !== undefined && can(getDecisionQueue.access, 'read')
  const { data } = useCall(getDecisionQueue, {}, { enabled })
  return () => {
    if (!enabled) return undefined
    const own = Object.values((state ?? {}) as Record<string, unknown>)
    for (const one of [kind, ...inOrder]) {
      const row = data?.data[one]?.rows.find(({ id }) => !own.includes(id))
      if (row) return { kind: one, row }
    }
    return undefined
  }
}

/** As the queue of the desk. */
const kindsOf = kindsBy('group')
const inOrder = deskGroups.flatMap((group) => kindsOf.get(group) ?? [])

/** The kind on which an approval screen decides. */
function kindDecidedAt(pathname: string): Waiting | undefined {
  const [name, route] = routeAt(pathname) ?? []
  if (!route || name === 'decisions') return undefined
  return waitingKinds.find((kind) => decisionKinds[kind].decide.some((call) => route.calls.includes(call)))
}
