import { useEffect, useState, useSyncExternalStore } from 'react'
import { onSealedChange, sealedHere } from '#device/sealedUsers'
import SignIn from './SignIn'
import { later, useLater } from '#ui/feedback/later'
import { appModule } from './appModule'
import { doors } from './doors'
import { useAuth } from '#auth/useAuth'

const app = later(async () => {
  const { default: App, prepare } = await appModule()
  await prepare()
  return App
})
const toasts = later(async () => (await import('#ui/feedback/Toasts')).default)
const locked = later(async () => (await import('./Locked')).default)

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
  const atSignIn = !wasIn && doors.includes(path)
  const App = useLater(app, { afterMs: atSignIn || isLocked ? whileTypingMs : 0 })
  const Toasts = useLater(toasts, { afterMs: whileTypingMs })
  const Locked = useLater(locked, { afterMs: isLocked ? 0 : null })
  useEffect(() => {
    if (isLocked) void appModule().then(({ vaultLock }) => vaultLock.sealLeftOpen())
  }, [isLocked])
  if (isLocked && wasIn) return null
  return (
    <>
      {isLocked && Locked ? <Locked /> : atSignIn ? <SignIn /> : !isLocked && App && <App />}
      {Toasts && <Toasts />}
    </>
  )
}

const isAsked = () => sealedHere().asked

/** Behind the door already: the app is wanted at once. */
export const startApp = () => void app.take()
