import { useLocation } from 'react-router-dom'
import { historyAccess, type HistoryNoun } from '#contract/calls/history'
import { calls } from '#contract/index'
import { useCan } from '#auth/permissions'
import { type HistoryRoute, historyRoutes, historySubjects } from '#routing/areas/history'

/** Whether the admin may see the histories of a noun's records, as the server decides it. */
export function useSeesHistory() {
  const can = useCan()
  return (noun: HistoryNoun) =>
    [calls.history.getRecordHistory.access, ...historyAccess[noun]].every((one) => can(one, 'read'))
}

/** The record of the open history, by its route. */
export function useHistorySubject() {
  const { pathname, state } = useLocation()
  const routeName = (Object.keys(historyRoutes) as HistoryRoute[]).find(
    (one) => historyRoutes[one].path === pathname,
  )
  const route = routeName ?? 'customerChanges'
  const [noun, id] = historySubjects[route]
  const given = state as Record<string, unknown>
  return {
    noun,
    id: Number(given[id]),
    name: typeof given.name === 'string' ? given.name : undefined,
    parent: historyRoutes[route].parent,
  }
}
