import * as v from 'valibot'
import { maxBatchSize } from '#contract/calls/customers'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { agents, customers } = calls

const OneCustomer = v.object({ user_id: Id })
/** The customers of a batch: ids, and names to show. */
const Batch = v.object({
  customers: v.pipe(
    v.array(v.object({ user_id: Id, name: Text })),
    v.minLength(1),
    v.maxLength(maxBatchSize),
  ),
})
const noCustomers = 'No records available for customer to be rescheduled.'

export const customerRoutes = area({
  customers: {
    path: '/customer/list',
    title: 'Customers',
    access: anyOf('can-view-customer'),
    under: 'dashboard',
    menu: { section: 'Customers', label: 'Customers List' },
    calls: [customers.getCustomers, customers.getCustomerIdForLoan],
  },
  customerDetails: {
    path: '/customer/view/details',
    title: 'Customer Details',
    access: anyOf('can-view-customer-details'),
    under: 'customers',
    state: OneCustomer,
    missing: 'Customer details not available',
    calls: [customers.getCustomer, customers.getCustomersBalance],
  },
  customerCredit: {
    path: '/credit/user',
    title: 'Credit Customer',
    access: anyOf('can-credit-customer'),
    under: 'customers',
    state: OneCustomer,
    missing: 'No records available to credit this customer',
    calls: [
      customers.getCustomer,
      customers.getCustomersBalance,
      customers.creditUser,
      customers.savingWalletToMainWallets,
    ],
  },
  customerReassign: {
    path: '/customer/reassign/agent',
    title: 'Re-Schedule Customer',
    access: anyOf('can-reassign-customer-to-agent'),
    under: 'customers',
    state: OneCustomer,
    missing: noCustomers,
    calls: [customers.getCustomer, agents.getAgentChoices, customers.assignAgentToCustomer],
  },
  customersReassign: {
    path: '/customer/Batchreassign/agent',
    title: 'Batch Re-Schedule',
    access: anyOf('can-reassign-customer-to-agent'),
    under: 'customers',
    state: Batch,
    missing: noCustomers,
    calls: [agents.getAgentChoices, customers.BatchassignAgentToCustomer],
  },
  customersRescheduled: {
    path: '/customer/reschedule/agent',
    title: 'Rescheduled Customer',
    access: anyOf('can-view-customer'),
    under: 'customers',
    menu: { section: 'Customers', label: 'Rescheduled Customer' },
    calls: [customers.customerRescheduled],
  },
})
