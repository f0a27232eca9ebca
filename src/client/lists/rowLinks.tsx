import type { ReactNode } from 'react'
import { RowAction, useOffers } from '#routing/navigation'
import type { RouteName } from '#routing/routes'

/** Actions of a row that open what it names, as children of RowActions; nothing for what it does not name. */
export const toCustomer = (user_id: number | null) =>
  user_id !== null && (
    <RowAction to="customerDetails" state={{ user_id }}>
      Customer
    </RowAction>
  )

export const toAgent = (agent_id: number | null) =>
  agent_id !== null && (
    <RowAction to="agentDetails" state={{ agent_id }}>
      Agent
    </RowAction>
  )

export const toAdmin = (admin_id: number | null) =>
  admin_id !== null && (
    <RowAction to="adminPermissions" state={{ admin_id }}>
      Admin
    </RowAction>
  )

type Names = { customer_firstname: string | null; customer_lastname: string | null }
const namesOf = ({ customer_firstname, customer_lastname }: Names) => ({
  customer_firstname: customer_firstname ?? '',
  customer_lastname: customer_lastname ?? '',
})

/** A loan is known by its movements. Nothing but its ids goes along, whatever else the row has. */
export const toLoan = (id: number | null, reference: string | null, names: Names) =>
  id !== null &&
  reference !== null && (
    <RowAction to="customerLoanHistory" state={{ loan_id: id, loan_reference: reference, ...namesOf(names) }}>
      Loan
    </RowAction>
  )

export const toSaving = (id: number | null, reference: string | null, names: Names) =>
  id !== null &&
  reference !== null && (
    <RowAction
      to="customerSavingHistory"
      state={{ savings_id: id, savings_reference: reference, ...namesOf(names) }}
    >
      Saving
    </RowAction>
  )

/** A table's row actions, where the user is offered at least one of the routes: no column for nothing. */
export function useRowActions<Row>(to: readonly RouteName[], actionsOf: (row: Row) => ReactNode) {
  return to.some(useOffers()) ? actionsOf : undefined
}
