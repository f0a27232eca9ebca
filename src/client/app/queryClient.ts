import { hashKey } from '@tanstack/react-query'
import type { Problem } from '#contract/problems'
import { sessionCalls } from '#contract/session'
import type { Auth } from '#data/auth'
import { createQueryClient } from '#data/queries'
import { savedPages } from '#data/savedPages'
import { toast } from '#ui/toast'
import { ownKey } from './permissions'

/** Problems of a change are said here, once for the whole product: one toast for each required field (spec 1, point 8). */
export function sayProblem({ code, message, fields }: Problem) {
  if (code === 'signedOut') return
  for (const text of fields.length > 0 ? fields : [message]) toast('error', text)
}

export const queries = createQueryClient({
  onDone: (message, isWarning) => toast(isWarning ? 'warning' : 'success', message),
  onFailed: sayProblem,
  onReadFailed: ({ code }, call) => {
    if (code === 'forbidden') void savedPages.dropCall(call)
    if (call === sessionCalls.getSingleAdminPermission.name) {
      if (code !== 'busy' && code !== 'offline' && code !== 'signedOut')
        toast('error', 'Failed to fetch permissions.')
    }
  },
})

/** Storage that is slow must not hold the shell: it then waits for the server's word. */
const restoreLimitMs = 300

/** The own permission list as it was last read, so that the shell paints with it. */
export async function restoreOwnPermissions(auth: Auth) {
  const queryKey = ownKey(auth)
  const limit = new Promise<undefined>((past) => setTimeout(past, restoreLimitMs))
  const saved = await Promise.race([savedPages.restore(hashKey(queryKey)), limit])
  if (saved) queries.setQueryData(queryKey, saved.data, { updatedAt: saved.savedAt })
}
