import { type ReactNode, useEffect, useId, useState } from 'react'
import './signIn.css'

/** The text of a form field. */
export const typed = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The frame of sign-in and the lock screen, in plain HTML and CSS. */
export const SignInFrame = ({ children }: { children: ReactNode }) => (
  <div className="sign-in">
    <main className="pane">
      <div className="brand">
        <img src="/icons/mark.svg" alt="" width="30" height="30" />
        Alajo
      </div>
      {children}
    </main>
    <div className="art">
      <p>Every naira collected, every loan approved, readable even when the network is not.</p>
    </div>
  </div>
)

/** A password field that can show its text. */
export function PasswordField({ error }: { error: string | undefined }) {
  const [shown, setShown] = useState(false)
  return (
    <PlainField
      label="Password"
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete="current-password"
      error={error}
    >
      <button type="button" className="show" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
        <span className="unseen"> password</span>
      </button>
    </PlainField>
  )
}

type FieldProps = {
  label: string
  name: string
  type: string
  autoComplete: string
  inputMode?: 'numeric'
  autoFocus?: boolean
  error: string | undefined
  children?: ReactNode
}

export function PlainField({ label, error, children, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <input
          id={id}
          {...input}
          required
          aria-invalid={!!error}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {children}
      </div>
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

export const Fault = ({ fault }: { fault: string | undefined }) => (
  <div role="alert" className={fault ? 'fault' : 'unseen'}>
    {fault}
  </div>
)

/** Disabled until hydrated: without a script the form would put the password into the address. */
export function Submit({ busy, children }: { busy: boolean; children: string }) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <button type="submit" className="main-act" disabled={!ready || busy}>
      {busy ? 'Please wait…' : children}
    </button>
  )
}
