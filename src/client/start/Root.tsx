import { useEffect, useState, useSyncExternalStore } from 'react'
import { onSealedChange, sealedUsers } from '#device/sealedUsers'
import SignIn from './SignIn'
import { lazyPart, useLazyPart } from '#ui/feedback/lazyPart'
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

const whileTypingMs = 400

/**
 * Sign-in at the door, the app behind it. Sign-in is prerendered and must not wait for the app. Who was in comes to
 * the door by a fresh page (session.ts): nothing is typed into one that is about to go.
 */
export function Root({ path }: { path: string }) {
  const auth = useAuth()
  const isLocked = useSyncExternalStore(onSealedChange, isAsked, () => false) && auth === null
  const [wasIn, setWasIn] = useState(auth !== null)
  if (auth && !wasIn) setWasIn(true)
  const atSignIn = !wasIn && signInPaths.includes(path)
  const App = useLazyPart(app, { afterMs: atSignIn || isLocked ? whileTypingMs : 0 })
  const Toasts = useLazyPart(toasts, { afterMs: whileTypingMs })
  const Locked = useLazyPart(locked, { afterMs: isLocked ? 0 : null })
  useEffect(() => {
    if (isLocked) void appModule().then(({ vaultLock }) => vaultLock.sealIdleSession())
  }, [isLocked])
  if (isLocked && wasIn) return null
  return (
    <>
      {isLocked && Locked ? <Locked /> : atSignIn ? <SignIn /> : !isLocked && App && <App />}
      {Toasts && <Toasts />}
    </>
  )
}

const isAsked = () => sealedUsers().asked

/** Behind the door already: the app is wanted at once. */
export const startApp = () => void app.take()
