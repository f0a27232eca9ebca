import { calls } from '#contract/index'
import type { LoanAccount } from '#contract/calls/loanAccounts'
import { formatNaira } from '#domain/money/kobo'
import { ConfirmedForm } from '#forms/ConfirmedForm'
import { useGo, useRouteState } from '#routing/navigation'
import { type Submit, useSubmit } from '#api/changes/useSubmit'
import { Field } from '#ui/form/Field'
import { useFields } from '#ui/form/useFields'
import { Fact } from '#ui/text/Facts'
import { closedReason, LoanChangeScreen } from './LoanChangeScreen'

const { requestWriteOff } = calls.loanChanges
const { reason } = requestWriteOff.input.entries

/** Requests to write off what is owed on a loan. */
export default function WriteOffCreate() {
  const { loan_id } = useRouteState('writeOffCreate')
  const submit = useSubmit(requestWriteOff)
  return (
    <LoanChangeScreen loanId={loan_id}>
      {(loan) => <RequestForm loan={loan} submit={submit} />}
    </LoanChangeScreen>
  )
}

function RequestForm({ loan, submit }: { loan: LoanAccount; submit: Submit<typeof requestWriteOff> }) {
  const go = useGo()
  const fields = useFields({ reason }, { reason: '' })
  const { id: loan_id, balance: amount, reference, customer } = loan
  const about = { name: `loan ${reference} of ${customer}`, amount }
  const send = () =>
    submit.mutate(
      { ...fields.body(), loan_id, amount },
      { about, onSuccess: () => go('loanAccount', { loan_id }) },
    )
  return (
    <ConfirmedForm
      title="Write-off"
      fields={fields}
      call={requestWriteOff}
      submit={submit}
      subject={{ loan_id }}
      question={{
        title: `Request the write-off of ${formatNaira(amount)}?`,
        text: 'It takes two approvals by other admins. Until then the loan can be repaid as before.',
        facts: (
          <>
            <Fact label="Customer">{customer}</Fact>
            <Fact label="Loan">{reference}</Fact>
          </>
        ),
      }}
      onConfirm={send}
      actionLabel={`Request write-off of ${formatNaira(amount)}`}
      danger
      disabledReason={closedReason(loan)}
    >
      <Field fields={fields} name="reason" label="Reason" hint="Why it will not be repaid" multiline />
      <div>
        All that is owed, with penalties, leaves the books of the loan. A repayment in the meantime makes the
        request void.
      </div>
    </ConfirmedForm>
  )
}
