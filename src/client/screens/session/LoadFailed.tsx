import { useEffect } from 'react'
import { SignInFrame } from './signInParts'

const reload = () => location.reload()

/** Shown in place of the app when its code could not be loaded, such as by a first visit whose network fails. */
export function LoadFailed() {
  useEffect(() => {
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return (
    <SignInFrame>
      <h1>Alajo did not load</h1>
      <p className="soft" role="alert">
        Some of its files did not arrive: the network failed, or Alajo is being updated. Open the page again;
        if this stays, tell who runs Alajo.
      </p>
      <button type="button" className="main-act" onClick={reload}>
        Open again
      </button>
    </SignInFrame>
  )
}
