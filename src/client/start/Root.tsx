import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { onSealedChange, sealedUsers } from '#device/sealedUsers'
import SignIn from './SignIn'
import { LoadFailed } from '#screens/session/LoadFailed'
import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'
import { PlainToasts } from '#ui/feedback/PlainToasts'
import { appModule } from './appModule'
import { signInPaths } from './signInPaths'
import { useAuth } from '#auth/useAuth'

const app = lazyPart(async () => {
  const { default: App, prepare } = await appModule()
  await prepare()
  return App
})
const toasts = lazyPart(async () => (await import('#ui/feedback/Toasts')).default)
const locked = lazyPart(async () => (await import('./Locked')).default)

const signInDelayMs = 400

/**
 * Shows sign-in, the lock screen or the app. Sign-in is prerendered and must not wait for the app. After a session, sign-in
 * is shown on a fresh page only (session.ts), so that nobody types into a page that is about to reload.
 */
export function Root({ path }: { path: string }) {
  const auth = useAuth()
  const isLocked = useSyncExternalStore(onSealedChange, showsLockScreen, () => false) && auth === null
  const [wasSignedIn, setWasSignedIn] = useState(auth !== null)
  if (auth && !wasSignedIn) setWasSignedIn(true)
  const atSignIn = !wasSignedIn && signInPaths.includes(path)
  const [isFailed, setFailed] = useState(false)
  const onFail = useCallback(() => {
    if (!window.loadGuard?.reloadOnce()) setFailed(true)
  }, [])
  const App = useLazyPart(app, {
    afterMs: atSignIn || isLocked ? signInDelayMs : 0,
    // Sign-in and the lock screen need the app only at their end, and then load it again.
    ...(!atSignIn && !isLocked && { onFail }),
  })
  const [lacksToasts, setLacksToasts] = useState(false)
  const onNoToasts = useCallback(() => setLacksToasts(true), [])
  const Toasts = useLazyPart(toasts, { afterMs: signInDelayMs, onFail: onNoToasts })
  const Locked = useLazyPart(locked, { afterMs: isLocked ? 0 : null, onFail })
  useEffect(() => {
    if (!isLocked) return
    // Without the app, the session is sealed at the next start.
    void appModule().then(
      ({ vaultLock }) => vaultLock.sealIdleSession(),
      () => undefined,
    )
  }, [isLocked])
  const Screen = isLocked ? Locked : App
  const isStarted = atSignIn || Screen !== undefined
  useEffect(() => {
    if (isStarted) window.loadGuard?.done()
  }, [isStarted])
  if (isLocked && wasSignedIn) return null
  return (
    <>
      {atSignIn && !(isLocked && Locked) ? <SignIn /> : Screen ? <Screen /> : isFailed && <LoadFailed />}
      {Toasts ? <Toasts /> : lacksToasts && <PlainToasts />}
    </>
  )
}

const showsLockScreen = () => sealedUsers().asked

/** Loads the app at once, for a signed-in admin. If that fails, Root loads it again and shows the failure. */
export const startApp = () => void app.load().catch(() => undefined)
