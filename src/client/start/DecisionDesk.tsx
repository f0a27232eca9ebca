import { type ComponentType, lazy } from 'react'
import type { NamedRead } from '#contract/call'
import type { Waiting } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import type { CaseProps } from '#forms/DecisionScreen'
import { Desk, type DeskCase } from '#screens/decisions/Desk'

/** The screens that show one case alone, by kind. Each is loaded when a case of it is first opened. */
type Module = { Case: ComponentType<CaseProps> }
const of = (read: NamedRead, load: () => Promise<Module>, step: 0 | 1 = 0): DeskCase => ({
  step,
  read,
  Case: lazy(async () => ({ default: (await load()).Case })),
})

const loan = () => import('#screens/loans/applications/LoanApproval')
const request = () => import('#screens/requests/RequestDecision')
const difference = () => import('#screens/cash/DifferenceDecision')
const statement = () => import('#screens/agentPay/StatementDecision')
const expense = () => import('#screens/expenses/ExpenseDecision')
const loanChange = () => import('#screens/loans/changes/LoanChangeDecision')

const cases: Record<Waiting, DeskCase> = {
  loans_first: of(calls.loans.getLoanCase, loan),
  loans_second: of(calls.loans.getLoanCase, loan, 1),
  requests_first: of(calls.requests.getRequestCase, request),
  requests_second: of(calls.requests.getRequestCase, request, 1),
  withdrawals: of(calls.withdrawals.getWithDrawal, () => import('#screens/withdrawals/WithdrawalApproval')),
  payments: of(calls.withdrawals.getWithDrawal, () => import('#screens/withdrawals/WithdrawalPayment')),
  payouts: of(calls.payouts.getPayoutCase, () => import('#screens/payouts/PayoutApproval')),
  differences_first: of(calls.cash.getCashDifferenceCase, difference),
  differences_second: of(calls.cash.getCashDifferenceCase, difference, 1),
  statements_first: of(calls.agentPay.getAgentStatementCase, statement),
  statements_second: of(calls.agentPay.getAgentStatementCase, statement, 1),
  expenses_first: of(calls.expenses.getExpenseCase, expense),
  expenses_second: of(calls.expenses.getExpenseCase, expense, 1),
  loan_changes_first: of(calls.loanChanges.getLoanChangeCase, loanChange),
  loan_changes_second: of(calls.loanChanges.getLoanChangeCase, loanChange, 1),
  messages_off: of(calls.messages.getMessagesOffCase, () => import('#screens/messages/MessagesOffApproval')),
  credits: of(calls.credits.getCreditCase, () => import('#screens/credits/CreditApproval')),
  reversals: of(calls.reversals.getReversalCase, () => import('#screens/reversals/ReversalApproval')),
  reopenings: of(calls.closing.getReopeningCase, () => import('#screens/closing/ReopeningApproval')),
  day_openings: of(calls.closing.getDayOpeningCase, () => import('#screens/closing/DayOpeningApproval')),
  sheets: of(calls.collections.getSheetRequest, () => import('#screens/collections/requests/SheetApproval')),
  term_changes: of(calls.terms.getTermChangeCase, () => import('#screens/terms/TermChangeApproval')),
  setting_changes: of(
    calls.settings.getSettingChangeCase,
    () => import('#screens/settings/business/SettingChangeApproval'),
  ),
  devices: of(calls.agents.getWaitingDevice, () => import('#screens/agents/devices/DeviceCase')),
  imports: of(calls.imports.getImport, () => import('#screens/imports/ImportDecision')),
}

/** The decision desk. Here, because it shows screens of all folders. */
export default function DecisionDesk() {
  return <Desk cases={cases} />
}
