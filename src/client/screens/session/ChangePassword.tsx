import * as v from 'valibot'
import { minPasswordLength, sessionCalls } from '#contract/calls/session'
import { ChangeForm } from '#forms/ChangeForm'
import { useAuth } from '#auth/useAuth'
import { useGo } from '#routing/navigation'
import { passwordChanged } from '#device/deviceAuth'
import { useSubmit } from '#api/changes/useSubmit'
import { wrapForNewPassword } from '#offline/vault'
import { Field } from '#ui/form/Field'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'

const { changePassword } = sessionCalls
const entries = {
  oldPassword: v.pipe(v.string(), v.nonEmpty('Enter your old password.')),
  newPassword: v.pipe(v.string(), v.nonEmpty('Enter a new password.')),
}

export default function ChangePassword() {
  const auth = useAuth()
  const go = useGo()
  const submit = useSubmit(changePassword)
  const fields = useFields(entries, { oldPassword: '', newPassword: '' })
  const forced = auth?.mustChangePassword === true
  const send = () => {
    const { oldPassword, newPassword } = fields.values
    const wrapped = auth ? wrapForNewPassword(auth.userId, oldPassword, newPassword) : undefined
    submit.mutate(fields.values, {
      onSuccess: () =>
        // Leaving earlier would keep the old password for the saved data.
        void Promise.resolve(wrapped)
          .then((storeKey) => storeKey?.())
          .then(() => {
            passwordChanged()
            go('dashboard')
          }),
    })
  }
  return (
    <Screen about={forced && 'You signed in with a one-time password. Choose your own to continue.'}>
      <ChangeForm
        fields={fields}
        call={changePassword}
        submit={submit}
        onSubmit={send}
        actionLabel="Change Password"
      >
        <Field
          fields={fields}
          name="oldPassword"
          label="Old Password"
          type="password"
          autoComplete="current-password"
        />
        <Field
          fields={fields}
          name="newPassword"
          label="New Password"
          type="password"
          autoComplete="new-password"
          hint={`${minPasswordLength} characters or more. A sentence is easy to remember.`}
        />
      </ChangeForm>
    </Screen>
  )
}
