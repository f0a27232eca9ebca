import type { LoanAccount } from '#contract/calls/loanAccounts'
import { dueOf, statementOf } from '#lists/figureRows'
import type { Rows } from '#lists/RowsLink'

type Loan = Pick<LoanAccount, 'id' | 'user_id' | 'reference' | 'disbursed_date'>

/** Where the figures of a loan's page have their rows: those of its account from its beginning, and what is due. */
export function loanRows({ id, user_id, reference, disbursed_date }: Loan, today: string) {
  const start_date = disbursed_date?.slice(0, 10)
  const days = { ...(start_date && { start_date, end_date: today }) }
  const all: Rows | undefined = start_date ? statementOf(user_id, reference, days) : undefined
  const repayments: Rows = { to: 'loanRepayments', filters: { search: reference } }
  const interest: Rows = { to: 'interestPaid', filters: { search: reference, ...days } }
  return {
    account: all,
    repayments,
    interest,
    due: (due?: 'late' | 'today') => dueOf({ user_id, loan_id: id }, due),
  }
}
