import type { QueryClient } from '@tanstack/react-query'
import type { Named, NamedRead } from '#contract/call'
import { requiredFields } from '#contract/call'
import { type Access, isSuperadmin } from '#contract/permissions'
import { sessionCalls } from '#contract/calls/session'
import { currentAuth } from '#device/auth'
import { queryOf } from '#api/useCall'
import { listBody } from '#api/listRequest'
import { listPlaceOf } from '#routing/listPlace'
import { routes } from '#routing/routes'
import type { Route } from '#routing/route'

/**
 * Asks for what a screen reads first while its code is still being fetched and drawn: permissions and rows come in
 * one round trip's time. Only reads that need nothing but the address; the screen asks for the rest.
 */
export function prefetchRoute(
  queries: QueryClient,
  { pathname, search }: { pathname: string; search: string },
) {
  const auth = currentAuth()
  if (!auth || auth.mustChangePassword) return
  void queries.prefetchQuery(queryOf(sessionCalls.getSingleAdminPermission, { admin_id: auth.userId }))
  const all: Route[] = Object.values(routes)
  const route = all.find(({ path, also }) => path === pathname || also?.includes(pathname))
  if (!route || isForOthers(route, auth.role)) return
  for (const call of route.calls.filter(isRead)) {
    if (isForOthers(call, auth.role)) continue
    const body = bodyFrom(call, new URLSearchParams(search))
    if (body) void queries.prefetchQuery(queryOf(call, body as never))
  }
}

/** A role is known before the permissions are: what is not for this one is not asked for. */
const isForOthers = ({ access }: { access: Access }, role: string | null) =>
  typeof access === 'object' && 'role' in access && !isSuperadmin(role)

const isRead = (call: Named): call is NamedRead => call.kind === 'read'

function bodyFrom(call: NamedRead, params: URLSearchParams): object | undefined {
  const required = requiredFields(call)
  if (required.length === 0) return {}
  return required.join() === 'page' ? listBody(call, listPlaceOf(params)) : undefined
}
