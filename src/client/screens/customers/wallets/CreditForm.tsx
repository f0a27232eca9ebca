import { type Customer, inactiveCustomerMessage } from '#contract/calls/customers'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { CashForm } from '#forms/CashForm'
import { Fact } from '#ui/text/Facts'
import { nameOf } from '../useCustomer'

type Props = { customer: Customer; balance: Kobo; filled: string | undefined }

/** Credits cash that was paid in at the counter to the main wallet. */
export const CreditForm = ({ customer, balance, filled }: Props) => (
  <CashForm
    call={calls.customers.creditUser}
    schema={calls.customers.creditUser.input.entries.amount}
    title="Credit"
    verb="Credit"
    actionLabel="Credit Customer"
    subject={{ customer_id: customer.id }}
    name={nameOf(customer)}
    balance={balance}
    filled={filled}
    question={`Credit ${nameOf(customer)}?`}
    consequence="that was paid in goes into the main wallet at once and can be withdrawn from there. It can’t be undone here."
    facts={<Fact label="Customer">{`${nameOf(customer)}, ${customer.reference}`}</Fact>}
    disabledReason={customer.status ? undefined : inactiveCustomerMessage}
    resultOf={({ data }) => data && { reference: data.data.reference, balance: data.data.main_balance }}
  />
)
