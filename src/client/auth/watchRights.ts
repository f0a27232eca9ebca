import { deviceMs } from '#device/deviceMs'
import type { QueryClient } from '@tanstack/react-query'
import { currentAuth } from '#device/auth'
import { connection } from '#transport/connection'
import { whenForbidden } from '#transport/send'
import { ownPermissionsKey, refreshPermissions } from './permissions'

const intervalMs = 300_000
/** Several refused calls of one screen cause one refresh. */
const pauseMs = 3000
/** Permissions younger than this are not refreshed when the window gets the focus. */
const freshMs = 5000

/**
 * Keeps the own permissions current, as another admin may change them. They are fetched again when a call is refused for
 * a missing permission, when the window gets the focus, and every five minutes.
 */
export function watchRights(queries: QueryClient): () => void {
  let pause: ReturnType<typeof setTimeout> | undefined
  let refusedAgain = false
  const refresh = () => {
    refusedAgain = false
    refreshPermissions(queries)
    pause = setTimeout(() => {
      pause = undefined
      if (refusedAgain) refresh()
    }, pauseMs)
  }
  const stopForbidden = whenForbidden(() => {
    const auth = currentAuth()
    // The permissions call itself may be the refused one: do not refetch in a loop.
    if (!auth || queries.isFetching({ queryKey: ownPermissionsKey(auth) }) > 0) return
    if (pause === undefined) refresh()
    else refusedAgain = true
  })

  const refreshIfOld = () => {
    const auth = currentAuth()
    if (!auth || document.visibilityState !== 'visible' || !connection().online) return
    const { dataUpdatedAt = 0, errorUpdatedAt = 0 } = queries.getQueryState(ownPermissionsKey(auth)) ?? {}
    if (deviceMs() - Math.max(dataUpdatedAt, errorUpdatedAt) > freshMs) refreshPermissions(queries)
  }
  const timer = setInterval(refreshIfOld, intervalMs)
  window.addEventListener('focus', refreshIfOld)
  document.addEventListener('visibilitychange', refreshIfOld)
  return () => {
    clearTimeout(pause)
    clearInterval(timer)
    stopForbidden()
    window.removeEventListener('focus', refreshIfOld)
    document.removeEventListener('visibilitychange', refreshIfOld)
  }
}
