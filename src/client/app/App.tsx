import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router-dom'
import { type Auth, currentAuth, onAuthChange } from '#data/auth'
import { onFound, watchConnection } from '#data/connection'
import { readLostAgain } from '#data/queries'
import { restoreIntents } from '#data/intents'
import { full } from '#data/ownVault'
import { restored } from '#data/restored'
import { cutLists, dropExpired, keepWithinBounds } from '#data/upkeep'
import { enter, vaultKeys } from '#data/vault'
import { sealLeftOpen, unlockVault } from '#data/vaultLock'
import { grid } from '#ui/DataTable'
import { styles } from '#ui/styles'
import { theme } from '#ui/theme'
import { toast } from '#ui/toast'
import { ActorProvider } from './ActorProvider'
import { refreshPermissions } from './permissions'
import { doors } from './doors'
import { queries, restoreRights } from './queryClient'
import { readAhead } from './readAhead'
import { router } from './router'
import { routes } from './routes'
import type { Route } from './routes/route'
import { watchInactivity } from './inactivity'
import { watchEnd, watchExpiry } from './session'
import { watchRights } from './watchRights'
import { watchUpdates } from './updates'
import { whenIdle } from './whenIdle'

/** What the door needs of the app: it is on screen before. */
export const vaultLock = { enter, sealLeftOpen, unlockVault }

/**
 * Before the first paint: what this device knows of the own permissions, and the first screen's reads are under way.
 * During sign-in, the screen that it leads to is fetched.
 */
export async function prepare() {
  await restored()
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
    const isDoor = doors.includes(location.pathname)
    begin(opened, isDoor ? { pathname: routes.dashboard.path, search: '' } : location)
  })
  await routes.dashboard.screen()
}

function begin(auth: Auth, place: { pathname: string; search: string }) {
  restoreRights(auth)
  readAhead(queries, place)
}

/** Fetched when nothing else is going on: the lists of the menu, and the grid that they stand in. */
function loadTheRest() {
  const screens = (Object.values(routes) as Route[]).flatMap(({ menu, screen }) => (menu ? [screen()] : []))
  // What does not come now comes with the screen that needs it.
  void Promise.allSettled([grid.take(), ...screens])
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
    void dropExpired().then(sayExpired).then(keepWithinBounds)
    void restoreIntents()
    const stopFound = onFound((wasOffline) => {
      if (!wasOffline) return void readLostAgain(queries)
      refreshPermissions(queries)
      void queries.invalidateQueries()
    })
    const stopRights = watchRights(queries)
    const stopEnd = watchEnd()
    const stopFull = full.subscribe(() => full.get() && toast('warning', noRoom))
    const stopCut = cutLists.subscribe(() => toast('warning', noLongerFits(cutLists.get())))
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
