import type { RouteName } from '#routing/routes'

type Step = {
  text: string
  /** A screen that needs no ids. */
  to: RouteName
  link: string
}

const pending = { to: 'loansPending', link: 'Pending loans' } as const
const portfolio = { to: 'loanPortfolio', link: 'Loan portfolio' } as const
const customers = { to: 'customers', link: 'Customers' } as const
const sheet = { to: 'collectionSheet', link: 'Collection sheet' } as const
const repaid = { text: 'Repayments are taken on the page of a loan, or on a collection sheet.', ...portfolio }
const disbursed = { text: 'A loan is paid out with its second approval.', ...pending }
const moved = {
  text: 'Movements of money are listed once they are recorded.',
  to: 'dashboard',
  link: 'Dashboard',
} as const
const atTills = {
  text: 'Cash moves with deposits and payouts at the tills.',
  to: 'tills',
  link: 'Tills',
} as const
const inBooks = {
  text: 'Every movement of money has its entries in the books.',
  to: 'books',
  link: 'Books',
} as const

/** Where the rows of a list come from, for lists that offer nothing to make; a test asks for each list. */
export const nextSteps: Partial<Record<RouteName, Step>> = {
  adminActivityLog: { text: 'What admins do is recorded here.', to: 'admins', link: 'Admins' },
  devicesWaiting: { text: 'A device waits once its agent enrols it.', to: 'agents', link: 'Agents' },
  agentHistory: { text: 'What agents collect is listed here.', ...sheet },
  agentStatementRows: {
    text: 'A statement has a row for what the agent collected.',
    to: 'agentStatements',
    link: 'Agents commission',
  },
  customerMessages: { text: 'A message follows a movement of money, unless messages are off.', ...customers },
  messagesOff: {
    text: 'Messages are switched off on a customer’s page; another admin approves it.',
    ...customers,
  },
  customersRescheduled: { text: 'Customers are given to another agent in their list.', ...customers },
  loanPortfolio: disbursed,
  loansEnding: { text: 'Choose more days, or see all active loans.', ...portfolio },
  loansPaid: { text: 'A loan comes here once all of it is repaid.', ...portfolio },
  loansApproved: disbursed,
  loansRejected: { text: 'Rejected applications come here with the comment.', ...pending },
  loanApplications: { text: 'A loan is applied for on the customer’s page.', ...customers },
  loansPending: {
    text: 'A loan is applied for on the customer’s page, and waits here for two approvals.',
    ...customers,
  },
  loansOverdue: { text: 'No installment is late. Active loans are in the portfolio.', ...portfolio },
  loanChanges: { text: 'A change is requested on the page of a loan.', ...portfolio },
  loanHistory: repaid,
  interestPaid: repaid,
  loanRepayments: repaid,
  loanDisbursements: disbursed,
  guarantors: { text: 'Guarantors are entered with the application for a loan.', ...pending },
  sheetRequests: { text: 'The sheet of a closed day is sent from the collection sheet.', ...sheet },
  lateBatches: { text: 'What agents’ devices send too late waits here.', to: 'agents', link: 'Agents' },
  agentsCash: { text: 'Cash that agents collect is theirs to hand in.', ...sheet },
  agentCashMovements: { text: 'Cash that agents collect is theirs to hand in.', ...sheet },
  differences: {
    text: 'A difference is requested where a count is not what was expected.',
    to: 'remittances',
    link: 'Remittances',
  },
  unsentMessages: {
    text: 'Choose another day above, or see what else the day needs.',
    to: 'dayClose',
    link: 'Day’s close',
  },
  runs: { text: 'Runs come with the end of a day.', to: 'dayClose', link: 'Day’s close' },
  dayOpenings: {
    text: 'A closed day is opened by a request in the day’s close.',
    to: 'dayClose',
    link: 'Day’s close',
  },
  reopenings: { text: 'Days are reopened by a request in the list of runs.', to: 'runs', link: 'Runs' },
  runDetails: { text: 'Other runs may have posted something.', to: 'runs', link: 'Runs' },
  arrears: { text: 'No installment is late. Active loans are in the portfolio.', ...portfolio },
  bookEntries: inBooks,
  bookJournal: inBooks,
  reversals: {
    text: 'A movement that was wrong is taken back from its own row, by a request.',
    to: 'savingsHistory',
    link: 'Savings history',
  },
  notSaving: {
    text: 'Choose fewer days, or see all wallets.',
    to: 'savingsPortfolio',
    link: 'Savings portfolio',
  },
  savingsByMarket: { text: 'A customer may belong to a market.', to: 'markets', link: 'Market days' },
  savingsHistory: { text: 'Deposits are recorded on a customer’s page, or on a collection sheet.', ...sheet },
  creditRequests: { text: 'A credit is requested on a customer’s page.', ...customers },
  termChanges: {
    text: 'A change is requested from the terms of a type.',
    to: 'savingTypes',
    link: 'Saving types',
  },
  settingChanges: {
    text: 'A change is requested in the settings of the business.',
    to: 'businessSettings',
    link: 'Business settings',
  },
  tillMovements: atTills,
  vault: atTills,
  bankAccount: atTills,
  tillSessions: { text: 'A till is opened before cash is taken.', to: 'tills', link: 'Tills' },
  withdrawals: { text: 'A withdrawal is requested on a customer’s page.', ...customers },
  mainTransactions: moved,
  businessTransactions: moved,
  flowTransactions: moved,
  customerTransactions: moved,
}
