import { type BookAccount, bookGroupLabels } from '#contract/calls/books'
import { calls } from '#contract/index'
import { useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Screen } from '#ui/layout/Screen'

const { getBookAccounts, setBookAccount } = calls.books

export default function BookAccountSet() {
  const { account_id } = useRouteState('bookAccountSet')
  return (
    <Screen actions={<BackLink to="bookAccounts">Back to accounts</BackLink>}>
      <Ready query={useCall(getBookAccounts, {})}>
        {({ data }) => {
          const account = data.find(({ id }) => id === account_id)
          return account ? (
            <AccountForm key={account.id} account={account} />
          ) : (
            <p>There is no such account.</p>
          )
        }}
      </Ready>
    </Screen>
  )
}

function AccountForm({ account: { id, group, code, name } }: { account: BookAccount }) {
  const go = useGo()
  const submit = useSubmit(setBookAccount)
  const { code: codeRule, name: nameRule } = setBookAccount.input.entries
  const fields = useFields({ code: codeRule, name: nameRule }, { code, name })
  const send = () => submit.mutate({ id, ...fields.body() }, { onSuccess: () => go('bookAccounts') })
  return (
    <ChangeForm
      fields={fields}
      call={setBookAccount}
      submit={submit}
      onSubmit={send}
      actionLabel="Save Account"
    >
      <div>{`Part of the books: ${bookGroupLabels[group]}.`}</div>
      <Field fields={fields} name="code" label="Code" />
      <Field fields={fields} name="name" label="Name" />
    </ChangeForm>
  )
}
