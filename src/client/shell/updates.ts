import { Workbox } from 'workbox-window'
import { connection } from '#transport/connection'
import { isBeingLeft } from '#device/leaving'
import { isWithoutNetwork } from '#device/network'
import { createStore } from '#device/store'
import { hasDirtyForm } from '#forms/leaveGuard'
import { whenIdle } from './whenIdle'

const waiting = createStore<Workbox | undefined>(undefined)

/** Whether a new version of the app is ready to be applied. */
export const updateReady = () => waiting.get() !== undefined
export const onUpdateReady = waiting.subscribe

const registerAfterMs = 2500
const reloadedKey = 'alajo.reloaded-for-chunk'

/**
 * Reloads once to get the new version where a deploy removed a file, unless offline or a form has entries. Called before the
 * first screen's file can fail.
 */
export const watchRemovedFiles = () =>
  window.addEventListener('vite:preloadError', (event) => {
    // Firefox aborts chunks that are loading when a page is left. A reload would replace that navigation.
    if (isBeingLeft()) return
    const reachable = !isWithoutNetwork() && connection().online
    if (sessionStorage.getItem(reloadedKey) || !reachable || hasDirtyForm()) return
    event.preventDefault()
    sessionStorage.setItem(reloadedKey, '1')
    location.reload()
  })

/** Registers the service worker and watches for new versions. */
export function watchUpdates() {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const worker = new Workbox('/service-worker.js')
  worker.addEventListener('waiting', () => waiting.set(worker))
  // Fails without storage (a private window): the app then works online only.
  // Delayed, so that the precache does not compete with the first screen for a slow link.
  whenIdle(() => void worker.register().catch(() => undefined), registerAfterMs)
}

/** Applies the new version and reloads. */
export function applyUpdate() {
  waiting.get()?.addEventListener('controlling', () => location.reload())
  waiting.get()?.messageSkipWaiting()
}
