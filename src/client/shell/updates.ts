import { Workbox } from 'workbox-window'
import { connection } from '#transport/connection'
import { createStore } from '#device/store'
import { hasDirtyForm } from '#forms/leaveGuard'
import { whenIdle } from './whenIdle'

const waiting = createStore<Workbox | undefined>(undefined)

/** A new version of the app has been fetched and waits to be applied. */
export const updateReady = () => waiting.get() !== undefined
export const onUpdateReady = waiting.subscribe

const registerAfterMs = 2500
const reloadedKey = 'alajo.reloaded-for-chunk'

/** Registers the service worker, and watches for a new version. It is never applied under an open form. */
export function watchUpdates() {
  // A chunk vanished with a deploy: one reload brings the new version, and only one. Without a network it would
  // bring nothing, and a form with entries is worth more.
  window.addEventListener('vite:preloadError', (event) => {
    const reachable = navigator.onLine && connection().online
    if (sessionStorage.getItem(reloadedKey) || !reachable || hasDirtyForm()) return
    event.preventDefault()
    sessionStorage.setItem(reloadedKey, '1')
    location.reload()
  })
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const worker = new Workbox('/service-worker.js')
  worker.addEventListener('waiting', () => waiting.set(worker))
  // Refused where the browser keeps no storage (a private window): the app then works online.
  // Late: the precache must not compete with the first screen for a slow link.
  whenIdle(() => void worker.register().catch(() => undefined), registerAfterMs)
}

/** Applies the new version at a press, or not at all while a form has entries. */
export function applyUpdate() {
  waiting.get()?.addEventListener('controlling', () => location.reload())
  waiting.get()?.messageSkipWaiting()
}
