import type { AllHandlers } from './handler'
import { adminHandlers } from './modules/admins/handlers'
import { agentPayHandlers } from './modules/agentPay/handlers'
import { agentHandlers } from './modules/agents/handlers'
import { arrearsHandlers } from './views/arrears/handlers'
import { bookHandlers } from './modules/books/handlers'
import { calendarHandlers } from './modules/calendar/handlers'
import { cashHandlers } from './modules/cash/handlers'
import { closingHandlers } from './modules/closing/handlers'
import { collectionHandlers } from './modules/collections/handlers'
import { customerHandlers } from './modules/customers/handlers'
import { customerPageHandlers } from './views/customerPage/handlers'
import { dayCloseHandlers } from './views/dayClose/handlers'
import { dashboardHandlers } from './views/dashboard/handlers'
import { decisionHandlers } from './views/decisions/handlers'
import { historyHandlers } from './views/history/handlers'
import { guarantorHandlers } from './modules/guarantors/handlers'
import { importHandlers } from './modules/imports/handlers'
import { expenseHandlers } from './modules/expenses/handlers'
import { creditHandlers } from './modules/credits/handlers'
import { feeHandlers } from './modules/fees/handlers'
import { loanChangeHandlers } from './modules/loans/changes/handlers'
import { loanHandlers } from './modules/loans/handlers'
import { marketHandlers } from './modules/markets/handlers'
import { messageHandlers } from './modules/messages/handlers'
import { payoutHandlers } from './modules/payouts/handlers'
import { roleHandlers } from './modules/roles/handlers'
import { requestHandlers } from './modules/requests/handlers'
import { reversalHandlers } from './modules/reversals/handlers'
import { savingHandlers } from './modules/savings/handlers'
import { searchHandlers } from './views/search/handlers'
import { sessionHandlers } from './modules/session/handlers'
import { settingHandlers } from './modules/settings/handlers'
import { termHandlers, termRequestHandlers } from './modules/terms/handlers'
import { tillHandlers } from './modules/tills/handlers'
import { transactionHandlers } from './modules/transactions/handlers'
import { viewHandlers } from './modules/views/handlers'
import { withdrawalHandlers } from './modules/withdrawals/handlers'

export const handlers: AllHandlers = {
  session: sessionHandlers,
  dashboard: dashboardHandlers,
  decisions: decisionHandlers,
  admins: adminHandlers,
  roles: roleHandlers,
  agents: agentHandlers,
  agentPay: agentPayHandlers,
  customers: { ...customerHandlers, ...customerPageHandlers },
  loans: { ...loanHandlers, ...termRequestHandlers.loans },
  loanChanges: loanChangeHandlers,
  guarantors: guarantorHandlers,
  history: historyHandlers,
  markets: marketHandlers,
  calendar: calendarHandlers,
  cash: cashHandlers,
  closing: { ...closingHandlers, ...dayCloseHandlers },
  arrears: arrearsHandlers,
  books: bookHandlers,
  expenses: expenseHandlers,
  fees: feeHandlers,
  collections: collectionHandlers,
  messages: messageHandlers,
  reversals: reversalHandlers,
  savings: { ...savingHandlers, ...termRequestHandlers.savings },
  terms: termHandlers,
  settings: settingHandlers,
  tills: tillHandlers,
  payouts: payoutHandlers,
  requests: requestHandlers,
  credits: creditHandlers,
  withdrawals: withdrawalHandlers,
  search: searchHandlers,
  transactions: transactionHandlers,
  imports: importHandlers,
  views: viewHandlers,
}
