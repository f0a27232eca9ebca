import { calls } from '#contract/index'
import { endingLoanColumns } from '#contract/calls/loanRows'
import { loanEnds } from '#contract/calls/loans'
import { loanStatusText } from '#domain/statusText'
import { ChoiceChips, choiceOf } from '#lists/ChoiceChips'
import { useListPlace } from '#routing/navigation'
import { LoanList } from './LoanList'
import { useLoanList } from './useLoanList'

const [usual, ...others] = loanEnds
const ends = choiceOf('ends', 'Ends', `Ends ${usual}`, others, (when) => `Ends ${when}`)

/** Active loans whose last installment is due in a week or a month. */
export default function LoansEnding() {
  const place = useListPlace()
  const list = useLoanList(calls.loans.loansEnding, place, {
    choices: [ends],
    initialSort: { field: 'maturity_date', order: 'asc' },
  })
  return (
    <LoanList
      note="Active loans whose last installment is due in these days. Balance: all that is owed, with interest and penalties."
      list={list}
      columns={endingLoanColumns}
      name="loansEnding"
      noun="ending loan"
      empty="No loan ends in these days"
      file="ending_loan_list_"
      chips={<ChoiceChips place={place} choices={[ends]} />}
      statusText={loanStatusText}
    />
  )
}
