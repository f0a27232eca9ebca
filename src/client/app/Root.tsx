import { useEffect, useSyncExternalStore } from 'react'
import { onSealedChange, sealedHere } from '#data/sealedUsers'
import SignIn from '#screens/session/SignIn'
import { later, useLater } from '#ui/later'
import { appModule } from './appModule'
import { doors } from './doors'
import { useAuth } from './useAuth'

const app = later(async () => {
  const { default: App, prepare } = await appModule()
  await prepare()
  return App
})
const toasts = later(async () => (await import('#ui/Toasts')).default)
const locked = later(async () => (await import('#screens/session/Locked')).default)

const whileTypingMs = 400

/** Sign-in at the door, the app behind it. Sign-in is prerendered and must not wait for the app. */
export function Root({ path }: { path: string }) {
  const auth = useAuth()
  const isLocked = useSyncExternalStore(onSealedChange, isAsked, () => false) && auth === null
  const atSignIn = auth === null && doors.includes(path)
  const App = useLater(app, { afterMs: atSignIn || isLocked ? whileTypingMs : 0 })
  const Toasts = useLater(toasts, { afterMs: whileTypingMs })
  const Locked = useLater(locked, { afterMs: isLocked ? 0 : null })
  useEffect(() => {
    if (isLocked) void appModule().then(({ vaultLock }) => vaultLock.sealLeftOpen())
  }, [isLocked])
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
