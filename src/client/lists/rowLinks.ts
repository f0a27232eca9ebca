import type { ReactNode } from 'react'
import { useOffers } from '#routing/navigation'
import type { RouteName } from '#routing/routes'
import type { RowAction } from './RowActions'

/** Actions of a row that open what it names; false for what it does not name. */
export const toCustomer = (user_id: number | null): RowAction | false =>
  user_id !== null && { label: 'Customer', to: 'customerDetails', state: { user_id } }

export const toAgent = (agent_id: number | null): RowAction | false =>
  agent_id !== null && { label: 'Agent', to: 'agentDetails', state: { agent_id } }

export const toAdmin = (admin_id: number | null): RowAction | false =>
  admin_id !== null && { label: 'Admin', to: 'adminPermissions', state: { admin_id } }

type Names = { customer_firstname: string | null; customer_lastname: string | null }
const namesOf = ({ customer_firstname, customer_lastname }: Names) => ({
  customer_firstname: customer_firstname ?? '',
  customer_lastname: customer_lastname ?? '',
})

/** A loan is known by its movements. Nothing but its ids goes along, whatever else the row has. */
export const toLoan = (id: number | null, reference: string | null, names: Names): RowAction | false =>
  id !== null &&
  reference !== null && {
    label: 'Loan',
    to: 'customerLoanHistory',
    state: { loan_id: id, loan_reference: reference, ...namesOf(names) },
  }

export const toSaving = (id: number | null, reference: string | null, names: Names): RowAction | false =>
  id !== null &&
  reference !== null && {
    label: 'Saving',
    to: 'customerSavingHistory',
    state: { savings_id: id, savings_reference: reference, ...namesOf(names) },
  }

/** A table's row actions, where the user is offered at least one of the routes: no column for nothing. */
export function useRowActions<Row>(to: readonly RouteName[], actionsOf: (row: Row) => ReactNode) {
  return to.some(useOffers()) ? actionsOf : undefined
}
