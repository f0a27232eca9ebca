import { useState } from 'react'
import Alert from '@mui/material/Alert'
import { calls } from '#contract/index'
import { ChangeForm } from '#forms/ChangeForm'
import { useCan } from '#auth/permissions'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/useSubmit'
import { Confirm } from '#ui/feedback/Confirm'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Money } from '#ui/text/Money'
import { useFields } from '#ui/form/useFields'

const { creditMainWalletsBalance, getMainWalletsBalance } = calls.dashboard

/** Credits the main wallet: confirms with the balance before and after, then shows the reference. */
export function CreditMainWallet() {
  const can = useCan()
  const submit = useSubmit(creditMainWalletsBalance)
  const fields = useFields(creditMainWalletsBalance.input.entries, { amount: '' })
  const [asking, setAsking] = useState(false)
  const balances = useCall(getMainWalletsBalance, {})
  if (!can(creditMainWalletsBalance.access, 'write')) return null
  const amount = asking ? fields.body().amount : undefined
  const before = balances.data?.data.main_balance
  const credit = () => {
    setAsking(false)
    submit.mutate(fields.body(), { onSuccess: fields.reset })
  }
  return (
    <ChangeForm
      title="Credit Main Wallet"
      fields={fields}
      call={creditMainWalletsBalance}
      submit={submit}
      onSubmit={() => submit.afterConflictCheck({}, () => setAsking(true))}
      actionLabel="Credit Main Wallet"
    >
      <Field
        of={fields}
        name="amount"
        label="Amount"
        inputMode="decimal"
        hint="In naira, such as 50,000.00"
      />
      {submit.data && (
        <Alert severity="success" role="status">
          {`Reference ${submit.data.data.reference}. New balance: ${formatNaira(submit.data.data.main_balance)}.`}
        </Alert>
      )}
      {amount !== undefined && (
        <Confirm
          open
          title="Credit the main wallet?"
          text={`${formatNaira(amount)} will be added to the main wallet.`}
          actionLabel={`Credit ${formatNaira(amount)}`}
          onConfirm={credit}
          onCancel={() => setAsking(false)}
        >
          {before !== undefined && (
            <Facts>
              <Fact label="Balance before">
                <Money of={before} />
              </Fact>
              <Fact label="Balance after">
                <Money of={addKobo(before, amount)} />
              </Fact>
            </Facts>
          )}
        </Confirm>
      )}
    </ChangeForm>
  )
}
