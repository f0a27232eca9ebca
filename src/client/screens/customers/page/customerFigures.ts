import type { CustomerPage } from '#contract/calls/customerPage'
import { dueOf, statementOf } from '#lists/figureRows'
import type { Rows } from '#lists/RowsLink'

/** Where the figures of a customer's page have their rows. */
export const customerRows = (user_id: number) => ({
  main: statementOf(user_id, 'main'),
  savings: statementOf(user_id, 'savings'),
  owed: statementOf(user_id, 'loans'),
  wallet: (code: string) => statementOf(user_id, code),
  /** By today, or what of it is late or due today; on all loans or one. */
  due: (due?: 'late' | 'today', loan_id?: number) =>
    dueOf({ user_id, ...(loan_id !== undefined && { loan_id }) }, due),
})

/** The undecided withdrawals that hold a part of the main wallet, found by the phone number, which no other customer has. */
export const heldRows = ({ profile }: Pick<CustomerPage, 'profile'>): Rows | undefined =>
  profile ? { to: 'withdrawals', filters: { search: profile.phone_number, status: 'pending' } } : undefined
