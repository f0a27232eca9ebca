import { calls } from '#contract/index'
import { FundType, walletLabel, WalletFlag } from '#contract/calls/requests'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo } from '#routing/navigation'
import { useSubmit } from '#api/changes/useSubmit'
import { Field, type Option } from '#ui/form/Field'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'

const { createRequest } = calls.requests
const blank = { amount: '', type: '', description: '', flag: '' }
const typeLabels = { credit: 'Credit: into the wallet', debit: 'Debit: out of the wallet' }
const types: readonly Option[] = FundType.options.map((type) => ({ value: type, label: typeLabels[type] }))
const wallets: readonly Option[] = WalletFlag.options.map((flag) => ({
  value: flag,
  label: walletLabel(flag),
}))

export default function RequestCreate() {
  const go = useGo()
  const submit = useSubmit(createRequest)
  const fields = useFields(createRequest.input.entries, blank)
  const send = () => submit.mutate(fields.body(), { onSuccess: () => go('requests') })
  return (
    <Screen actions={<BackLink to="requests">Back to fund requests</BackLink>}>
      <ChangeForm
        fields={fields}
        call={createRequest}
        submit={submit}
        onSubmit={send}
        actionLabel="Create Request"
      >
        <Field fields={fields} name="amount" label="Amount" hint="In naira, such as 50,000.00" />
        <Field fields={fields} name="type" label="Type" options={types} />
        <Field fields={fields} name="description" label="Description" />
        <Field fields={fields} name="flag" label="Wallet" options={wallets} />
        <div>It takes two approvals, one after the other, before any money moves.</div>
      </ChangeForm>
    </Screen>
  )
}
