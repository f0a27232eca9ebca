import { calls } from '#contract/index'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useCan } from '#auth/permissions'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { useSubmit } from '#api/changes/useSubmit'
import { Result } from '#ui/feedback/Result'
import { Fact } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Money } from '#ui/text/Money'
import { parseAmount } from '#ui/form/parseAmount'
import { useFields } from '#ui/form/useFields'

const { creditMainWalletsBalance, getMainWalletsBalance } = calls.dashboard
const { entries } = creditMainWalletsBalance.input

/** Credits the main wallet: confirms with the balance before and after, then shows the reference. */
export function CreditMainWallet() {
  const can = useCan()
  const submit = useSubmit(creditMainWalletsBalance)
  const fields = useFields(entries, { amount: '' })
  const balances = useCall(getMainWalletsBalance, {})
  if (!can(creditMainWalletsBalance.access, 'write')) return null
  const amount = parseAmount(entries.amount, fields.values.amount)
  const before = balances.data?.data.main_balance
  const question = amount && {
    title: 'Credit the main wallet?',
    text: `${formatNaira(amount)} will be added to the main wallet.`,
    actionLabel: `Credit ${formatNaira(amount)}`,
    facts: before !== undefined && (
      <>
        <Fact label="Balance before">
          <Money amount={before} />
        </Fact>
        <Fact label="Balance after">
          <Money amount={addKobo(before, amount)} />
        </Fact>
      </>
    ),
  }
  return (
    <section className="dash-credit screen-only">
      <h2>Credit Main Wallet</h2>
      <ConfirmedForm
        inLine
        fields={fields}
        call={creditMainWalletsBalance}
        submit={submit}
        subject={{}}
        question={question}
        onConfirm={() => submit.mutate(fields.body(), { onSuccess: fields.reset })}
        actionLabel="Credit"
      >
        <Field fields={fields} name="amount" label="Amount" />
      </ConfirmedForm>
      {submit.data && (
        <Result>
          {`Reference ${submit.data.data.reference}. New balance: ${formatNaira(submit.data.data.main_balance)}.`}
        </Result>
      )}
    </section>
  )
}
