import { type ComponentType, lazy } from 'react'
import type { Waiting } from '#contract/calls/waiting'
import type { CaseProps } from '#forms/DecisionScreen'
import { Desk, type DeskCase } from '#screens/decisions/Desk'

/** The screens that show one case alone, by kind. Each is loaded when a case of it is first opened. */
type Module = { Case: ComponentType<CaseProps> }
const of = (load: () => Promise<Module>, step: 0 | 1 = 0): DeskCase => ({
  step,
  Case: lazy(async () => ({ default: (await load()).Case })),
})

const loan = () => import('#screens/loans/applications/LoanApproval')
const request = () => import('#screens/requests/RequestDecision')
const difference = () => import('#screens/cash/DifferenceDecision')
const statement = () => import('#screens/agentPay/StatementDecision')
const expense = () => import('#screens/expenses/ExpenseDecision')
const loanChange = () => import('#screens/loans/changes/LoanChangeDecision')

const cases: Record<Waiting, DeskCase> = {
  loans_first: of(loan),
  loans_second: of(loan, 1),
  requests_first: of(request),
  requests_second: of(request, 1),
  withdrawals: of(() => import('#screens/withdrawals/WithdrawalApproval')),
  payments: of(() => import('#screens/withdrawals/WithdrawalPayment')),
  payouts: of(() => import('#screens/payouts/PayoutApproval')),
  differences_first: of(difference),
  differences_second: of(difference, 1),
  statements_first: of(statement),
  statements_second: of(statement, 1),
  expenses_first: of(expense),
  expenses_second: of(expense, 1),
  loan_changes_first: of(loanChange),
  loan_changes_second: of(loanChange, 1),
  messages_off: of(() => import('#screens/messages/MessagesOffApproval')),
  credits: of(() => import('#screens/credits/CreditApproval')),
  reversals: of(() => import('#screens/reversals/ReversalApproval')),
  reopenings: of(() => import('#screens/closing/ReopeningApproval')),
  day_openings: of(() => import('#screens/closing/DayOpeningApproval')),
  sheets: of(() => import('#screens/collections/requests/SheetApproval')),
  late_batches: of(() => import('#screens/collections/requests/LateBatchApproval')),
  term_changes: of(() => import('#screens/terms/TermChangeApproval')),
  setting_changes: of(() => import('#screens/settings/business/SettingChangeApproval')),
  devices: of(() => import('#screens/agents/devices/DeviceCase')),
  imports: of(() => import('#screens/imports/ImportDecision')),
}

/** The decision desk. Here, because it shows screens of all folders. */
export default function DecisionDesk() {
  return <Desk cases={cases} />
}
