import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { type Customer, inactiveCustomerMessage } from '#contract/calls/customers'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { ChangeForm } from '#forms/ChangeForm'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { useSubmit } from '#api/useSubmit'
import { parseAmount } from '#ui/form/parseAmount'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Confirm } from '#ui/feedback/Confirm'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { nameOf } from './useCustomer'

const { creditUser } = calls.customers
const { amount: schema } = creditUser.input.entries

/** Credits cash that was paid in at the counter to the main wallet. */
export function CreditForm({ customer, balance }: { customer: Customer; balance: Kobo }) {
  const submit = useSubmit(creditUser)
  const fields = useFields({ amount: schema }, { amount: '' })
  const [asking, setAsking] = useState(false)
  const amount = parseAmount(schema, fields.values.amount)
  const after = amount && addKobo(balance, amount)
  const actionLabel = amount ? `Credit ${formatNaira(amount)}` : 'Credit Customer'
  const send = () => {
    setAsking(false)
    const about = { name: nameOf(customer) }
    submit.mutate({ ...fields.body(), customer_id: customer.id }, { about, onSuccess: fields.reset })
  }
  return (
    <ChangeForm
      title="Credit"
      fields={fields}
      call={creditUser}
      submit={submit}
      onSubmit={() => submit.afterConflictCheck({ customer_id: customer.id }, () => setAsking(true))}
      actionLabel={actionLabel}
      disabledReason={customer.status ? undefined : inactiveCustomerMessage}
    >
      <Field of={fields} name="amount" label="Amount" inputMode="decimal" hint="In naira, such as 5,000.00" />
      <Facts>
        <BalanceChange before={balance} after={after} />
      </Facts>
      {submit.data && (
        <Alert severity="success" role="status">
          {`Reference ${submit.data.data.reference}. New balance: ${formatNaira(submit.data.data.main_balance)}.`}
        </Alert>
      )}
      {amount && (
        <Confirm
          open={asking}
          title={`Credit ${nameOf(customer)}?`}
          text={`${formatNaira(amount)} that was paid in goes into the main wallet at once and can be withdrawn from there. It can’t be undone here.`}
          actionLabel={actionLabel}
          onConfirm={send}
          onCancel={() => setAsking(false)}
        >
          <Facts>
            <Fact label="Customer">{`${nameOf(customer)}, ${customer.reference}`}</Fact>
            <BalanceChange before={balance} after={after} />
          </Facts>
        </Confirm>
      )}
    </ChangeForm>
  )
}
