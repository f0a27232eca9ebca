import type { AllHandlers } from '../handler'
import { adminHandlers } from './admins/handlers'
import { agentHandlers } from './agents/handlers'
import { arrearsHandlers } from './arrears/handlers'
import { cashHandlers } from './cash/handlers'
import { closingHandlers } from './closing/handlers'
import { collectionHandlers } from './collections/handlers'
import { customerHandlers } from './customers/handlers'
import { dashboardHandlers } from './dashboard/handlers'
import { guarantorHandlers } from './guarantors/handlers'
import { importHandlers } from './imports/handlers'
import { loanChangeHandlers } from './loanChanges/handlers'
import { loanHandlers } from './loans/handlers'
import { marketHandlers } from './markets/handlers'
import { messageHandlers } from './messages/handlers'
import { roleHandlers } from './roles/handlers'
import { requestHandlers } from './requests/handlers'
import { reversalHandlers } from './reversals/handlers'
import { savingHandlers } from './savings/handlers'
import { searchHandlers } from './search/handlers'
import { sessionHandlers } from './session/handlers'
import { transactionHandlers } from './transactions/handlers'
import { viewHandlers } from './views/handlers'
import { withdrawalHandlers } from './withdrawals/handlers'

export const handlers: AllHandlers = {
  session: sessionHandlers,
  dashboard: dashboardHandlers,
  admins: adminHandlers,
  roles: roleHandlers,
  agents: agentHandlers,
  customers: customerHandlers,
  loans: loanHandlers,
  loanChanges: loanChangeHandlers,
  guarantors: guarantorHandlers,
  markets: marketHandlers,
  cash: cashHandlers,
  closing: closingHandlers,
  arrears: arrearsHandlers,
  collections: collectionHandlers,
  messages: messageHandlers,
  reversals: reversalHandlers,
  savings: savingHandlers,
  requests: requestHandlers,
  withdrawals: withdrawalHandlers,
  search: searchHandlers,
  transactions: transactionHandlers,
  imports: importHandlers,
  views: viewHandlers,
}
