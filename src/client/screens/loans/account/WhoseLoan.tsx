import type { LoanAccount } from '#contract/calls/loanAccounts'
import { Fact } from '#ui/text/Facts'

/** The customer and the loan, in the facts of a form on it. */
export const WhoseLoan = ({ loan }: { loan: LoanAccount }) => (
  <>
    <Fact label="Customer">{`${loan.customer}, ${loan.customer_reference}`}</Fact>
    <Fact label="Loan">{`${loan.loan_type_name} ${loan.reference}`}</Fact>
  </>
)
