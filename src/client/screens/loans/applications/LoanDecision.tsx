import type { LoanCase } from '#contract/calls/loanRows'
import { calls } from '#contract/index'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useGo } from '#routing/navigation'
import { formatNaira } from '#domain/money/kobo'
import type { Submit } from '#api/changes/useSubmit'
import { Fact } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import type { Step } from './approvalStep'
import { DisbursedBalances } from './Balances'

const { status, comment } = calls.loans.firstLoanApproval.input.entries
const choices = [
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
]

type Props = { loan: LoanCase; step: Step; submit: Submit<Step['call']> }

/** Accepts or rejects a loan, after a confirmation with the consequences. */
export function LoanDecision({ loan, step, submit }: Props) {
  const go = useGo()
  const fields = useFields(
    { status, comment },
    { status: '', comment: '' },
    {
      comment: (values) =>
        values.status === 'rejected' && values.comment.trim() === '' ? 'Fill status field' : undefined,
    },
  )
  const { status: chosen } = fields.values
  const rejects = chosen === 'rejected'
  const actionLabel = `${verbs[chosen] ?? 'Decide on'} ${formatNaira(loan.amount)} loan`
  const consequence = rejects
    ? 'The application is rejected for the reason you give.'
    : step.consequenceOf(loan)
  const decide = () =>
    submit.mutate(
      { ...fields.body(), id: loan.id, interest_rate: loan.interest_rate },
      { about: labelOf(loan), onSuccess: () => go(rejects ? 'loansPending' : step.nextScreen) },
    )
  const question = {
    title: `${actionLabel}?`,
    text: `Loan ${loan.reference} for ${loan.customer}. ${consequence}`,
    facts: rejects ? (
      <Fact label="Comment">{fields.values.comment}</Fact>
    ) : (
      step.disburses && <DisbursedBalances of={loan} />
    ),
  }
  return (
    <ConfirmedForm
      title="Your decision"
      wide
      fields={fields}
      call={step.call}
      submit={submit}
      subject={{ id: loan.id }}
      question={question}
      onConfirm={decide}
      actionLabel={actionLabel}
      danger={rejects}
      disabledReason={step.disabledReason(loan)}
    >
      <Field
        of={fields}
        name="status"
        label="Status"
        options={choices}
        warning={step.disburses && chosen === 'accepted' ? shortageWarning(loan) : undefined}
      />
      <Field of={fields} name="comment" label="Comment" hint="Needed to reject" multiline />
      {chosen !== '' && <div>{consequence}</div>}
    </ConfirmedForm>
  )
}

const labelOf = ({ reference, customer, amount }: LoanCase) => ({
  name: `loan ${reference} for ${customer}`,
  amount,
})

const verbs: Record<string, string> = { accepted: 'Approve', rejected: 'Reject' }

/** Only a warning: the wallet may be credited in the meantime. */
function shortageWarning({ business_balance: balance, is_short }: LoanCase) {
  if (!is_short) return undefined
  const has = balance === null ? 'has' : `has ${formatNaira(balance)}:`
  return `The main business wallet ${has} not enough to pay this loan out.`
}
