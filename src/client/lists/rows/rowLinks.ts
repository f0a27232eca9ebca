import type { Kobo } from '#contract/values'
import { isReversible } from '#domain/money/reversible'
import type { RowAction } from './RowActions'

/** Row actions that open a related record; false without an id. */
export const toCustomer = (user_id: number | null): RowAction | false =>
  user_id !== null && { label: 'Customer', to: 'customerDetails', state: { user_id } }

export const toAgent = (agent_id: number | null): RowAction | false =>
  agent_id !== null && { label: 'Agent', to: 'agentDetails', state: { agent_id } }

export const toCashMovements = (state: { agent_id: number; agent: string }): RowAction => ({
  label: 'Movements',
  to: 'agentCashMovements',
  state,
})

export const toAdmin = (admin_id: number | null): RowAction | false =>
  admin_id !== null && { label: 'Admin', to: 'adminPermissions', state: { admin_id } }

type Names = { customer_firstname: string | null; customer_lastname: string | null }
const namesOf = ({ customer_firstname, customer_lastname }: Names) => ({
  customer_firstname: customer_firstname ?? '',
  customer_lastname: customer_lastname ?? '',
})

/** Opens the loan's history. Passes ids and names only, whatever else the row has. */
export const toLoan = (
  id: number | null,
  reference: string | null,
  names: Names,
  label = 'Loan',
): RowAction | false =>
  id !== null &&
  reference !== null && {
    label,
    to: 'customerLoanHistory',
    state: { loan_id: id, loan_reference: reference, ...namesOf(names) },
  }

/** Opens the loan's page. */
export const toLoanAccount = (loan_id: number | null, label = 'Details'): RowAction | false =>
  loan_id !== null && { label, to: 'loanAccount', state: { loan_id } }

/** Records a repayment; false for a loan on which nothing is owed. */
export const toRepayment = (loan: { id: number; loan_status: string }): RowAction | false =>
  loan.loan_status.toLowerCase() === 'active' && {
    label: 'Repay',
    to: 'loanRepayment',
    state: { loan_id: loan.id },
  }

/** Settles a loan early, where that saves interest. */
export const toSettlement = (loan: { id: number; settles?: object | null | undefined }): RowAction | false =>
  !!loan.settles && { label: 'Settle', to: 'loanSettlement', state: { loan_id: loan.id } }

/** A payment on a loan of which something that was written off has not come in. */
export const toRecovery = (loan: {
  id: number
  written_off: Kobo
  recovered?: Kobo | undefined
}): RowAction | false =>
  loan.written_off > (loan.recovered ?? 0) && {
    label: 'Record Recovery',
    to: 'loanRecovery',
    state: { loan_id: loan.id },
  }

/** Requests of an active loan that no other change awaits. */
export const toChanges = ({
  id: loan_id,
  loan_status,
  security,
}: {
  id: number
  loan_status: string
  security?: { held: Kobo } | null | undefined
}): (RowAction | false)[] =>
  loan_status === 'active'
    ? [
        ...(security && security.held > 0
          ? [
              { label: 'Set Off', to: 'setOffCreate', state: { loan_id } } as const,
              { label: 'Release Security', to: 'releaseCreate', state: { loan_id } } as const,
            ]
          : []),
        { label: 'Write Off', to: 'writeOffCreate', state: { loan_id } },
        { label: 'Reschedule', to: 'reschedulingCreate', state: { loan_id } },
      ]
    : []

export const toSaving = (id: number | null, reference: string | null, names: Names): RowAction | false =>
  id !== null &&
  reference !== null && {
    label: 'Saving',
    to: 'customerSavingHistory',
    state: { savings_id: id, savings_reference: reference, ...namesOf(names) },
  }

/** Requests the reversal of a listed movement, or of a document's; false for one that can't be reversed. */
export const toReversal = ({
  label = 'Reverse',
  reference = null,
  reversed_by = null,
}: {
  reference?: string | null | undefined
  reversed_by?: string | null | undefined
  label?: string
}): RowAction | false =>
  reference !== null &&
  isReversible({ reference, reversed_by }) && {
    label,
    to: 'reversalCreate',
    state: { movement_reference: reference },
  }
