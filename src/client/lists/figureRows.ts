import type { Rows } from './RowsLink'

/** A customer's statement of accounts: 'main', 'savings', 'loans', or the reference of one. */
export const statementOf = (user_id: number, account: string, days: Record<string, string> = {}): Rows => ({
  to: 'customerStatement',
  state: { user_id },
  filters: { account, ...days },
})

/** What a customer has to pay by today, on all loans or one. */
export const dueOf = (
  { user_id, loan_id }: { user_id: number; loan_id?: number },
  due?: 'late' | 'today',
): Rows => ({
  to: 'dueInstalments',
  state: { user_id, ...(loan_id !== undefined && { loan_id }) },
  filters: due ? { due } : {},
})
