import { calls } from '#contract/index'
import type { WithdrawalCase } from '#contract/calls/withdrawals'
import { useSubmit } from '#api/changes/useSubmit'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useGoOn } from '#forms/decision/useGoOn'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { Fact } from '#ui/text/Facts'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'

const { approveWithdrawalForAgent } = calls.withdrawals
const { pay_on } = approveWithdrawalForAgent.input.entries

/**
 * The other approval: the customer's agent pays, with the sheet of a day. Nothing for who can't decide; as in the decision, no button
 * before something is chosen.
 */
export function ByAgent({ withdrawal }: { withdrawal: WithdrawalCase }) {
  const { id, reference, customer, amount, agent, against, agent_against, main_balance } = withdrawal
  const goOn = useGoOn('withdrawals')
  const submit = useSubmit(approveWithdrawalForAgent)
  const fields = useFields({ pay_on }, { pay_on: '' })
  const action = `Approve, ${agent} pays ${formatNaira(amount)}`
  const send = () =>
    submit.mutate(
      { ...fields.body(), id },
      { about: { name: `${reference} for ${customer}`, amount }, onSuccess: goOn },
    )
  if (against) return null
  return (
    <ConfirmedForm
      title="Or: the agent pays"
      fields={fields}
      call={approveWithdrawalForAgent}
      submit={submit}
      subject={{ id }}
      question={{
        title: `${action}?`,
        text: 'It leaves the main wallet now. The agent pays it from the cash collected, with the sheet of that day.',
        facts: (
          <>
            <Fact label="Reference">{reference}</Fact>
            <Fact label="Customer">{customer}</Fact>
            <Fact label="Paid By">{agent}</Fact>
            <Fact label="Pay On">{fields.values.pay_on && showDate(fields.values.pay_on)}</Fact>
            <BalanceChange
              label="Main wallet"
              before={main_balance}
              after={subtractKobo(main_balance, amount)}
            />
          </>
        ),
      }}
      onConfirm={send}
      actionLabel={fields.values.pay_on === '' ? undefined : action}
      disabledReason={agent_against ?? undefined}
    >
      <Field
        fields={fields}
        name="pay_on"
        label="Pay On"
        type="date"
        hint={agent_against ?? 'The day of the agent’s sheet'}
      />
    </ConfirmedForm>
  )
}
