import { createRoot, hydrateRoot } from 'react-dom/client'
import { Root, startApp } from './start/Root'
import { currentAuth, hasHint, idleSession } from './device/auth'
import { watchLeaving } from './device/leaving'
import { rememberSealed } from './device/sealedUsers'
import { LoadFailed } from './screens/session/LoadFailed'
import './screens/session/signIn.css'
import './start/frame.css'

watchLeaving()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no element for the app')
if (allowsSiteData()) void start(root)
else void showStorageBlocked(root)

async function start(at: HTMLElement) {
  /** The last chosen colour scheme; MUI stores it under this name. */
  const chosen = localStorage.getItem('mui-mode')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen

  // The session may have ended: read IndexedDB while the app is loading. Without a hint the app reads it.
  if (hasHint()) {
    startApp()
    const restore = await import('./auth/restoreSession').catch(() => undefined)
    if (!restore) return showFailed(at)
    await restore.restoreSession()
  }
  const idle = idleSession.get()
  if (idle) rememberSealed(idle, { lockScreen: true })

  const page = <Root path={location.pathname} />
  /** The page for / contains the prerendered sign-in form; a signed-in admin gets the app instead. */
  if (at.firstElementChild && currentAuth() === null) hydrateRoot(at, page)
  else createRoot(at).render(page)
}

/** The session can't be read: sign-in would look as if it had ended. */
function showFailed(at: HTMLElement) {
  if (!window.loadGuard?.reloadOnce()) createRoot(at).render(<LoadFailed />)
}

/** A browser that blocks site data throws when localStorage is accessed. */
function allowsSiteData() {
  try {
    return localStorage.length >= 0
  } catch {
    return false
  }
}

async function showStorageBlocked(at: HTMLElement) {
  const Message = await import('./screens/session/StorageBlocked').then(
    ({ default: StorageBlocked }) => StorageBlocked,
    () => LoadFailed,
  )
  createRoot(at).render(<Message />)
}
