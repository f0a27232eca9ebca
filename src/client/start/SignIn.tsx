import { deviceMs } from '#device/deviceMs'
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { sessionExpiredMessage } from '#contract/problems'
import { sessionCalls, tokenSentMessage } from '#contract/calls/session'
import { completeSignIn } from './completeSignIn'
import { expiryDelayMs, acceptedCredentials } from '#device/auth'
import { setLockScreen, onSealedChange, sealedUsers } from '#device/sealedUsers'
import { useSignInStep } from '#api/changes/useSignInStep'
import { bodyCipher } from '#transport/send'
import { toast } from '#ui/feedback/toast'
import { SignInFrame, Fault, PasswordField, PlainField, Submit, typed } from '#screens/session/signInParts'

const { adminLogin, loginToken } = sessionCalls
const cipherDelayMs = 300
const toastRefusal = (message: string) => toast('error', message)

/**
 * Sign-in in two steps, in plain HTML and CSS, so that it is on screen before any script runs. Its fields are
 * uncontrolled, which keeps what is typed before hydration.
 */
export default function SignIn() {
  const [accepted, setAccepted] = useState<{ token: string; hint: string } | undefined>(undefined)
  useEffect(() => {
    // While somebody types: the form does not wait for it.
    const timer = setTimeout(() => void bodyCipher().catch(() => undefined), cipherDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <SignInFrame>
      {accepted === undefined ? (
        <Credentials onAccepted={(token, message) => setAccepted({ token, hint: hintOf(message) })} />
      ) : (
        <TokenStep {...accepted} onLogOut={() => setAccepted(undefined)} />
      )}
    </SignInFrame>
  )
}

/** Tells where to find the token: in the e-mail, or as the server says. */
const hintOf = (message: string) =>
  message === tokenSentMessage
    ? 'Enter the token that we sent to your e-mail. It expires in 10 minutes.'
    : message

function Credentials({ onAccepted }: { onAccepted: (loginToken: string, message: string) => void }) {
  const step = useSignInStep(adminLogin)
  const isSealed = useSyncExternalStore(onSealedChange, hasSealed, () => false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { email: typed(form, 'email').trim(), password: typed(form, 'password') }
    void step.run(event.currentTarget, body, undefined, {
      onAccepted: ({ data, message }) => {
        acceptedCredentials.set({ userId: data.rec.id, password: body.password })
        onAccepted(data.rec.login_token, message)
      },
      onRefused: toastRefusal,
    })
  }
  return (
    <form noValidate onSubmit={submit} onInput={step.clearError}>
      <h1>Sign In</h1>
      <PlainField label="Email" name="email" type="email" autoComplete="username" error={step.errors.email} />
      <PasswordField error={step.errors.password} />
      <Fault fault={step.fault} />
      {step.refusal && <p className="fault">{step.refusal}</p>}
      <Submit busy={step.busy}>Sign In</Submit>
      <p className="soft">
        We will e-mail you a token for the second step. Forgot your password? An administrator can send you a
        new one.
      </p>
      {isSealed && (
        <button type="button" className="link" onClick={() => setLockScreen(true)}>
          Open saved data without a connection
        </button>
      )}
    </form>
  )
}

const hasSealed = () => sealedUsers().users.length > 0

function TokenStep({ token, hint, onLogOut }: { token: string; hint: string; onLogOut: () => void }) {
  const step = useSignInStep(loginToken)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void step.run(event.currentTarget, { token: typed(form, 'token').trim() }, token, {
      onAccepted: ({ data: { rec } }) =>
        completeSignIn({
          userId: rec.id,
          accessToken: rec.login_token,
          role: rec.role,
          email: rec.email,
          mustChangePassword: rec.must_change_password,
          signedInAt: deviceMs(),
          business: rec.business,
        }),
      onRefused: toastRefusal,
      onExpired: async () => {
        toast('error', sessionExpiredMessage)
        await new Promise((done) => setTimeout(done, expiryDelayMs))
        leave()
      },
    })
  }
  const leave = () => {
    acceptedCredentials.set(undefined)
    onLogOut()
  }
  return (
    <form noValidate onSubmit={submit} onInput={step.clearError}>
      <h1>Verify Token</h1>
      <p className="soft">{hint}</p>
      <PlainField
        label="Token"
        name="token"
        type="text"
        inputMode="numeric"
        autoFocus
        autoComplete="one-time-code"
        error={step.errors.token}
      />
      <Fault fault={step.fault} />
      {step.refusal && <p className="fault">{step.refusal}</p>}
      <Submit busy={step.busy}>Verify Token</Submit>
      <p className="soft">
        No e-mail yet? Look in the spam folder, or log out and sign in again for a new token.
      </p>
      <button type="button" className="link" onClick={leave}>
        Log Out
      </button>
    </form>
  )
}
