import Box from '@mui/material/Box'
import { calls } from '#contract/index'
import { loanPortfolioColumns } from '#contract/calls/loanRows'
import { useListPlace } from '#routing/navigation'
import { Money } from '#ui/text/Money'
import { tooManyToAddUp } from '#ui/text/Total'
import { LoanList } from '../LoanList'
import { useLoanList } from '../useLoanList'

/** Active loans, with the total balance of all that match the search. */
export default function LoanPortfolio() {
  const list = useLoanList(calls.loans.loanPortfolio, useListPlace())
  const total = list.reply?.data.activeLoan
  return (
    <LoanList
      note="Active loans. Amount: lent. Balance: still owed, with interest and penalties. The sum is of all balances."
      list={list}
      columns={loanPortfolioColumns}
      name="loanPortfolio"
      noun="active loan"
      empty="No loan portfolio found"
      emptyMessage="Please select search filters"
      file="loan_portfolio"
      about={
        total !== undefined && (
          <Box component="strong" sx={{ fontSize: 16, color: 'text.primary' }}>
            Total Loan Amount: {total === null ? tooManyToAddUp : <Money amount={total} />}
          </Box>
        )
      }
    />
  )
}
