import { CustomersTable } from './CustomersTable'

/** Customers whom nobody collects from: to be moved to another agent. */
export default function CustomersUnattended() {
  return (
    <CustomersTable
      unattended
      note="Customers whose agent is suspended or deleted: nobody collects from them until they are moved to another agent."
      empty="Every customer has an active agent"
    />
  )
}
