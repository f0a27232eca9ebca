import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { type Auth, currentAuth, onAuthChange } from '#device/auth'
import { onFound, watchConnection } from '#transport/connection'
import { refetchFailedReads } from '#api/queries'
import { restoreIntents } from '#api/intents'
import { storageFull } from '#offline/ownVault'
import { restoreSession } from '#auth/restoreSession'
import { evictedLists, deleteExpired, evictOverLimits } from '#offline/eviction'
import { completeSignIn, vaultKeys } from '#offline/vault'
import { sealIdleSession, unlockVault } from '#offline/vaultLock'
import { grid } from '#ui/table/DataTable'
import { styles } from '#ui/theme/styles'
import { theme } from '#ui/theme/theme'
import { toast } from '#ui/feedback/toast'
import { ActorProvider } from '#auth/ActorProvider'
import { refreshPermissions } from '#auth/permissions'
import { signInPaths } from './signInPaths'
import { queries, restoreRights } from '#auth/queryClient'
import { prefetchRoute } from './prefetchRoute'
import { router } from './router'
import { screens } from './screens'
import { type RouteName, routes } from '#routing/routes'
import type { Route } from '#routing/route'
import { watchInactivity } from '#auth/inactivity'
import { watchSessionEnd, watchExpiry } from '#auth/session'
import { watchRights } from '#auth/watchRights'
import { watchUpdates } from '#shell/updates'
import { whenIdle } from '#shell/whenIdle'

/** What the door needs of the app: it is on screen before. */
export const vaultLock = { completeSignIn, sealIdleSession, unlockVault }

/**
 * Before the first paint: what this device knows of the own permissions, and the first screen's reads are under way.
 * During sign-in, the screen that it leads to is fetched.
 */
export async function prepare() {
  await restoreSession()
  const auth = currentAuth()
  if (auth) {
    // Saved rows wait for it, and it for the disk: it goes first.
    void vaultKeys(auth.userId)
    return begin(auth, location)
  }
  const stop = onAuthChange(() => {
    const opened = currentAuth()
    // What was left open is being sealed: nobody is signed in yet.
    if (!opened) return
    stop()
    const isDoor = signInPaths.includes(location.pathname)
    begin(opened, isDoor ? { pathname: routes.dashboard.path, search: '' } : location)
  })
  await screens.dashboard()
}

function begin(auth: Auth, place: { pathname: string; search: string }) {
  restoreRights(auth)
  prefetchRoute(queries, place)
}

/** Fetched when nothing else is going on: the lists of the menu, and the grid that they stand in. */
function loadTheRest() {
  const inMenu = (Object.entries(routes) as [RouteName, Route][]).flatMap(([name, { menu }]) =>
    menu ? [screens[name]()] : [],
  )
  // What does not come now comes with the screen that needs it.
  void Promise.allSettled([grid.take(), ...inMenu])
}

const noRoom =
  'There is no room for more saved pages on this device. What is saved already can still be read.'

const noLongerFits = (lists: readonly string[]) =>
  `Not all that you keep offline fits on this device any longer: ${lists.join(', ')}. See Offline data.`
const sayExpired = (lists: readonly string[]) => {
  if (lists.length > 0)
    toast('info', `Kept offline for a week and now deleted from this device: ${lists.join(', ')}.`)
}

export default function App() {
  useEffect(() => {
    watchConnection()
    watchExpiry()
    watchUpdates()
    void deleteExpired().then(sayExpired).then(evictOverLimits)
    void restoreIntents()
    const stopFound = onFound((wasOffline) => {
      if (!wasOffline) return void refetchFailedReads(queries)
      refreshPermissions(queries)
      void queries.invalidateQueries()
    })
    const stopRights = watchRights(queries)
    const stopEnd = watchSessionEnd()
    const stopFull = storageFull.subscribe(() => storageFull.get() && toast('warning', noRoom))
    const stopCut = evictedLists.subscribe(() => toast('warning', noLongerFits(evictedLists.get())))
    const stopInactivity = watchInactivity()
    const stopLoading = whenIdle(loadTheRest)
    return () => {
      stopLoading()
      stopFound()
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
            {/* Not as a transition: on a slow tablet the server's word on a permission would overtake the way out. */}
            <RouterProvider router={router} useTransitions={false} />
          </ActorProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  )
}
