import SignIn from '#screens/session/SignIn'
import { later, useLater } from '#ui/later'
import { useAuth } from './useAuth'

const app = later(async () => {
  const { default: App, prepare } = await import('./App')
  await prepare()
  return App
})
const toasts = later(async () => (await import('#ui/Toasts')).default)

const doors = ['/', '/login']
const whileTypingMs = 400

/** Sign-in at the door, the app behind it. Sign-in is prerendered and must not wait for the app. */
export function Root({ path }: { path: string }) {
  const auth = useAuth()
  const atSignIn = auth === null && doors.includes(path)
  const App = useLater(app, { afterMs: atSignIn ? whileTypingMs : 0 })
  const Toasts = useLater(toasts, { afterMs: whileTypingMs })
  return (
    <>
      {atSignIn ? <SignIn /> : App && <App />}
      {Toasts && <Toasts />}
    </>
  )
}

/** Behind the door already: the app is wanted at once. */
export const startApp = () => void app.take()
