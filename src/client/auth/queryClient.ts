import { hashKey } from '@tanstack/react-query'
import { asProblem, idToReport, type Problem } from '#contract/problems'
import { sessionCalls } from '#contract/calls/session'
import { type Auth, currentAuth, type OwnRights } from '#device/auth'
import { storeRights } from '#device/deviceAuth'
import { createQueryClient } from '#api/queries'
import { nextAct } from '#ui/feedback/nextAct'
import { toast } from '#ui/feedback/toast'
import { ownPermissionsKey, keepsSavedPermissions } from './permissions'

/** Shows a problem as toasts, one for each required field (rules.md, "Reply status"). */
export function toastProblem(problem: Problem) {
  const { code, message, fields } = problem
  if (code === 'signedOut') return
  for (const text of fields.length > 0 ? fields : [message])
    toast('error', text, { requestId: idToReport(problem) })
}

export const queries = createQueryClient({
  onDone: (message, isWarning) => toast(isWarning ? 'warning' : 'success', message, { act: nextAct() }),
  onFailed: toastProblem,
  onReadFailed: ({ code, requestId }, call) => {
    if (call === sessionCalls.getSingleAdminPermission.name) {
      if (code !== 'busy' && code !== 'offline' && code !== 'signedOut')
        toast('error', 'Failed to fetch permissions.', { requestId })
    }
  },
})

/** Puts the stored own permissions into the cache, so that the shell renders at once. */
export function restoreRights(auth: Auth) {
  const { rights } = auth
  if (rights) queries.setQueryData(ownPermissionsKey(auth), rights.reply, { updatedAt: rights.at })
}

/** Stores fresh own permissions with the session, and removes them when the server refuses them. */
queries.getQueryCache().subscribe((event) => {
  const auth = currentAuth()
  if (event.type !== 'updated' || !auth || event.query.queryHash !== hashKey(ownPermissionsKey(auth))) return
  const { data, dataUpdatedAt, error } = event.query.state
  const isFresh = event.action.type === 'success' && !event.action.manual
  if (isFresh) storeRights({ reply: data as OwnRights, at: dataUpdatedAt })
  else if (event.action.type === 'error' && !keepsSavedPermissions(asProblem(error))) storeRights(undefined)
})
