import { isBeingLeft, watchLeaving } from '#device/leaving'

const key = 'alajo.reloaded-for-start'
/** The app has started, or the failure is shown. */
let isOver = false

/**
 * In both pages, before all other scripts: where a file of the start is missing after a deploy, is cut off, or is another one, the
 * page is reloaded once, and says so if that did not help. Without it the page would stay blank, and Sign In disabled.
 */
type LoadGuard = {
  /** Reloads, unless this tab did so already, is without a network, or is being left. */
  reloadOnce: () => boolean
  /** From here on, the app itself handles what does not arrive. */
  done: () => void
}

function reloadOnce() {
  if (!navigator.onLine || isBeingLeft() || wasReloaded()) return false
  location.reload()
  return true
}

/** Whether this tab was reloaded for its start; without storage nobody knows, and it is not. */
function wasReloaded() {
  try {
    if (sessionStorage.getItem(key)) return true
    sessionStorage.setItem(key, '1')
    return false
  } catch {
    return true
  }
}

function fail() {
  // Firefox aborts scripts that are loading when a page is left.
  if (isOver || isBeingLeft()) return
  isOver = true
  if (reloadOnce()) return
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show)
  else show()
}

/** The page's own copy of what the app shows (LoadFailed.tsx). */
function show() {
  const message = document.querySelector<HTMLTemplateElement>('#load-failed')
  const root = document.getElementById('root')
  if (!message || !root) return
  root.replaceChildren(message.content.cloneNode(true))
  const reload = () => location.reload()
  root.querySelector('button')?.addEventListener('click', reload)
  addEventListener('online', reload)
}

watchLeaving()
addEventListener(
  'error',
  (event) => {
    // A script that did not arrive, or one that is no script: a page in its place.
    if (event.target instanceof HTMLScriptElement || event.error instanceof SyntaxError) fail()
  },
  true,
)
window.loadGuard = {
  reloadOnce,
  done: () => {
    isOver = true
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Without storage nothing is recorded.
    }
  },
}

declare global {
  interface Window {
    /** Not in development, where Vite shows what fails. */
    loadGuard?: LoadGuard
  }
}
