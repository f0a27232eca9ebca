import type { AllHandlers } from '../handler'
import { adminHandlers } from './admins'
import { agentHandlers } from './agents'
import { customerHandlers } from './customers'
import { dashboardHandlers } from './dashboard'
import { guarantorHandlers } from './guarantors'
import { loanHandlers } from './loans'
import { marketHandlers } from './markets'
import { roleHandlers } from './roles'
import { requestHandlers } from './requests'
import { savingHandlers } from './savings'
import { sessionHandlers } from './session'
import { transactionHandlers } from './transactions'
import { withdrawalHandlers } from './withdrawals'

export const handlers: AllHandlers = {
  session: sessionHandlers,
  dashboard: dashboardHandlers,
  admins: adminHandlers,
  roles: roleHandlers,
  agents: agentHandlers,
  customers: customerHandlers,
  loans: loanHandlers,
  guarantors: guarantorHandlers,
  markets: marketHandlers,
  savings: savingHandlers,
  requests: requestHandlers,
  withdrawals: withdrawalHandlers,
  transactions: transactionHandlers,
}
