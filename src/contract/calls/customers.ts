import * as v from 'valibot'
import { columnsOf, group, read, write } from '../call'
import { dayRange } from '../filters'
import { customerExportCalls } from './customerExport'
import { customerPageCalls, MainWallet } from './customerPage'
import { freezeCalls } from './freezes'
import { loanAccountCalls } from './loanAccounts'
import { owedCommission } from './savingChanges'
import { transactionCalls } from './transactions'
import { type Access, anyOf, onlyWith } from '../permissions'
import {
  amountUpTo,
  Balance,
  Day,
  Flag,
  Id,
  identityNumber,
  Kobo,
  maxCustomerAmount,
  namePart,
  optionalText,
  Phone,
  paged,
  pageInput,
  requiredText,
  SearchText,
  Stamp,
  Text,
  TextFlag,
} from '../values'

export const Customer = v.object({
  id: Id,
  /** The same as `id`, as some calls name it. */
  user_id: Id,
  reference: Text,
  first_name: Text,
  last_name: Text,
  phone_number: Text,
  /** '1' is active. */
  status: TextFlag,
  state: optionalText,
  lga: optionalText,
  /** The agent who recruited the customer. */
  agentName: Text,
  /** The agent who collects now. */
  assignedAgentName: Text,
  has_idcard: Flag,
  user_type: Text,
  home_address: optionalText,
  office_address: optionalText,
  created_at: Stamp,
  updated_at: Stamp,
})
export type Customer = v.InferOutput<typeof Customer>

const Rescheduled = v.object({
  id: Id,
  user_id: Id,
  reference: Text,
  created_at: Stamp,
  name: Text,
  phone_number: Text,
  /** Active or Non Active. */
  status: Text,
  assignedAgentName: Text,
  /** Who had the customer before, who moved them, and what was late of their loans then (not in the spec). */
  from_agent: v.optional(optionalText),
  moved_by: v.optional(optionalText),
  late: v.optional(v.nullable(Kobo)),
})

/** Why a customer's ID card can't be opened. */
export const noIdCard = 'No records available  this customer'

const SavingsWallet = v.object({
  /** The reference of the saving. */
  code: Text,
  type: Text,
  balance: Balance,
  /** How much of it secures loans; absent for nothing. */
  held: v.optional(Kobo),
  /** The step of a transfer. */
  fixed_amount: Kobo,
  ...owedCommission,
})
export type SavingsWallet = v.InferOutput<typeof SavingsWallet>

/** The most customers that one change may move. */
export const maxBatchSize = 1000
const manyCustomers = v.pipe(
  v.array(Id),
  v.minLength(1, 'Please select customers.'),
  v.maxLength(maxBatchSize, `At most ${maxBatchSize} customers can be moved at once.`),
)
const chosenAgent = v.message(Id, 'Please select an agent.')

/** What the list has of a customer's money (not in the spec), for callers who may see it. */
const figures = {
  /** The balance of all savings wallets. */
  savings: v.optional(Kobo),
  /** What is owed on open loans. */
  loan_owed: v.optional(Kobo),
  /** Days since the oldest unpaid instalment of open loans was due; null if none is late. */
  days_late: v.optional(v.nullable(v.number())),
  /** The day of the last deposit or repayment that stands, as of the day of collection. */
  last_paid: v.optional(v.nullable(Day)),
}
export type CustomerFigure = keyof typeof figures
const loanAccess = loanAccountCalls.getLoanAccount.access
/** Who may see each, as on the customer's page. */
export const figureAccess: Record<CustomerFigure, Access> = {
  savings: customerPageCalls.getCustomerPage.access,
  loan_owed: loanAccess,
  days_late: loanAccess,
  last_paid: transactionCalls.userTransactionHistory.access,
}
/** A filter that is set or not. */
const set = v.optional(v.picklist(['1']))

const CustomerRow = v.object({
  ...Customer.entries,
  name: Text,
  /** 'Frozen', or null: nothing goes out. Absent in what was saved by an older release. */
  frozen: v.optional(v.nullable(v.literal('Frozen'))),
  ...figures,
})
export const customerColumns = columnsOf(CustomerRow, [
  { field: 'name', header: 'Full Name', kind: 'text' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'phone_number', header: 'Phone', kind: 'phone' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'assignedAgentName', header: 'Assigned Agent', kind: 'text' },
  { field: 'agentName', header: 'Agent', kind: 'text', hidden: true },
  { field: 'state', header: 'State', kind: 'text' },
  { field: 'lga', header: 'LGA', kind: 'text', hidden: true },
  { field: 'created_at', header: 'Created', kind: 'datetime', isMinor: true },
  { field: 'user_type', header: 'User Type', kind: 'text', hidden: true },
  { field: 'home_address', header: 'Home Address', kind: 'text', hidden: true },
  { field: 'office_address', header: 'Office Address', kind: 'text', hidden: true },
  { field: 'updated_at', header: 'Updated', kind: 'datetime', hidden: true },
  { field: 'savings', header: 'Savings', kind: 'money', isSummed: true },
  { field: 'loan_owed', header: 'Loan Owed', kind: 'money', isSummed: true },
  { field: 'days_late', header: 'Late', kind: 'number', sparse: true },
  { field: 'last_paid', header: 'Last Paid', kind: 'date', sparse: true },
  { field: 'frozen', header: 'Frozen', kind: 'status', sparse: true },
])
/** The columns for callers who may see only these figures. */
export const customerColumnsFor = (isSeen: (access: Access) => boolean) =>
  customerColumns.filter(
    ({ field }) => !(field in figureAccess) || isSeen(figureAccess[field as CustomerFigure]),
  )
export const rescheduledColumns = columnsOf(Rescheduled, [
  { field: 'created_at', header: 'Created', kind: 'datetime' },
  { field: 'name', header: 'Customer Name', kind: 'text' },
  { field: 'phone_number', header: 'Phone', kind: 'phone' },
  { field: 'status', header: 'Status', kind: 'status' },
  { field: 'assignedAgentName', header: 'Assigned Agent Name', kind: 'text' },
  { field: 'from_agent', header: 'From Agent', kind: 'text' },
  { field: 'moved_by', header: 'Moved By', kind: 'text' },
  { field: 'late', header: 'Late Then', kind: 'money', isSummed: true },
  { field: 'reference', header: 'Reference', kind: 'text', hidden: true },
])
/** The columns for callers who may see what is owed on loans, or may not. */
export const rescheduledColumnsFor = (isSeen: (access: Access) => boolean) =>
  rescheduledColumns.filter(({ field }) => field !== 'late' || isSeen(figureAccess.loan_owed))

/** A customer's identity numbers: of the bank verification, and of the national register. */
export const identityNumbers = ['bvn', 'nin'] as const
export type IdentityNumber = (typeof identityNumbers)[number]
const address = (message?: string) => {
  const text = v.pipe(Text, v.maxLength(200, 'An address may have at most 200 characters.'))
  return message === undefined
    ? text
    : v.pipe(
        text,
        v.check((one) => one.trim() !== '', message),
      )
}
export const customerFields = {
  first_name: namePart('First Name'),
  last_name: namePart('Last Name'),
  phone_number: Phone,
  home_address: address('Please enter the home address.'),
  /** May be empty. */
  office_address: address(),
  state: requiredText('Please select a state.'),
  lga: requiredText('Please select an LGA.'),
}
export const identityFields = { bvn: identityNumber('BVN'), nin: identityNumber('NIN') }
const oneCustomer = v.object({ customer_id: Id })
/** The numbers of one customer; null for one that is not recorded. */
const Identity = v.object({ bvn: optionalText, nin: optionalText })
export type Identity = v.InferOutput<typeof Identity>

export const inactiveCustomerMessage = 'This customer is not active. Only an active customer can be credited.'
const amount = amountUpTo(maxCustomerAmount, 'At most ₦100,000,000.00 can be moved at once.')
/** Data of a confirmation: the reference and the main wallet's new balance. */
const moved = v.object({ data: v.object({ reference: Text, main_balance: Kobo }) })
const listOfOne = v.object({ data: v.object({ data: v.array(Customer) }) })

export const customerCalls = group('customers', {
  ...customerPageCalls,
  ...customerExportCalls,
  ...freezeCalls,
  /** Owing, late and the order by what is owed are for callers who may see that. */
  getCustomers: read({
    reads: ['agents', 'customers', 'ledger', 'loans', 'savings'],
    path: 'getcustomers',
    access: anyOf('can-view-customer'),
    input: v.object({
      ...pageInput,
      search: v.optional(SearchText),
      /** Who collects now. */
      agent_id: v.optional(Id),
      owing: set,
      late: set,
      inactive: set,
      /** Nobody collects: the agent is suspended or deleted. */
      unattended: set,
      /** Nothing goes out of them. */
      frozen: set,
    }),
    output: v.object({ data: paged(CustomerRow) }),
    csv: customerColumns,
    sortable: ['created_at', 'name', 'reference', 'loan_owed'],
    searchable: { by: ['first_name last_name phone_number reference'] },
  }),
  getCustomer: read({
    reads: ['agents', 'customers'],
    path: 'getcustomers',
    access: anyOf('can-view-customer'),
    input: v.object({ customer_id: Id }),
    output: listOfOne,
  }),
  /** The same call with another field name. */
  getCustomerByUserId: read({
    reads: ['agents', 'customers'],
    path: 'getcustomers',
    access: anyOf('can-view-customer'),
    input: v.object({ user_id: Id }),
    output: listOfOne,
  }),
  getCustomerTotal: read({
    reads: ['customers'],
    path: 'getcustomers',
    access: 'session',
    input: v.object({}),
    output: v.object({ data: v.object({ total: v.number() }) }),
  }),
  /**
   * Other customers with the same phone number (not in the spec); those who have the same name too are named as that.
   * Names only for callers who may view customers.
   */
  getCustomersWithPhone: read({
    reads: ['customers'],
    path: 'getcustomers',
    access: anyOf('can-register-customer', 'can-edit-customer'),
    input: v.object({
      with_phone: Phone,
      /** The customer whose number it is. */
      except_id: v.optional(Id),
      first_name: v.optional(Text),
      last_name: v.optional(Text),
    }),
    output: v.object({
      data: v.object({
        count: v.number(),
        /** Names with references, at most five. */
        names: v.array(Text),
        /** Whether one of them has the same name. */
        same_name: v.boolean(),
      }),
    }),
    unsaved: true,
  }),
  registerCustomer: write({
    path: 'registercustomer',
    access: anyOf('can-register-customer'),
    encoding: 'encrypted',
    input: v.object({ ...customerFields, agent_id: chosenAgent, ...identityFields }),
    output: v.object({ data: v.object({ id: Id, reference: Text }) }),
    subject: ['phone_number'],
    // Its main wallet is an account of the ledger.
    writes: ['customers', 'identities', 'ledger'],
    secret: identityNumbers,
  }),
  /** An empty BVN or NIN leaves the recorded one as it is. */
  updateCustomer: write({
    path: 'updatecustomer',
    access: anyOf('can-edit-customer'),
    encoding: 'encrypted',
    input: v.object({ ...customerFields, ...identityFields, customer_id: Id }),
    subject: ['customer_id'],
    // The number before a change of phone hears of it.
    writes: ['customers', 'identities', 'messages'],
    secret: identityNumbers,
  }),
  activateCustomer: write({
    path: 'activatecustomer',
    access: anyOf('can-change-customer-status'),
    input: oneCustomer,
    subject: ['customer_id'],
    writes: ['customers'],
  }),
  /** Stops credits to the main wallet; wallets, savings and loans stay (rules.md, "Customer status"). */
  deactivateCustomer: write({
    path: 'deactivatecustomer',
    access: anyOf('can-change-customer-status'),
    input: oneCustomer,
    subject: ['customer_id'],
    writes: ['customers'],
  }),
  /** Which numbers are recorded, and their last four digits: '•••••••1234'. */
  getCustomerIdentity: read({
    reads: ['customers', 'identities'],
    path: 'getcustomeridentity',
    access: anyOf('can-view-customer-details', 'can-edit-customer'),
    input: oneCustomer,
    output: v.object({ data: Identity }),
    unsaved: true,
  }),
  /** The whole numbers. */
  viewCustomerIdentity: read({
    reads: ['customers', 'identities'],
    path: 'viewcustomeridentity',
    access: onlyWith('can-view-customer-identity'),
    input: oneCustomer,
    output: v.object({ data: Identity }),
    unsaved: true,
    audited: true,
  }),
  /** A link to the ID card, valid for a minute in this session. */
  getCustomerIdForLoan: read({
    reads: ['customers'],
    path: 'getcustomeridforloan',
    access: anyOf('can-view-customer-details'),
    input: v.object({ customer_id: Id }),
    output: v.object({ data: v.string() }),
  }),
  getCustomersBalance: read({
    reads: ['customers', 'ledger', 'savingTypes', 'savings'],
    path: 'getcustomersbalance',
    access: anyOf('can-view-customer-details', 'can-credit-customer', 'can-create-withdrawal'),
    input: v.object({ customer_id: Id }),
    output: v.object({
      data: v.object({
        /** `held` is the amount of pending withdrawals. */
        main_wallet: MainWallet,
        savings_wallets: v.optional(v.nullable(v.array(SavingsWallet), []), []),
      }),
    }),
  }),
  assignAgentToCustomer: write({
    path: 'assignagenttocustomer',
    access: anyOf('can-reassign-customer-to-agent'),
    input: v.object({ agent_id: chosenAgent, customer_id: Id }),
    subject: ['customer_id'],
    writes: ['customers', 'reassignments'],
  }),
  /** All of them or none. */
  BatchassignAgentToCustomer: write({
    path: 'batchassignagenttocustomer',
    access: anyOf('can-reassign-customer-to-agent'),
    input: v.object({ agent_id: chosenAgent, customer_id: manyCustomers }),
    subject: ['customer_id'],
    writes: ['customers', 'reassignments'],
  }),
  /** Cash paid in at the counter goes to the main wallet. */
  creditUser: write({
    path: 'credituser',
    access: anyOf('can-credit-customer'),
    input: v.object({ amount, customer_id: Id }),
    output: moved,
    subject: ['customer_id'],
    writes: ['ledger', 'messages'],
    keepsSession: true,
  }),
  /** In steps of the wallet's fixed amount, or the whole balance (rules.md, "Transfer from savings"). */
  savingWalletToMainWallets: write({
    path: 'savingwallettomainwallets',
    access: anyOf('can-credit-customer'),
    input: v.object({ amount, customer_id: Id, savings_type: v.optional(Text), savings_ref: Text }),
    output: moved,
    subject: ['customer_id'],
    writes: ['ledger', 'messages', 'savings'],
  }),
  customerRescheduled: read({
    reads: ['admins', 'agents', 'customers', 'reassignments'],
    path: 'customerrescheduled',
    access: anyOf('can-view-customer'),
    input: v.object({
      ...pageInput,
      search: v.optional(SearchText),
      /** Not in the spec: on which days they were moved. */
      ...dayRange,
    }),
    output: v.object({ data: paged(Rescheduled) }),
    csv: rescheduledColumns,
    sortable: ['created_at'],
    searchable: { by: ['name phone_number', 'reference'] },
  }),
})
