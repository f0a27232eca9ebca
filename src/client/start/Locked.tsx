import { type FormEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { setLockScreen, onSealedChange, sealedUsers } from '#device/sealedUsers'
import { useUnlock } from './useUnlock'
import type { UnlockResult } from '#offline/vaultLock'
import { SignInFrame, Fault, PasswordField, Submit, typed } from '#screens/session/signInParts'

/** The lock screen. Unlocking needs no server (docs/use/offline.md, "The vault"). */
export default function Locked() {
  const { users } = useSyncExternalStore(onSealedChange, sealedUsers)
  const [fault, setFault] = useState<string>()
  const [isOver, setOver] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const accountId = useId()
  const { unlock, busy } = useUnlock((outcome) => {
    setFault(messageOf(outcome))
    setOver(outcome.kind === 'deleted' || outcome.kind === 'gone')
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const user = users.find(({ email }) => email === typed(form, 'email'))
    const password = typed(form, 'password')
    if (isOver) signInInstead()
    else if (password === '') setFault(noPassword)
    else if (user) void unlock(user, password)
  }
  return (
    <SignInFrame>
      <form noValidate onSubmit={submit} onInput={() => fault === noPassword && setFault(undefined)}>
        <h1 ref={heading} tabIndex={-1}>
          Locked
        </h1>
        <p className="soft">Locked. Enter your password to see saved data. You can do this offline.</p>
        <div className="field">
          <label htmlFor={accountId}>Account</label>
          <select
            id={accountId}
            name="email"
            autoComplete="username"
            onChange={() => {
              setFault(undefined)
              setOver(false)
            }}
          >
            {users.map(({ userId, email }) => (
              <option key={userId}>{email}</option>
            ))}
          </select>
        </div>
        {!isOver && <PasswordField error={undefined} />}
        <Fault fault={fault} />
        <Submit busy={busy}>{isOver ? 'Sign In' : 'Unlock'}</Submit>
        {!isOver && (
          <button type="button" className="link" onClick={signInInstead}>
            Sign in as someone else
          </button>
        )}
      </form>
    </SignInFrame>
  )
}

const noPassword = 'Password is required.'

function signInInstead() {
  setLockScreen(false)
  location.replace('/')
}

function messageOf(outcome: UnlockResult): string {
  if (outcome.kind === 'wrong') {
    const tries = `${outcome.triesLeft} ${outcome.triesLeft === 1 ? 'try' : 'tries'}`
    return `Wrong password. ${tries} left before saved data is deleted from this device.`
  }
  return messages[outcome.kind]
}

const messages: Record<Exclude<UnlockResult['kind'], 'wrong'>, string> = {
  open: '',
  deleted: 'Wrong password. Saved data was deleted from this device.',
  gone: 'Nothing is saved on this device any more. Sign in.',
  tooOld: 'Your last sign-in is more than 72 hours ago. Sign in with a connection to see saved data.',
  clockSetBack: 'The clock of this device was set back. Set it right, or sign in with a connection.',
  failed: 'The saved data could not be read. Try again, or sign in with a connection.',
}
