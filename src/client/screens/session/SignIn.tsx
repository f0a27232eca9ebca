import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { sessionCalls } from '#contract/session'
import { stepOne, storeAuth, storeRole } from '#data/auth'
import { useSignInStep } from '#data/useSignInStep'
import { toast } from '#ui/toast'
import './signIn.css'

const { adminLogin, loginToken } = sessionCalls
const typed = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
const sayRefused = (message: string) => toast('error', message)

/**
 * Sign-in in two steps, in plain HTML and CSS: it is on screen before any script has come. Its fields are the
 * browser's own (uncontrolled), so that what was typed before hydration is kept.
 */
export default function SignIn() {
  const [token, setToken] = useState<string | undefined>(undefined)
  return (
    <div className="sign-in">
      <main className="pane">
        <div className="brand">
          <img src="/icons/mark.svg" alt="" width="30" height="30" />
          Alajo
        </div>
        {token === undefined ? (
          <Credentials onAccepted={setToken} />
        ) : (
          <TokenStep token={token} onLogOut={() => setToken(undefined)} />
        )}
      </main>
      <div className="art">
        <p>Every naira collected, every loan approved, readable even when the network is not.</p>
      </div>
    </div>
  )
}

function Credentials({ onAccepted }: { onAccepted: (loginToken: string) => void }) {
  const step = useSignInStep(adminLogin)
  const [shown, setShown] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { email: typed(form, 'email').trim(), password: typed(form, 'password') }
    void step.run(event.currentTarget, body, undefined, {
      onAccepted: ({ data }) => {
        storeRole(data.rec.role)
        stepOne.set({ userId: data.rec.id, password: body.password })
        onAccepted(data.rec.login_token)
      },
      onRefused: sayRefused,
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <h1>Sign In</h1>
      <PlainField label="Email" name="email" type="email" autoComplete="username" error={step.errors.email} />
      <PlainField
        label="Password"
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        error={step.errors.password}
      >
        <button type="button" className="show" aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
          <span className="unseen"> password</span>
        </button>
      </PlainField>
      <Fault of={step.fault} />
      <Submit busy={step.busy}>Sign In</Submit>
      <p className="soft">We will e-mail you a token for the second step.</p>
    </form>
  )
}

function TokenStep({ token, onLogOut }: { token: string; onLogOut: () => void }) {
  const step = useSignInStep(loginToken)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void step.run(event.currentTarget, { token: typed(form, 'token').trim() }, token, {
      onAccepted: ({ data: { rec } }) =>
        storeAuth({
          userId: rec.id,
          accessToken: rec.login_token,
          role: rec.role,
          email: rec.email,
          mustChangePassword: rec.must_change_password,
        }),
      onRefused: sayRefused,
    })
  }
  const leave = () => {
    storeRole(null)
    stepOne.set(undefined)
    onLogOut()
  }
  return (
    <form noValidate onSubmit={submit}>
      <h1 ref={heading} tabIndex={-1}>
        Verify Token
      </h1>
      <p className="soft">Enter the token that we sent to your e-mail. It is good for 10 minutes.</p>
      <PlainField
        label="Token"
        name="token"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={step.errors.token}
      />
      <Fault of={step.fault} />
      <Submit busy={step.busy}>Verify Token</Submit>
      <button type="button" className="link" onClick={leave}>
        Log Out
      </button>
    </form>
  )
}

type FieldProps = {
  label: string
  name: string
  type: string
  autoComplete: string
  inputMode?: 'numeric'
  error: string | undefined
  children?: ReactNode
}

function PlainField({ label, error, children, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="box">
        <input
          id={id}
          {...input}
          required
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
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

const Fault = ({ of: fault }: { of: string | undefined }) => (
  <div role="alert" className={fault ? 'fault' : 'unseen'}>
    {fault}
  </div>
)

/** Disabled until the script is here: a form sent by the bare page would put the password into the address. */
function Submit({ busy, children }: { busy: boolean; children: string }) {
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  return (
    <button type="submit" className="main-act" disabled={!ready || busy}>
      {busy ? 'Please wait…' : children}
    </button>
  )
}
