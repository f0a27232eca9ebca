import type { Customer } from '#contract/calls/customers'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { useFilledAmount } from '#forms/useFilledAmount'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Age } from '#ui/text/Age'
import { parseAmount } from '#ui/form/parseAmount'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { MainWallet } from './MainWallet'
import { nameOf, useCustomer } from '../useCustomer'

const { createWithDrawalRequest } = calls.withdrawals
const { customer_id: _customer, ...entries } = createWithDrawalRequest.input.entries
const blank = { amount: '', description: '' }

/** Requests a withdrawal from a customer's main wallet. The amount is held at once and paid on approval. */
export default function CustomerWithdrawal() {
  const { user_id, amount } = useRouteState('withdrawalCreate')
  const submit = useSubmit(createWithDrawalRequest)
  const customer = useCustomer(user_id, enabledUntilDone(submit))
  const balance = useCall(
    calls.customers.getCustomersBalance,
    { customer_id: user_id },
    enabledUntilDone(submit),
  )
  return (
    <Screen
      about={<Age updatedAt={Math.min(customer.dataUpdatedAt, balance.dataUpdatedAt)} />}
      actions={<BackLink to="customers">Back to customers</BackLink>}
    >
      <Ready query={customer}>
        {(one) => (
          <Ready query={balance}>
            {({ data: { main_wallet } }) => (
              <>
                <MainWallet customer={one} wallet={main_wallet} />
                <RequestForm
                  customer={one}
                  free={subtractKobo(main_wallet.balance, main_wallet.held)}
                  submit={submit}
                  filled={amount}
                />
              </>
            )}
          </Ready>
        )}
      </Ready>
    </Screen>
  )
}

type Props = {
  customer: Customer
  /** The balance without holds. */
  free: Kobo
  submit: Submit<typeof createWithDrawalRequest>
  filled: string | undefined
}

function RequestForm({ customer, free, submit, filled }: Props) {
  const go = useGo()
  const fields = useFields(entries, blank)
  useFilledAmount(filled, (value) => fields.set('amount', value))
  const amount = parseAmount(entries.amount, fields.values.amount)
  const tooMuch = amount !== undefined && amount > free
  const after = amount && !tooMuch ? subtractKobo(free, amount) : undefined
  const actionLabel = amount ? `Request withdrawal of ${formatNaira(amount)}` : 'Request withdrawal'
  const send = () =>
    submit.mutate(
      { ...fields.body(), customer_id: customer.id },
      {
        about: { name: nameOf(customer) },
        onSuccess: () => {
          fields.reset()
          go('customers')
        },
      },
    )
  const change = <BalanceChange label="Can be withdrawn" before={free} after={after} />
  const question = amount && {
    title: `Request ${formatNaira(amount)} for ${nameOf(customer)}?`,
    text: 'The amount is held in the main wallet until the decision. It is paid out on approval and released on rejection.',
    facts: (
      <>
        <Fact label="Customer">{`${nameOf(customer)}, ${customer.reference}`}</Fact>
        {change}
      </>
    ),
  }
  return (
    <ConfirmedForm
      title="Withdrawal"
      fields={fields}
      call={createWithDrawalRequest}
      submit={submit}
      subject={{ customer_id: customer.id }}
      question={question}
      onConfirm={send}
      actionLabel={actionLabel}
      disabledReason={free > 0 ? undefined : 'There is nothing in the main wallet to withdraw.'}
    >
      <Field
        fields={fields}
        name="amount"
        label="Amount"
        hint="In naira, such as 5,000.00"
        warning={tooMuch ? `Only ${formatNaira(free)} can be withdrawn.` : undefined}
      />
      <Field fields={fields} name="description" label="Description" multiline />
      <Facts>{change}</Facts>
    </ConfirmedForm>
  )
}
