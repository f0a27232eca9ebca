import { SignInFrame } from './signInParts'

/** In place of sign-in where the browser is told to block cookies: neither a session nor its guard can be kept there. */
export default function StorageBlocked() {
  return (
    <SignInFrame>
      <h1>This browser keeps nothing for Alajo</h1>
      <p className="soft" role="alert">
        Cookies and site data are blocked, and without them nobody can be signed in safely. Allow them for
        this site in the browser’s settings, then open the page again.
      </p>
      <button type="button" className="main-act" onClick={() => location.reload()}>
        Open again
      </button>
    </SignInFrame>
  )
}
