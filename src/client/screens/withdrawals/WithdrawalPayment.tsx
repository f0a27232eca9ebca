import { calls } from '#contract/index'
import type { WithdrawalCase } from '#contract/calls/withdrawals'
import { selectById } from '#api/selectById'
import { type Submit, enabledUntilDone, useSubmit } from '#api/changes/useSubmit'
import { useCall } from '#api/useCall'
import { today } from '#device/today'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useDesk } from '#forms/decision/desk'
import { Taken } from '#forms/decision/DonePanel'
import { OneCase } from '#forms/decision/OneCase'
import { RecordLink } from '#forms/decision/RecordLink'
import { useGoOn } from '#forms/decision/useGoOn'
import { BackLink, useRouteState } from '#routing/navigation'
import { formatNaira } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { Age } from '#ui/text/Age'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Money } from '#ui/text/Money'
import { Screen } from '#ui/layout/Screen'
import { StatusChip } from '#ui/text/StatusChip'
import { useFields } from '#ui/form/useFields'

const { getWithDrawal, withdrawalPayment } = calls.withdrawals
const { payment, pay_on, comment } = withdrawalPayment.input.entries

/** How a withdrawal is paid that the agent has not paid. */
export default function WithdrawalPayment() {
  const { to_pay_id: id } = useRouteState('withdrawalPayment')
  return <Case id={id} />
}

export function Case({ id }: { id: number }) {
  const desk = useDesk()
  const submit = useSubmit(withdrawalPayment)
  const query = selectById(useCall(getWithDrawal, { id }, enabledUntilDone(submit)), id)
  const content = (
    <OneCase
      query={query}
      title={({ amount, customer }) => `${formatNaira(amount)} for ${customer}`}
      panel={(one) =>
        one.payment === 'to pay' ? (
          <PaymentForm withdrawal={one} submit={submit} />
        ) : (
          desk && <Taken text="How it is paid was decided meanwhile." />
        )
      }
    >
      {(one) => <Summary withdrawal={one} />}
    </OneCase>
  )
  if (desk) return content
  return (
    <Screen
      about={<Age updatedAt={query.dataUpdatedAt} />}
      actions={<BackLink to="withdrawals">Back to withdrawals</BackLink>}
    >
      {content}
    </Screen>
  )
}

const Summary = ({ withdrawal: one }: { withdrawal: WithdrawalCase }) => (
  <Card title="What is to be paid">
    <Facts>
      <Fact label="Amount">
        <Money amount={one.amount} />
      </Fact>
      <Fact label="Customer">
        <RecordLink to="customerDetails" state={{ user_id: one.user_id }}>
          {one.customer}
        </RecordLink>
      </Fact>
      <Fact label="Reference">{one.reference}</Fact>
      <Fact label="Payment">{one.payment && <StatusChip status={one.payment} />}</Fact>
      <Fact label={one.payment === 'to pay' ? 'To Be Paid By' : 'Paid By'}>{one.paid_by}</Fact>
      {one.pay_on && <Fact label="Pay On">{showDate(one.pay_on)}</Fact>}
      {one.payment === 'to pay' && (
        <Fact label="Sheet Of That Day">{one.sheet_recorded ? 'Recorded' : 'None recorded'}</Fact>
      )}
      <Fact label="Approved By">{one.approved_by}</Fact>
    </Facts>
  </Card>
)

const ways = [
  { value: 'agent', label: 'By the agent, on another day' },
  { value: 'counter', label: 'At the counter' },
  { value: 'cancel', label: 'Cancel: back to the main wallet' },
]

type Props = { withdrawal: WithdrawalCase; submit: Submit<typeof withdrawalPayment> }

function PaymentForm({ withdrawal, submit }: Props) {
  const { id, reference, customer, amount, agent = '' } = withdrawal
  const goOn = useGoOn('withdrawals')
  const fields = useFields(
    { payment, pay_on, comment },
    { payment: '', pay_on: today(), comment: '' },
    {
      comment: ({ payment: chosen, comment: text }) =>
        chosen === 'cancel' && text.trim() === '' ? 'A comment is required to cancel.' : undefined,
    },
  )
  const { values } = fields
  // As the server has it: the agent is still to pay it.
  const isAgents = (withdrawal.pay_on ?? '') > today()
  const words = wordsOf(values.payment, formatNaira(amount), agent, values.pay_on)
  const send = () => {
    const body = fields.body()
    submit.mutate(
      {
        id,
        payment: body.payment,
        ...(body.payment === 'agent' && { pay_on: body.pay_on }),
        ...(body.payment === 'cancel' && { comment: body.comment }),
      },
      { about: { name: `${reference} for ${customer}`, amount }, onSuccess: goOn },
    )
  }
  return (
    <ConfirmedForm
      title="How it is paid"
      fields={fields}
      call={withdrawalPayment}
      submit={submit}
      subject={{ id }}
      question={
        words && {
          title: `${words.action}?`,
          text: words.question,
          facts: (
            <>
              <Fact label="Reference">{reference}</Fact>
              <Fact label="Customer">{customer}</Fact>
              <Fact label="Amount">{formatNaira(amount)}</Fact>
            </>
          ),
        }
      }
      onConfirm={send}
      actionLabel={words?.action ?? `Pay ${formatNaira(amount)}`}
      danger={values.payment === 'cancel'}
      disabledReason={withdrawal.payment_against ?? undefined}
    >
      <Field
        fields={fields}
        name="payment"
        label="Payment"
        options={isAgents ? ways.slice(0, 1) : ways}
        {...(isAgents && { hint: 'Until the day on which the agent pays, only that day can be changed.' })}
        warning={
          values.payment !== '' && !isAgents && withdrawal.sheet_recorded === false
            ? `No sheet of that day is recorded yet. Ask ${agent} first: it may have been paid.`
            : undefined
        }
      />
      {values.payment === 'agent' && <Field fields={fields} name="pay_on" label="Pay On" type="date" />}
      {values.payment === 'cancel' && <Field fields={fields} name="comment" label="Comment" multiline />}
    </ConfirmedForm>
  )
}

function wordsOf(chosen: string, amount: string, agent: string, day: string) {
  switch (chosen) {
    case 'agent':
      return {
        action: `Let ${agent} pay ${amount}`,
        question: `The agent pays it on ${showDate(day)}, with the sheet of that day.`,
      }
    case 'counter':
      return {
        action: `Pay ${amount} at the counter`,
        question: 'Hand out the cash now. It can’t be undone here.',
      }
    case 'cancel':
      return {
        action: `Cancel the payment of ${amount}`,
        question: 'The amount is in the main wallet again. The comment is stored as the reason.',
      }
    default:
      return undefined
  }
}
