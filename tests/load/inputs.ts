import type { BodyOf, Call, Named } from '#contract/call'
import type { Calls } from '#contract/index'
import { dayWithoutGateway, rareCustomer, rareName } from './data'

type PagedOf<Group> = {
  [Name in keyof Group as Group[Name] extends Call
    ? 'page' extends keyof BodyOf<Group[Name]>
      ? Name
      : never
    : never]: Group[Name]
}
type Input<C> = C extends Call
  ? { about?: Record<string, Omit<BodyOf<C>, 'page'>>; reference?: string; old?: string }
  : never
type Inputs = { [G in keyof Calls]: { [Name in keyof PagedOf<Calls[G]>]: Input<Calls[G][Name]> } }

/** The filters of the lists of loans: common and rare ones. */
const ofLoans = {
  all: {},
  'of an agent': { agent_id: 7 },
  'of a common type': { loan_type_id: 1 },
  'of a rare type': { loan_type_id: 2 },
  'of an agent, a type and a quarter': {
    agent_id: 7,
    loan_type_id: 1,
    start_date: '2026-01-01',
    end_date: '2026-03-31',
  },
}

/**
 * The inputs of `npm run load:lists` for each paged list, beside the searches below: `about` has its kinds, `reference` is
 * part of a reference, `old` a search that finds many rows of which none is new. A list of the contract without an entry does not
 * compile, and a test compares the two.
 */
export const listInputs: Inputs = {
  session: {},
  dashboard: {},
  decisions: {},
  admins: { getAdminActivityLog: { reference: 'customer 4711', old: 'moved savings' } },
  roles: {},
  agents: { getAgents: { reference: '7@agents' }, agentHistory: {}, waitingDevices: {} },
  agentPay: {
    getAgentStatements: { reference: 'AS-2203', old: 'AS-21' },
    getAgentStatementRows: { about: { one: { statement_id: 1 } } },
  },
  customers: {
    getCustomers: {
      about: {
        all: {},
        'of an agent': { agent_id: 7 },
        owing: { owing: '1' },
        late: { late: '1' },
        inactive: { inactive: '1' },
        'late of an agent': { agent_id: 7, late: '1' },
        'inactive and owing': { inactive: '1', owing: '1' },
      },
      reference: 'CU-654321',
      old: 'CU-0',
    },
    customerRescheduled: { reference: 'RA-2106', old: 'CU-0' },
  },
  payouts: { getPayouts: {} },
  loans: {
    loanHistory: { reference: 'LR-2203', old: 'LN-21' },
    loanHistoryRepayment: { reference: 'LR-260310-', old: 'LN-21' },
    loanDisbursementHistory: { reference: 'LN-2203', old: 'LN-21' },
    loanApplications: { about: ofLoans, reference: 'LN-2203', old: 'LN-21' },
    getPendingLoan: { about: ofLoans, reference: 'LN-2203', old: 'CU-0' },
    getOverdueLoan: { about: ofLoans, reference: 'LN-2203', old: 'LN-21' },
    approvedLoan: { about: ofLoans, reference: 'LN-2203', old: 'LN-21' },
    rejectedLoan: { about: ofLoans, reference: 'LN-2203', old: 'CU-0' },
    paidLoan: { about: ofLoans, reference: 'LN-2203', old: 'LN-21' },
    loanPortfolio: { about: ofLoans, reference: 'LN-2203', old: 'LN-21' },
    loansEnding: { about: ofLoans, reference: 'LN-2203', old: 'LN-21' },
    loanInterest: { reference: 'LN-2203', old: 'LN-21' },
  },
  markets: { getMarkets: {} },
  guarantors: { getGuarantor: { reference: '0700012', old: 'CU-0' } },
  history: { getRecordHistory: { about: { customer: { noun: 'customer', id: rareCustomer } } } },
  credits: { getCreditRequests: {} },
  messages: {
    getMessagesOff: {},
    getCustomerMessages: { about: { one: { customer_id: rareCustomer } } },
    getUnsentMessages: { about: { day: { day: dayWithoutGateway } } },
  },
  calendar: {},
  arrears: { getArrears: { reference: 'LN-2203', old: 'LN-21' } },
  closing: {
    getRuns: {},
    getRunItems: { about: { one: { run_id: 1 } } },
    getReopenings: {},
    getDayOpenings: {},
  },
  collections: { getCollections: { reference: 'CS-26' }, getSheetRequests: {}, getLateBatches: {} },
  savings: {
    savingHistory: { reference: 'SD-2203', old: 'SV-20' },
    getSavingPortfolio: { reference: 'SV-2203', old: 'CU-0' },
    getNotSaving: {},
    savingsByMarket: {},
  },
  requests: {},
  cash: {
    getAgentsCash: { reference: '0803' },
    getAgentCashMovements: { about: { one: { agent_id: 1 } } },
    getRemittances: { reference: 'RM-2203', old: 'RM-21' },
    getCashDifferences: { reference: 'DF-2203', old: 'DF-21' },
  },
  loanChanges: { getLoanChanges: { reference: 'LC-2203', old: 'CU-0' } },
  terms: { getTermChanges: {} },
  settings: { getSettingChanges: {} },
  tills: {
    getTillSessions: {},
    getPlaceMovements: { about: { vault: { place: 'vault' }, bank: { place: 'bank' } } },
    getBankMovements: {},
  },
  reversals: { getReversals: { reference: 'RR-2203', old: 'CU-0' } },
  withdrawals: { getWithDrawList: { reference: 'WR-2203', old: 'CU-0' } },
  fees: {},
  expenses: { getExpenses: {} },
  books: {
    getBookEntries: {
      about: {
        'interest of a month': { line: 'interest', start_date: '2026-10-01', end_date: '2026-10-31' },
        'savings of a month': { line: 'daily-savings', start_date: '2026-10-01', end_date: '2026-10-31' },
      },
    },
    getJournal: { about: { 'a month': { start_date: '2026-10-01', end_date: '2026-10-31' } } },
  },
  search: {},
  views: {},
  imports: {},
  transactions: {
    businessHistory: {
      about: { main: { business_id: 1 }, profit: { business_id: 2 }, transaction: { business_id: 3 } },
      reference: 'LR-260310-',
      old: 'CU-0',
    },
    transactionFlowHistory: {
      about: {
        payable: { transaction_type: 'payable' },
        receivable: { transaction_type: 'receivable' },
        all: { transaction_type: 'all' },
      },
      reference: 'LD-2203',
      old: 'CU-0',
    },
    userTransactionHistory: {
      about: { one: { customer_id: rareCustomer, savings_type: 'all' } },
      reference: 'SD-22',
    },
  },
}

/** A common name, a very common and a rare one; two letters with and without matches; parts of phone numbers; no match. */
export const searches = [
  'Ngozi',
  'Ade',
  `${rareName.firstName} ${rareName.lastName}`,
  'Ng',
  'Qz',
  '0803',
  '55512',
  'Nobody at all',
]
/** The search whose fiftieth page is read. */
export const common = 'Ade'

type AnyInput = { about?: Record<string, object>; reference?: string; old?: string }
export function inputOf({ group, name }: Named): AnyInput {
  const ofGroup: Record<string, AnyInput> = listInputs[group]
  return ofGroup[name.slice(group.length + 1)] ?? {}
}
