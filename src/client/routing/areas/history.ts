import * as v from 'valibot'
import type { HistoryNoun } from '#contract/calls/history'
import { calls } from '#contract/index'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { getRecordHistory } = calls.history

/** The screen of a record's history; the server also asks for the permissions of the record's page. */
const historyOf = <const Parent extends string, const Key extends string>(
  path: string,
  title: string,
  parent: Parent,
  id: Key,
) => ({
  path,
  title,
  access: getRecordHistory.access,
  parent,
  /** The name is missing if the screen was opened by a link, which has none. */
  state: v.object({ [id]: Id, name: v.nullish(Text) } as Record<Key, typeof Id> & {
    name: v.NullishSchema<typeof Text, undefined>
  }),
  missing: 'History not available',
  calls: [getRecordHistory],
})

export const historyRoutes = area({
  customerChanges: historyOf('/customer/changes', 'Customer History', 'customers', 'user_id'),
  agentChanges: historyOf('/agents/changes', 'Agent History', 'agents', 'agent_id'),
  adminChanges: historyOf('/admin/changes', 'Admin History', 'admins', 'admin_id'),
  roleChanges: historyOf('/roles/changes', 'Role History', 'roles', 'role_id'),
  savingChanges: historyOf('/savings/changes', 'Savings Wallet History', 'savingsPortfolio', 'savings_id'),
  savingTypeChanges: historyOf(
    '/savings/type/changes',
    'Savings Type History',
    'savingTypes',
    'saving_type_id',
  ),
  loanTypeChanges: historyOf('/loan/type/changes', 'Loan Type History', 'loanTypes', 'loan_type_id'),
  feeChanges: historyOf('/fees/changes', 'Fee History', 'fees', 'fee_id'),
  marketChanges: historyOf('/market/changes', 'Market Day History', 'markets', 'market_id'),
})

export type HistoryRoute = keyof typeof historyRoutes
/** The noun of each, and the name of its id in navigation state. */
export const historySubjects: Record<HistoryRoute, readonly [noun: HistoryNoun, id: string]> = {
  customerChanges: ['customer', 'user_id'],
  agentChanges: ['agent', 'agent_id'],
  adminChanges: ['admin', 'admin_id'],
  roleChanges: ['role', 'role_id'],
  savingChanges: ['saving', 'savings_id'],
  savingTypeChanges: ['saving type', 'saving_type_id'],
  loanTypeChanges: ['loan type', 'loan_type_id'],
  feeChanges: ['fee', 'fee_id'],
  marketChanges: ['market day', 'market_id'],
}
