import type { Named, NamedRead } from '#contract/call'
import type { WaitingFilter } from '#contract/calls/dashboard'
import type { Waiting } from '#contract/calls/waiting'
import { calls } from '#contract/index'

const { agentPay, agents, cash, closing, collections, credits, expenses, guarantors, imports } = calls
const { loanChanges, loans, messages, payouts, requests, reversals, settings, terms, withdrawals } = calls

/** The groups of the desk's queue, in its order: at most a dozen or so, so that their heads stay in sight. */
export const deskGroups = [
  'First approval',
  'Second approval',
  'Withdrawals',
  'Fund requests',
  'Credits',
  'Cash differences',
  'Loan changes',
  'Reversals',
  'Payouts, costs',
  'Agent devices',
  'Days and sheets',
  'Terms and settings',
  'Imports',
] as const
export type DeskGroup = (typeof deskGroups)[number]

type DecisionKind = {
  /** What a case is called. */
  name: string
  /** Its row on the dashboard: kinds that one list shows together have one. */
  row: string
  group: DeskGroup
  /** The filter that shows its rows in their list; lists of what waits need none. */
  filter: WaitingFilter | 'payment' | ''
  /** What shows a case, what decides on it, and what the screen sends besides. */
  read: NamedRead
  decide: readonly Named[]
  also?: readonly Named[]
}

/** What guarantors brought is seen on the case of a loan. */
const guarantorFiles = [
  guarantors.getGuarantorFileUpload,
  guarantors.getGuarantorIdentity,
  guarantors.viewGuarantorIdentity,
]

/**
 * Every kind of decision as the portal shows it: menu, dashboard, lists and desk read this table, in the order of the dashboard. A new
 * kind is a row here and a screen in `start/DecisionDesk.tsx`; the compiler asks for both.
 */
export const decisionKinds: Record<Waiting, DecisionKind> = {
  loans_first: {
    name: 'First approval',
    row: 'First approval',
    group: 'First approval',
    filter: 'first',
    read: loans.getLoanCase,
    decide: [loans.firstLoanApproval],
    also: guarantorFiles,
  },
  loans_second: {
    name: 'Second approval',
    row: 'Second approval',
    group: 'Second approval',
    filter: 'second',
    read: loans.getLoanCase,
    decide: [loans.secondLoanApproval],
    also: guarantorFiles,
  },
  withdrawals: {
    name: 'Withdrawal',
    row: 'Withdrawals',
    group: 'Withdrawals',
    filter: 'mine',
    read: withdrawals.getWithDrawal,
    decide: [withdrawals.WithDrawalRequestApproval, withdrawals.approveWithdrawalForAgent],
  },
  payments: {
    name: 'Withdrawal not paid',
    row: 'Withdrawals not paid',
    group: 'Withdrawals',
    filter: 'payment',
    read: withdrawals.getWithDrawal,
    decide: [withdrawals.withdrawalPayment],
  },
  requests_first: {
    name: 'Fund request, first approval',
    row: 'Fund requests',
    group: 'Fund requests',
    filter: 'first',
    read: requests.getRequestCase,
    decide: [requests.firstApprovalOrDisapproval],
  },
  requests_second: {
    name: 'Fund request, second approval',
    row: 'Fund requests',
    group: 'Fund requests',
    filter: 'second',
    read: requests.getRequestCase,
    decide: [requests.secondApprovalOrDisapproval],
  },
  differences_first: {
    name: 'Cash difference, first approval',
    row: 'Cash differences',
    group: 'Cash differences',
    filter: 'first',
    read: cash.getCashDifferenceCase,
    decide: [cash.firstCashDifferenceDecision],
  },
  differences_second: {
    name: 'Cash difference, second approval',
    row: 'Cash differences',
    group: 'Cash differences',
    filter: 'second',
    read: cash.getCashDifferenceCase,
    decide: [cash.secondCashDifferenceDecision],
  },
  loan_changes_first: {
    name: 'Loan change, first approval',
    row: 'Loan changes',
    group: 'Loan changes',
    filter: 'first',
    read: loanChanges.getLoanChangeCase,
    decide: [loanChanges.firstLoanChangeDecision],
  },
  loan_changes_second: {
    name: 'Loan change, second approval',
    row: 'Loan changes',
    group: 'Loan changes',
    filter: 'second',
    read: loanChanges.getLoanChangeCase,
    decide: [loanChanges.secondLoanChangeDecision],
  },
  reversals: {
    name: 'Reversal',
    row: 'Reversals',
    group: 'Reversals',
    filter: 'mine',
    read: reversals.getReversalCase,
    decide: [reversals.reversalDecision],
  },
  expenses_first: {
    name: 'Expense, first approval',
    row: 'Expenses',
    group: 'Payouts, costs',
    filter: 'first',
    read: expenses.getExpenseCase,
    decide: [expenses.firstExpenseDecision],
    also: [expenses.getExpenseSlip],
  },
  expenses_second: {
    name: 'Expense, second approval',
    row: 'Expenses',
    group: 'Payouts, costs',
    filter: 'second',
    read: expenses.getExpenseCase,
    decide: [expenses.secondExpenseDecision],
    also: [expenses.getExpenseSlip],
  },
  statements_first: {
    name: 'Agent’s statement, first approval',
    row: 'Agents’ statements',
    group: 'Payouts, costs',
    filter: 'first',
    read: agentPay.getAgentStatementCase,
    decide: [agentPay.firstAgentStatementDecision],
  },
  statements_second: {
    name: 'Agent’s statement, second approval',
    row: 'Agents’ statements',
    group: 'Payouts, costs',
    filter: 'second',
    read: agentPay.getAgentStatementCase,
    decide: [agentPay.secondAgentStatementDecision],
  },
  payouts: {
    name: 'Payout of savings',
    row: 'Payouts of savings',
    group: 'Payouts, costs',
    filter: 'mine',
    read: payouts.getPayoutCase,
    decide: [payouts.payoutDecision],
  },
  credits: {
    name: 'Requested credit',
    row: 'Requested credits',
    group: 'Credits',
    filter: 'mine',
    read: credits.getCreditCase,
    decide: [credits.creditDecision],
  },
  sheets: {
    name: 'Sheet of a closed day',
    row: 'Sheets of closed days',
    group: 'Days and sheets',
    filter: 'mine',
    read: collections.getSheetRequest,
    decide: [collections.sheetRequestDecision],
  },
  late_batches: {
    name: 'Late batch',
    row: 'Late batches',
    group: 'Days and sheets',
    filter: 'mine',
    read: collections.getLateBatch,
    decide: [collections.lateBatchDecision],
  },
  day_openings: {
    name: 'Opening of a day',
    row: 'Openings of days',
    group: 'Days and sheets',
    filter: 'mine',
    read: closing.getDayOpeningCase,
    decide: [closing.dayOpeningDecision],
  },
  reopenings: {
    name: 'Reopened days',
    row: 'Reopened days',
    group: 'Days and sheets',
    filter: 'mine',
    read: closing.getReopeningCase,
    decide: [closing.reopeningDecision],
  },
  messages_off: {
    name: 'Messages off',
    row: 'Messages off',
    group: 'Terms and settings',
    filter: 'mine',
    read: messages.getMessagesOffCase,
    decide: [messages.messagesOffDecision],
  },
  term_changes: {
    name: 'Change of terms',
    row: 'Changes of terms',
    group: 'Terms and settings',
    filter: 'mine',
    read: terms.getTermChangeCase,
    decide: [terms.termChangeDecision],
  },
  setting_changes: {
    name: 'Change of a setting',
    row: 'Changes of settings',
    group: 'Terms and settings',
    filter: 'mine',
    read: settings.getSettingChangeCase,
    decide: [settings.settingChangeDecision],
  },
  devices: {
    name: 'Agent device',
    row: 'Agent devices',
    group: 'Agent devices',
    filter: '',
    read: agents.getWaitingDevice,
    decide: [agents.approveDevice, agents.dissApproveDevice],
  },
  imports: {
    name: 'Import',
    row: 'Imports',
    group: 'Imports',
    filter: '',
    read: imports.getImport,
    decide: [imports.releaseImport, imports.cancelImport],
  },
}

/** Every call of the desk's cases. */
export const caseCalls: readonly Named[] = [
  ...new Set(
    Object.values(decisionKinds).flatMap(({ read, decide, also = [] }) => [read, ...decide, ...also]),
  ),
]

/** The kinds by what says which belong together, in the order of the table. */
export function kindsBy(part: 'row' | 'group'): Map<string, readonly Waiting[]> {
  const all = Object.entries(decisionKinds) as [Waiting, DecisionKind][]
  const groups = new Map<string, readonly Waiting[]>()
  for (const [kind, one] of all) groups.set(one[part], [...(groups.get(one[part]) ?? []), kind])
  return groups
}
