import type { Call } from '#contract/call'
import type { Waiting } from '#contract/calls/waiting'
import { calls } from '#contract/index'

export type ListCall = Call & { name: string }

/** The lists that the counts of the dashboard open, with the filter of each kind. */
export const waitingLists: Record<Exclude<Waiting, 'imports'>, [call: ListCall, filter: object]> = {
  loans_first: [calls.loans.getPendingLoan, { waiting: 'first' }],
  loans_second: [calls.loans.getPendingLoan, { waiting: 'second' }],
  requests_first: [calls.requests.getRequestList, { waiting: 'first' }],
  requests_second: [calls.requests.getRequestList, { waiting: 'second' }],
  withdrawals: [calls.withdrawals.getWithDrawList, { waiting: 'mine' }],
  payments: [calls.withdrawals.getWithDrawList, { waiting: 'payment' }],
  payouts: [calls.payouts.getPayouts, { waiting: 'mine' }],
  sheets: [calls.collections.getSheetRequests, { waiting: 'mine' }],
  late_batches: [calls.collections.getLateBatches, { waiting: 'mine' }],
  differences_first: [calls.cash.getCashDifferences, { waiting: 'first' }],
  differences_second: [calls.cash.getCashDifferences, { waiting: 'second' }],
  statements_first: [calls.agentPay.getAgentStatements, { waiting: 'first' }],
  statements_second: [calls.agentPay.getAgentStatements, { waiting: 'second' }],
  expenses_first: [calls.expenses.getExpenses, { waiting: 'first' }],
  expenses_second: [calls.expenses.getExpenses, { waiting: 'second' }],
  loan_changes_first: [calls.loanChanges.getLoanChanges, { waiting: 'first' }],
  loan_changes_second: [calls.loanChanges.getLoanChanges, { waiting: 'second' }],
  messages_off: [calls.messages.getMessagesOff, { waiting: 'mine' }],
  credits: [calls.credits.getCreditRequests, { waiting: 'mine' }],
  reversals: [calls.reversals.getReversals, { waiting: 'mine' }],
  day_openings: [calls.closing.getDayOpenings, { waiting: 'mine' }],
  reopenings: [calls.closing.getReopenings, { waiting: 'mine' }],
  term_changes: [calls.terms.getTermChanges, { waiting: 'mine' }],
  setting_changes: [calls.settings.getSettingChanges, { waiting: 'mine' }],
  devices: [calls.agents.waitingDevices, {}],
}
