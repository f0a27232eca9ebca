import { SignInFrame } from './signInParts'

/** Replaces sign-in in a browser that blocks site data, where no session can be stored. */
export default function StorageBlocked() {
  return (
    <SignInFrame>
      <h1>Site data is blocked in this browser</h1>
      <p className="soft" role="alert">
        Alajo needs cookies and site data for a safe sign-in. Allow them for this site in the browser’s
        settings, then open the page again.
      </p>
      <button type="button" className="main-act" onClick={() => location.reload()}>
        Open again
      </button>
    </SignInFrame>
  )
}
