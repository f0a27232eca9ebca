import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import * as v from 'valibot'
import { calls } from '#contract/index'
import type { LoanCase } from '#contract/calls/loanRows'
import { BasisPoints } from '#contract/values'
import { ChangeForm } from '#forms/ChangeForm'
import { BackLink, useGo, useRouteState } from '#routing/navigation'
import { interestRateText, termsOfRow } from '#domain/money/loanTerms'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import { loanOffer } from '#domain/money/loanOffer'
import { basisPointsOf, percentNumber } from '#domain/money/rates'
import { selectById } from '#api/selectById'
import { useCall } from '#api/useCall'
import { type Submit, useSubmit, enabledUntilDone } from '#api/changes/useSubmit'
import { Fact, Facts } from '#ui/text/Facts'
import { Field } from '#ui/form/Field'
import { Ready } from '#ui/feedback/Ready'
import { Screen } from '#ui/layout/Screen'
import { useFields } from '#ui/form/useFields'
import { LoanStepsCard } from '../applications/LoanStepsCard'

const { getLoanCase, updateInterestLoan } = calls.loans
const entries = { interest_rate: updateInterestLoan.input.entries.new_rate }

export default function LoanInterest() {
  const { loan_id } = useRouteState('loanInterest')
  const submit = useSubmit(updateInterestLoan)
  return (
    <Screen actions={<BackLink to="loansPending">Back to pending loans</BackLink>}>
      <Ready query={selectById(useCall(getLoanCase, { id: loan_id }, enabledUntilDone(submit)), loan_id)}>
        {(loan) => (
          <Stack spacing={2}>
            <InterestForm key={loan.id} loan={loan} submit={submit} />
            <LoanStepsCard steps={loan.history} narrow />
          </Stack>
        )}
      </Ready>
    </Screen>
  )
}

type Props = { loan: LoanCase; submit: Submit<typeof updateInterestLoan> }

/** Changes the rate, and shows what the customer then pays. */
function InterestForm({ loan, submit }: Props) {
  const go = useGo()
  const fields = useFields(entries, { interest_rate: String(percentNumber(loan.interest_rate)) })
  const send = () =>
    submit.mutate(
      { id: loan.id, new_rate: fields.body().interest_rate, interest_rate: loan.interest_rate },
      {
        about: { name: `loan ${loan.reference} for ${loan.customer}`, amount: loan.amount },
        onSuccess: () => go('loansPending'),
      },
    )
  return (
    <ChangeForm
      fields={fields}
      call={updateInterestLoan}
      submit={submit}
      onSubmit={send}
      actionLabel="Update Interest Rate"
    >
      <Facts>
        <Fact label="Reference">{loan.reference}</Fact>
        <Fact label="Customer Name">{loan.customer}</Fact>
        <Fact label="Amount">{formatNaira(loan.amount)}</Fact>
        <Fact label="Interest now">{interestText(loan.interest_rate, loan)}</Fact>
        <Fact label="Interest after">{textAfter(fields.values.interest_rate, loan)}</Fact>
      </Facts>
      <Field fields={fields} name="interest_rate" label="Interest Rate" hint="In percent, such as 12.5" />
      {loan.first_approval_name && (
        <Alert severity="warning">
          A new rate withdraws the first approval by {loan.first_approval_name}. The loan then waits for a
          first approval of the new rate.
        </Alert>
      )}
    </ChangeForm>
  )
}

const interestText = (rate: BasisPoints, loan: LoanCase) => {
  const { totalPayable, paid, yearlyRate } = loanOffer({ ...termsOfRow(loan), rate }, loan.fees ?? [])
  return `${interestRateText(rate, loan.interest_kind)}, ${formatNaira(subtractKobo(totalPayable, loan.amount))}; ${formatNaira(paid)} to pay in all, which is ${yearlyRate}`
}

/** The cost at the entered rate, if it is valid. */
function textAfter(typed: string, loan: LoanCase) {
  const rate = basisPointsOf(typed)
  return v.is(BasisPoints, rate) ? interestText(rate, loan) : '–'
}
