import { createRoot, hydrateRoot } from 'react-dom/client'
import { Root, startApp } from './start/Root'
import { currentAuth, hasHint, idleSession } from './device/auth'
import { rememberSealed } from './device/sealedUsers'
import './screens/session/signIn.css'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the app')
if (keepsSiteData()) void start(place)
else void sayNothingIsKept(place)

async function start(at: HTMLElement) {
  /** Light or dark as last chosen; the app keeps it under this name. */
  const chosen = localStorage.getItem('mui-mode')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen

  // What was open may be closed by now: IndexedDB is asked while the app is on its way. Without a hint the app asks it.
  if (hasHint()) {
    startApp()
    await import('./auth/restoreSession').then(
      ({ restoreSession }) => restoreSession(),
      () => undefined,
    )
  }
  const left = idleSession.get()
  if (left) rememberSealed(left, { asked: true })

  const root = <Root path={location.pathname} />
  /** The page for / carries the sign-in form already; a signed-in user gets the app in its place. */
  if (at.firstElementChild && currentAuth() === null) hydrateRoot(at, root)
  else createRoot(at).render(root)
}

/** A browser told to block cookies throws at the first touch of what it would keep for a site. */
function keepsSiteData() {
  try {
    return localStorage.length >= 0
  } catch {
    return false
  }
}

async function sayNothingIsKept(at: HTMLElement) {
  const { default: StorageBlocked } = await import('./screens/session/StorageBlocked')
  createRoot(at).render(<StorageBlocked />)
}
