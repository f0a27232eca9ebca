import * as v from 'valibot'

/** The kinds of movements, as reports show and filter them. The ledger has a prefix of references for each. */
export const movementKinds = [
  'Main wallet credit',
  'Fund request',
  'Customer credit',
  'Savings deposit',
  'Savings to main wallet',
  'Savings interest',
  'Savings charge',
  'Savings commission',
  'Interest correction',
  'Loan disbursement',
  'Loan repayment',
  'Loan settlement',
  'Loan set-off',
  'Loan penalty',
  'Loan correction',
  'Loan write-off',
  'Loan recovery',
  'Fee',
  'Withdrawal',
  'Withdrawal payment',
  'Withdrawal cancellation',
  'Remittance',
  'Cash difference',
  'Agent commission',
  'Expense',
  'Till float',
  'Till handover',
  'Bank deposit',
  'Bank withdrawal',
  'Opening balance',
  'Reversal',
] as const
export const MovementKind = v.picklist(movementKinds)
export type MovementKind = v.InferOutput<typeof MovementKind>
