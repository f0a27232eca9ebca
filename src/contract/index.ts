import { adminCalls } from './admins'
import { agentCalls } from './agents'
import type { Named } from './call'
import { customerCalls } from './customers'
import { dashboardCalls } from './dashboard'
import { guarantorCalls } from './guarantors'
import { loanCalls } from './loans'
import { marketCalls } from './markets'
import { roleCalls } from './roles'
import { requestCalls } from './requests'
import { savingCalls } from './savings'
import { sessionCalls } from './session'
import { transactionCalls } from './transactions'
import { withdrawalCalls } from './withdrawals'

export const calls = {
  session: sessionCalls,
  dashboard: dashboardCalls,
  admins: adminCalls,
  roles: roleCalls,
  agents: agentCalls,
  customers: customerCalls,
  loans: loanCalls,
  markets: marketCalls,
  guarantors: guarantorCalls,
  savings: savingCalls,
  requests: requestCalls,
  withdrawals: withdrawalCalls,
  transactions: transactionCalls,
}
export type Calls = typeof calls

export const allCalls: readonly Named[] = Object.values(calls).flatMap((group): Named[] =>
  Object.values(group),
)
