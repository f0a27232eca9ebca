import Button from '@mui/material/Button'
import { useState } from 'react'
import * as v from 'valibot'
import type { OpenFee } from '#contract/calls/feeRows'
import type { CustomerFees } from '#contract/calls/fees'
import { calls } from '#contract/index'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { showDateTime, toLagosStamp } from '#domain/time/lagos'
import { serverNow } from '#device/clock'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit } from '#api/changes/useSubmit'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { BackLink, useRouteState } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Ready } from '#ui/feedback/Ready'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Card } from '#ui/layout/Card'
import { Screen } from '#ui/layout/Screen'
import { Receipt } from '#ui/print/Receipt'
import { Age } from '#ui/text/Age'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact, Facts } from '#ui/text/Facts'
import { Money } from '#ui/text/Money'

const { getCustomerFees, payFee } = calls.fees
const entries = {
  fee: v.pipe(v.string(), v.nonEmpty('Please select a fee.')),
  from: payFee.input.entries.from,
}
const sources = [
  { value: 'cash', label: 'In cash' },
  { value: 'wallet', label: 'From the main wallet' },
] as const

/** Takes a fee of a customer, in cash at the counter or from the main wallet. */
export default function FeePay() {
  const { user_id, ...chosen } = useRouteState('feePay')
  const submit = useSubmit(payFee)
  const fees = useCall(getCustomerFees, { customer_id: user_id })
  const [taken, setTaken] = useState<Taken>()
  return (
    <Screen
      about={<Age updatedAt={fees.dataUpdatedAt} />}
      actions={
        <BackLink to="customerDetails" state={{ user_id }}>
          Back to customer
        </BackLink>
      }
    >
      {taken ? (
        <FeeReceipt taken={taken} onNext={() => setTaken(undefined)} />
      ) : (
        <Ready query={fees}>
          {({ data }) => <PayForm customer={data} submit={submit} chosen={chosen} onTaken={setTaken} />}
        </Ready>
      )}
    </Screen>
  )
}

type Subject = { fee_id?: number | undefined; loan_id?: number | null; savings_id?: number | null }
const keyOf = ({ fee_id, loan_id, savings_id }: Subject | OpenFee) =>
  [fee_id, loan_id, savings_id].map((id) => id ?? '').join('-')

/** As it was taken: then the fee is no longer among the open ones. */
type Taken = {
  reference: string
  at: Date
  customer: string
  fee: OpenFee
  from: (typeof sources)[number]['label']
}

type Props = {
  customer: CustomerFees
  submit: Submit<typeof payFee>
  chosen: Subject
  onTaken: (taken: Taken) => void
}

function PayForm({ customer, submit, chosen, onTaken }: Props) {
  const { user_id, customer_name, customer_reference, main_wallet, open } = customer
  const free = subtractKobo(main_wallet.balance, main_wallet.held)
  const feeOf = (key: string) => open.find((one) => keyOf(one) === key)
  const fields = useFields(
    entries,
    { fee: feeOf(keyOf(chosen)) ? keyOf(chosen) : '', from: 'cash' },
    {
      from: ({ fee, from }) =>
        from === 'wallet' && (feeOf(fee)?.amount ?? 0) > free
          ? `Only ${formatNaira(free)} is free in the main wallet.`
          : undefined,
    },
  )
  const fee = feeOf(fields.values.fee)
  const isFromWallet = fields.values.from === 'wallet'
  const after = fee && isFromWallet && fee.amount <= free ? subtractKobo(free, fee.amount) : undefined
  const payer = `${customer_name}, ${customer_reference}`
  const balances = isFromWallet && (
    <BalanceChange label="Free in the main wallet" before={free} after={after} />
  )
  const facts = (
    <>
      <Fact label="Customer">{payer}</Fact>
      {fee && <Fact label="Fee">{nameOf(fee)}</Fact>}
      {balances}
    </>
  )
  const send = () =>
    fee &&
    submit.mutate(
      {
        customer_id: user_id,
        fee_id: fee.fee_id,
        ...(fee.loan_id !== null && { loan_id: fee.loan_id }),
        ...(fee.savings_id !== null && { savings_id: fee.savings_id }),
        amount: fee.amount,
        from: isFromWallet ? 'wallet' : 'cash',
      },
      {
        about: { name: customer_name },
        onSuccess: ({ data: { reference } }) =>
          onTaken({
            reference,
            at: serverNow(),
            customer: payer,
            fee,
            from: isFromWallet ? 'From the main wallet' : 'In cash',
          }),
      },
    )
  if (open.length === 0)
    return (
      <Card title={payer} narrow>
        <Empty>There is no fee to pay</Empty>
      </Card>
    )
  return (
    <ConfirmedForm
      title={payer}
      fields={fields}
      call={payFee}
      submit={submit}
      subject={{ customer_id: user_id, ...(fee && { fee_id: fee.fee_id }) }}
      question={
        fee && {
          title: `Take ${formatNaira(fee.amount)} from ${customer_name}?`,
          text: isFromWallet
            ? `${formatNaira(fee.amount)} goes from the main wallet to the transaction wallet at once.`
            : `${formatNaira(fee.amount)} that was paid in cash goes to the transaction wallet at once.`,
          facts,
        }
      }
      onConfirm={send}
      actionLabel={fee ? `Take ${formatNaira(fee.amount)}` : 'Take Fee'}
    >
      <Field
        fields={fields}
        name="fee"
        label="Fee"
        options={open.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
        {...(fee && !fee.is_due && { hint: notDue })}
      />
      <Field fields={fields} name="from" label="Paid" options={sources} />
      {isFromWallet && <Facts>{balances}</Facts>}
    </ConfirmedForm>
  )
}

type ReceiptProps = { taken: Taken; onNext: () => void }

const FeeReceipt = ({ taken, onNext }: ReceiptProps) => (
  <Receipt
    reference={taken.reference}
    by={['Customer', 'Taken by']}
    actions={
      <Button variant="outlined" onClick={onNext}>
        Take Another
      </Button>
    }
  >
    <Fact label="Date">{showDateTime(toLagosStamp(taken.at))}</Fact>
    <Fact label="Customer">{taken.customer}</Fact>
    <Fact label="Fee">{nameOf(taken.fee)}</Fact>
    <Fact label="Amount">
      <Money amount={taken.fee.amount} />
    </Fact>
    <Fact label="Paid">{taken.from}</Fact>
  </Receipt>
)

const nameOf = ({ name, about }: OpenFee) => [name, about].filter(Boolean).join(', ')
const notDue = 'It is not due: the customer or the card is older than the fee.'
/** 'Card, ₦500.00, of SV-…, due' */
const labelOf = ({ name, amount, about, is_due }: OpenFee) =>
  [name, formatNaira(amount), about && `of ${about}`, is_due && 'due'].filter(Boolean).join(', ')
