import { whenServerTimeKnown } from '#device/clock'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { type Auth, currentAuth, onAuthChange } from '#device/auth'
import { onReconnect, watchConnection } from '#transport/connection'
import { bodyCipher } from '#transport/send'
import { refetchFailedReads } from '#api/queries'
import { restoreIntents } from '#api/changes/intents'
import { storageFull } from '#offline/ownVault'
import { restoreSession } from '#auth/restoreSession'
import { evictedLists, deleteExpired, evictOverLimits } from '#offline/eviction'
import { completeSignIn, vaultKeys } from '#offline/vault'
import { sealIdleSession, unlockVault } from '#offline/vaultLock'
import { styles } from '#ui/theme/styles'
import { theme } from '#ui/theme/theme'
import { toast } from '#ui/feedback/toast'
import { ActorProvider } from '#auth/ActorProvider'
import { signInPaths } from './signInPaths'
import { keepCatalogue } from '#auth/catalogue'
import { queries, restoreRights } from '#auth/queryClient'
import { PressedLinks } from './PressedLinks'
import { prefetchRoute, prefetchShell } from './prefetchRoute'
import { router } from './router'
import { screens } from './screens'
import { type RouteName, routes } from '#routing/routes'
import type { Route } from '#routing/route'
import { watchInactivity } from '#auth/inactivity'
import { watchSessionEnd, watchExpiry } from '#auth/session'
import { watchRights } from '#auth/watchRights'
import { watchRemovedFiles, watchUpdates } from '#shell/updates'
import { whenIdle } from '#shell/whenIdle'

watchRemovedFiles()

/** What sign-in and the lock screen need of the app; both are on screen before it is loaded. */
export const vaultLock = { completeSignIn, sealIdleSession, unlockVault }

/**
 * Runs before the first paint: restores the stored permissions and the catalogue, and starts the first screen's reads. During sign-in it
 * loads the dashboard's code.
 */
export async function prepare() {
  await restoreSession()
  const auth = currentAuth()
  if (auth) {
    // Saved rows need the keys, and reading those takes time: start now.
    void vaultKeys(auth.userId)
    return startSession(auth, location)
  }
  const stop = onAuthChange(() => {
    const signedIn = currentAuth()
    // An idle session is being sealed.
    if (!signedIn) return
    stop()
    const isSignIn = signInPaths.includes(location.pathname)
    void startSession(signedIn, isSignIn ? { pathname: routes.dashboard.path, search: '' } : location)
  })
  await screens.dashboard()
}

async function startSession(auth: Auth, place: { pathname: string; search: string }) {
  restoreRights(auth)
  await keepCatalogue(auth)
  prefetchShell(queries, auth)
  prefetchRoute(queries, place)
}

/**
 * Loads the code of the menu's lists while the browser is idle, one file at a time: on a slow link, a call that the admin waits
 * for shares it with one file at most.
 */
async function loadInBackground() {
  await bodyCipher().catch(() => undefined)
  // What fails now is loaded with its screen.
  for (const [name, { menu }] of Object.entries(routes) as [RouteName, Route][])
    if (menu) await screens[name]().catch(() => undefined)
}

const noSpace = 'There is no space for more saved pages on this device. Saved pages can still be read.'

const noLongerFits = (lists: readonly string[]) =>
  `These lists no longer fit on this device completely: ${lists.join(', ')}. See Offline data.`
const tellFull = () => storageFull.get() && toast('warning', noSpace)
const tellCut = () => {
  const lists = evictedLists.get()
  if (lists.length > 0) toast('warning', noLongerFits(lists))
}
const toastExpired = (lists: readonly string[]) => {
  if (lists.length > 0)
    toast('info', `Kept offline for a week and now deleted from this device: ${lists.join(', ')}.`)
}

export default function App() {
  useEffect(() => {
    watchConnection()
    watchExpiry()
    watchUpdates()
    const expire = () => void deleteExpired().then(toastExpired).then(evictOverLimits)
    const stopExpiring = whenServerTimeKnown(expire)
    void restoreIntents()
    const stopReconnect = onReconnect((wasOffline) => {
      void (wasOffline ? queries.invalidateQueries() : refetchFailedReads(queries))
    })
    const stopRights = watchRights(queries)
    const stopEnd = watchSessionEnd()
    // The first replies may be saved before the app is there to say that they do not fit.
    tellFull()
    tellCut()
    const stopFull = storageFull.subscribe(tellFull)
    const stopCut = evictedLists.subscribe(tellCut)
    const stopInactivity = watchInactivity()
    const stopLoading = whenIdle(() => void loadInBackground())
    return () => {
      stopExpiring()
      stopLoading()
      stopReconnect()
      stopInactivity()
      stopFull()
      stopCut()
      stopEnd()
      stopRights()
    }
  }, [])
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system">
        <CssBaseline />
        <QueryClientProvider client={queries}>
          <ActorProvider>
            <PressedLinks />
            {/* No transitions: on a slow tablet, a permission that arrives during one would interrupt the navigation. */}
            <RouterProvider router={router} useTransitions={false} />
          </ActorProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  )
}
