import { calls } from '#contract/index'
import type { WithdrawalCase } from '#contract/calls/withdrawals'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useGo } from '#routing/navigation'
import { useCan } from '#auth/permissions'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import type { Submit } from '#api/changes/useSubmit'
import { BalanceChange } from '#ui/text/BalanceChange'
import { Fact } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'

const { WithDrawalRequestApproval } = calls.withdrawals
const { id: _id, ...entries } = WithDrawalRequestApproval.input.entries

const choices = [
  { value: 'approve', label: 'Accept' },
  { value: 'rejected', label: 'Reject' },
]
const reasonMissing = ({ status, comment }: { status: string; comment: string }) =>
  status === 'rejected' && comment.trim() === '' ? 'Fill status field' : undefined

type Props = { of: WithdrawalCase; submit: Submit<typeof WithDrawalRequestApproval> }

/** Accepts or rejects a withdrawal. If the admin can't decide, the reason is shown instead of fields. */
export function DecisionForm({ of: one, submit }: Props) {
  const go = useGo()
  const canDecide = useCan()(WithDrawalRequestApproval.access, 'write') && one.against === null
  const fields = useFields(entries, { status: '', comment: '' }, { comment: reasonMissing })
  const { status } = fields.values
  const rejects = status === 'rejected'
  const amount = formatNaira(one.amount)
  const actionLabels: Record<string, string> = {
    approve: `Approve withdrawal of ${amount}`,
    rejected: `Reject withdrawal of ${amount}`,
  }
  const actionLabel = canDecide ? actionLabels[status] : `Decide on ${amount}`
  const about = { name: `${one.reference} for ${one.customer}`, amount: one.amount }
  const send = () =>
    submit.mutate({ ...fields.body(), id: one.id }, { about, onSuccess: () => go('withdrawals') })
  const question = actionLabel && {
    title: `${actionLabel}?`,
    text: rejects
      ? `${amount} is no longer held and stays with the customer. The comment is stored as the reason.`
      : `${amount} is paid out of the customer’s main wallet at once. It can’t be undone here.`,
    facts: (
      <>
        <Fact label="Reference">{one.reference}</Fact>
        <Fact label="Customer">{one.customer}</Fact>
        <BalanceChange
          of="Main wallet"
          before={one.main_balance}
          after={rejects ? one.main_balance : subtractKobo(one.main_balance, one.amount)}
        />
        <BalanceChange of="Held" before={one.main_held} after={subtractKobo(one.main_held, one.amount)} />
      </>
    ),
  }
  return (
    <ConfirmedForm
      title="Your decision"
      fields={fields}
      call={WithDrawalRequestApproval}
      submit={submit}
      subject={{ id: one.id }}
      question={question || undefined}
      onConfirm={send}
      actionLabel={actionLabel}
      danger={rejects}
      disabledReason={one.against ?? undefined}
    >
      {canDecide && (
        <>
          <Field of={fields} name="status" label="Status" options={choices} />
          <Field of={fields} name="comment" label="Comment" hint="Needed to reject" multiline />
        </>
      )}
    </ConfirmedForm>
  )
}
