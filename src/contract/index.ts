import { adminCalls } from './calls/admins'
import { agentPayCalls } from './calls/agentPay'
import { agentCalls } from './calls/agents'
import type { Named } from './call'
import { arrearsCalls } from './calls/arrears'
import { bookCalls } from './calls/books'
import { calendarCalls } from './calls/calendar'
import { cashCalls } from './calls/cash'
import { closingCalls } from './calls/closing'
import { collectionCalls } from './calls/collections'
import { creditCalls } from './calls/credits'
import { customerCalls } from './calls/customers'
import { dashboardCalls } from './calls/dashboard'
import { decisionCalls } from './calls/decisions'
import { expenseCalls } from './calls/expenses'
import { feeCalls } from './calls/fees'
import { guarantorCalls } from './calls/guarantors'
import { historyCalls } from './calls/history'
import { importCalls } from './calls/imports'
import { loanChangeCalls } from './calls/loanChanges'
import { loanCalls } from './calls/loans'
import { marketCalls } from './calls/markets'
import { messageCalls } from './calls/messages'
import { payoutCalls } from './calls/payouts'
import { roleCalls } from './calls/roles'
import { requestCalls } from './calls/requests'
import { reversalCalls } from './calls/reversals'
import { savingCalls } from './calls/savings'
import { settingCalls } from './calls/settings'
import { searchCalls } from './calls/search'
import { sessionCalls } from './calls/session'
import { termCalls } from './calls/terms'
import { tillCalls } from './calls/tills'
import { transactionCalls } from './calls/transactions'
import { viewCalls } from './calls/views'
import { withdrawalCalls } from './calls/withdrawals'

/** All calls. The route table names them all, so the app loads them at its start; sign-in imports those of the session alone. */
export const calls = {
  session: sessionCalls,
  dashboard: dashboardCalls,
  decisions: decisionCalls,
  admins: adminCalls,
  roles: roleCalls,
  agents: agentCalls,
  agentPay: agentPayCalls,
  customers: customerCalls,
  loans: loanCalls,
  loanChanges: loanChangeCalls,
  markets: marketCalls,
  calendar: calendarCalls,
  guarantors: guarantorCalls,
  history: historyCalls,
  cash: cashCalls,
  closing: closingCalls,
  arrears: arrearsCalls,
  books: bookCalls,
  expenses: expenseCalls,
  fees: feeCalls,
  collections: collectionCalls,
  messages: messageCalls,
  reversals: reversalCalls,
  savings: savingCalls,
  terms: termCalls,
  settings: settingCalls,
  tills: tillCalls,
  payouts: payoutCalls,
  requests: requestCalls,
  credits: creditCalls,
  withdrawals: withdrawalCalls,
  search: searchCalls,
  transactions: transactionCalls,
  views: viewCalls,
  imports: importCalls,
}
export type Calls = typeof calls

export const allCalls: readonly Named[] = Object.values(calls).flatMap((group): Named[] =>
  Object.values(group),
)
