import type { QueryClient } from '@tanstack/react-query'
import type { Named, NamedRead } from '#contract/call'
import { requiredFields } from '#contract/call'
import { type Access, isSuperadmin } from '#contract/permissions'
import { dashboardCalls } from '#contract/calls/dashboard'
import { sessionCalls } from '#contract/calls/session'
import { type Auth, currentAuth } from '#device/auth'
import { queryOf } from '#api/useCall'
import { listBody } from '#api/paging/listRequest'
import { listPlaceOf } from '#routing/listPlace'
import { routeAt } from '#routing/routes'

type Place = { pathname: string; search: string }

/** Starts the reads of the shell while its code is still loading: what it counts is there when it renders. */
export function prefetchShell(queries: QueryClient, { userId, mustChangePassword }: Auth) {
  if (mustChangePassword) return
  // However recent those stored with the session are: an admin whose rights were changed reloads.
  const ownRights = queryOf(sessionCalls.getSingleAdminPermission, { admin_id: userId })
  void queries.prefetchQuery({ ...ownRights, staleTime: 0 })
  void queries.prefetchQuery(queryOf(dashboardCalls.getWaitingDecisions, {}))
}

/**
 * Starts a screen's reads while its code is still loading, so that permissions and rows take one round trip. Only for
 * reads that need nothing but the address; the screen itself makes the others.
 */
export function prefetchRoute(queries: QueryClient, { pathname, search }: Place) {
  const auth = currentAuth()
  const [, route] = routeAt(pathname) ?? []
  if (!auth || auth.mustChangePassword || !route || needsOtherRole(route, auth.role)) return
  for (const call of route.calls.filter(isRead)) {
    // A read that the activity log records, as a file of all books, is only made by a press.
    if (needsOtherRole(call, auth.role) || call.audited || route.later?.includes(call)) continue
    const body = bodyFrom(call, new URLSearchParams(search))
    if (body) void queries.prefetchQuery(queryOf(call, body as never))
  }
}

/** The role is known before the permissions: skips what only the superadmin can read. */
const needsOtherRole = ({ access }: { access: Access }, role: string | null) =>
  typeof access === 'object' && 'role' in access && !isSuperadmin(role)

const isRead = (call: Named): call is NamedRead => call.kind === 'read'

function bodyFrom(call: NamedRead, params: URLSearchParams): object | undefined {
  const required = requiredFields(call)
  if (required.length === 0) return {}
  return required.join() === 'page' ? listBody(call, listPlaceOf(params)) : undefined
}
