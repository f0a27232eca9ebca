import * as v from 'valibot'
import { maxBatchSize } from '#contract/calls/customers'
import { noGuarantor } from '#contract/calls/guarantors'
import { maxCardCustomers } from '#contract/calls/savingCards'
import { calls } from '#contract/index'
import { anyOf } from '#contract/permissions'
import { Id, Text } from '#contract/values'
import { area, withAmount } from '../route'

const { agents, customers, guarantors, history, messages, savings } = calls

const OneCustomer = v.object({ user_id: Id })
/** The customers of a batch: ids, and names to show. */
const Batch = v.object({
  customers: v.pipe(
    v.array(v.object({ user_id: Id, name: Text })),
    v.minLength(1),
    v.maxLength(maxBatchSize),
  ),
})
const noDetails = 'Customer details not available'
const noCustomers = 'No records available for customer to be rescheduled.'

export const customerRoutes = area({
  customers: {
    path: '/customer/list',
    title: 'Customers',
    access: anyOf('can-view-customer'),
    parent: 'dashboard',
    menu: { section: 'Customers', label: 'Customers List', key: 'C' },
    calls: [customers.getCustomers, customers.getCustomerIdForLoan],
  },
  customersUnattended: {
    path: '/customer/unattended',
    title: 'No Active Agent',
    access: anyOf('can-view-customer'),
    parent: 'customers',
    menu: { section: 'Customers', label: 'No Active Agent' },
    calls: [customers.getCustomers, customers.getCustomerIdForLoan],
  },
  customerCreate: {
    path: '/customer/create',
    title: 'Register Customer',
    access: anyOf('can-register-customer'),
    parent: 'customers',
    calls: [customers.getCustomersWithPhone, agents.getAgentChoices, customers.registerCustomer],
  },
  customerUpdate: {
    path: '/customer/update',
    title: 'Update Customer',
    access: anyOf('can-edit-customer'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [
      customers.getCustomer,
      customers.getCustomerIdentity,
      customers.getCustomersWithPhone,
      customers.updateCustomer,
    ],
  },
  customerActivate: {
    path: '/customer/activate',
    title: 'Activate Customer',
    access: anyOf('can-change-customer-status'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [customers.getCustomer, customers.activateCustomer],
  },
  customerDeactivate: {
    path: '/customer/deactivate',
    title: 'Deactivate Customer',
    access: anyOf('can-change-customer-status'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [customers.getCustomer, customers.deactivateCustomer],
  },
  customerFreeze: {
    path: '/customer/freeze',
    title: 'Freeze Customer',
    access: anyOf('can-freeze-customer'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [customers.getCustomer, customers.getCustomerFreezes, customers.freezeCustomer],
  },
  customerUnfreeze: {
    path: '/customer/unfreeze',
    title: 'Unfreeze Customer',
    access: anyOf('can-freeze-customer'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [customers.getCustomer, customers.getCustomerFreezes, customers.unfreezeCustomer],
  },
  customerDetails: {
    path: '/customer/view/details',
    title: 'Customer Details',
    access: anyOf('can-view-customer-details'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [
      customers.getCustomerPage,
      customers.getCustomerFreezes,
      customers.getCustomerIdentity,
      customers.viewCustomerIdentity,
      customers.exportCustomer,
      guarantors.getGuarantorFileUpload,
      messages.getMessageSummary,
      history.getRecordHistory,
      savings.savingsCards,
    ],
  },
  savingsCardsPrint: {
    path: '/savings/cards',
    title: 'Savings Cards',
    access: anyOf('can-view-customer-details'),
    parent: 'customers',
    state: v.object({ customers: v.pipe(Batch.entries.customers, v.maxLength(maxCardCustomers)) }),
    missing: noDetails,
    calls: [savings.savingsCards],
  },
  customerStatement: {
    path: '/customer/statement',
    title: 'Customer Statement',
    access: customers.getCustomerStatement.access,
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [customers.getCustomerStatement],
  },
  guarantorFileCreate: {
    path: '/guarantor/file/create',
    title: 'Add Guarantor File',
    access: guarantors.addGuarantorFile.access,
    parent: 'customers',
    state: v.object({ user_id: Id, guarantor_id: Id }),
    missing: noGuarantor,
    calls: [customers.getCustomerPage, guarantors.addGuarantorFile],
  },
  customerMessages: {
    path: '/customer/messages',
    title: 'Customer Messages',
    access: anyOf('can-view-customer-details'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [customers.getCustomer, messages.getCustomerMessages],
  },
  customerMessagesOn: {
    path: '/customer/messages/on',
    title: 'Switch On Messages',
    access: anyOf('can-edit-customer'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [customers.getCustomer, messages.getMessageSummary, messages.switchOnMessages],
  },
  customerMessagesOff: {
    path: '/customer/messages/off',
    title: 'Switch Off Messages',
    access: anyOf('can-edit-customer'),
    parent: 'customers',
    state: OneCustomer,
    missing: noDetails,
    calls: [customers.getCustomer, messages.getMessageSummary, messages.requestMessagesOff],
  },
  messagesOff: {
    path: '/customer/messages/off/list',
    title: 'Messages Off',
    access: messages.getMessagesOff.access,
    parent: 'customers',
    menu: { section: 'Customers', label: 'Messages Off', alone: true, waiting: ['messages_off'] },
    calls: [messages.getMessagesOff],
  },
  messagesOffApproval: {
    path: '/customer/messages/off/approval',
    title: 'Approval of Messages Off',
    access: anyOf('can-approve-messages-off'),
    parent: 'messagesOff',
    state: v.object({ messages_off_id: Id }),
    missing: 'Request not available',
    calls: [messages.getMessagesOffCase, messages.messagesOffDecision],
  },
  customerCredit: {
    path: '/credit/user',
    title: 'Credit Customer',
    access: anyOf('can-credit-customer'),
    parent: 'customers',
    state: withAmount,
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
    parent: 'customers',
    state: OneCustomer,
    missing: noCustomers,
    calls: [customers.getCustomer, agents.getAgentChoices, customers.assignAgentToCustomer],
  },
  customersReassign: {
    path: '/customer/Batchreassign/agent',
    title: 'Batch Re-Schedule',
    access: anyOf('can-reassign-customer-to-agent'),
    parent: 'customers',
    state: Batch,
    missing: noCustomers,
    calls: [agents.getAgentChoices, customers.BatchassignAgentToCustomer],
  },
  customersRescheduled: {
    path: '/customer/reschedule/agent',
    title: 'Rescheduled Customer',
    access: anyOf('can-view-customer'),
    parent: 'customers',
    menu: { section: 'Customers', label: 'Rescheduled Customer' },
    calls: [customers.customerRescheduled],
  },
})
