import type { QueryClient } from '@tanstack/react-query'
import { currentAuth } from '#device/auth'
import { connection } from '#transport/connection'
import { whenForbidden } from '#transport/send'
import { ownPermissionsKey, refreshPermissions } from './permissions'

const everyMs = 300_000
/** A screen with several refused calls asks once. */
const pauseMs = 3000
/** Switching windows back and forth asks once. */
const currentMs = 5000

/**
 * Keeps the own permission list current while another admin may change it: it is fetched again when a call is refused
 * for a missing permission, when the window gets the focus, and every five minutes. The guard, the menu and the buttons
 * read it and follow.
 */
export function watchRights(queries: QueryClient): () => void {
  let pause: ReturnType<typeof setTimeout> | undefined
  let refusedMeanwhile = false
  const ask = () => {
    refusedMeanwhile = false
    refreshPermissions(queries)
    pause = setTimeout(() => {
      pause = undefined
      if (refusedMeanwhile) ask()
    }, pauseMs)
  }
  whenForbidden(() => {
    const auth = currentAuth()
    // Also where the list itself is refused: it is not fetched again for that.
    if (!auth || queries.isFetching({ queryKey: ownPermissionsKey(auth) }) > 0) return
    if (pause === undefined) ask()
    else refusedMeanwhile = true
  })

  const look = () => {
    const auth = currentAuth()
    if (!auth || document.visibilityState !== 'visible' || !connection().online) return
    const { dataUpdatedAt = 0, errorUpdatedAt = 0 } = queries.getQueryState(ownPermissionsKey(auth)) ?? {}
    if (Date.now() - Math.max(dataUpdatedAt, errorUpdatedAt) > currentMs) refreshPermissions(queries)
  }
  const timer = setInterval(look, everyMs)
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(pause)
    clearInterval(timer)
    whenForbidden(() => {})
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}
