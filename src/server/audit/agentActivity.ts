import type { Queries } from '../db/database'
import { agentActivity } from '../db/tables/schema'

/** What agents do on their devices, as the list of their activity shows it. */
const actions = {
  enrolled: 'Enrolled a device',
  signedIn: 'Signed in on a device',
  wrongPassword: 'Gave a wrong password',
  changedPassword: 'Changed the password',
  signedOut: 'Signed out of a device',
  recordedBatch: 'Recorded a batch',
  registeredCustomer: 'Registered a customer',
  appliedForLoan: 'Applied for a loan',
  addedGuarantor: 'Added a guarantor',
  requestedWithdrawal: 'Requested a withdrawal',
  paidWithdrawal: 'Paid a withdrawal',
} as const

export type AgentAction = keyof typeof actions
type Act = {
  agentId: number
  action: AgentAction
  status?: 'success' | 'failed'
  detail?: string | null
  /** The request’s id, or what was made. */
  reference: string
  now: Date
}

/** Writes a row; the database chains it to the agent's row before. The last statement of its transaction. */
export const writeAgentActivity = (tx: Queries, { action, status = 'success', now, ...facts }: Act) =>
  tx.insert(agentActivity).values({ ...facts, action: actions[action], status, createdAt: now })
