import * as v from 'valibot'
import { waitingKinds } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { Id, Text } from '#contract/values'
import { area } from '../route'

const { agentPay, agents, cash, closing, collections, credits, decisions, expenses, guarantors, imports } =
  calls
const { loanChanges, loans, messages, payouts, requests, reversals, settings, terms, withdrawals } = calls

/** One inbox of all that waits; the screens of single cases stay. Each kind needs its own permission, which the server checks. */
export const decisionRoutes = area({
  decisions: {
    path: '/decisions',
    title: 'Decisions',
    access: decisions.getDecisionQueue.access,
    parent: 'dashboard',
    menu: { section: 'Decisions', label: 'Decisions', key: 'I', waiting: waitingKinds },
    state: v.nullish(
      v.object({
        kind: Text,
        case_id: v.optional(Id),
      }),
    ),
    keepsPlace: true,
    foldsMenu: true,
    calls: [
      decisions.getDecisionQueue,
      loans.getLoanCase,
      loans.firstLoanApproval,
      loans.secondLoanApproval,
      guarantors.getGuarantorFileUpload,
      guarantors.getGuarantorIdentity,
      guarantors.viewGuarantorIdentity,
      requests.getRequestCase,
      requests.firstApprovalOrDisapproval,
      requests.secondApprovalOrDisapproval,
      withdrawals.getWithDrawal,
      withdrawals.WithDrawalRequestApproval,
      withdrawals.approveWithdrawalForAgent,
      withdrawals.withdrawalPayment,
      payouts.getPayoutCase,
      payouts.payoutDecision,
      cash.getCashDifferenceCase,
      cash.firstCashDifferenceDecision,
      cash.secondCashDifferenceDecision,
      agentPay.getAgentStatementCase,
      agentPay.firstAgentStatementDecision,
      agentPay.secondAgentStatementDecision,
      expenses.getExpenseCase,
      expenses.firstExpenseDecision,
      expenses.secondExpenseDecision,
      expenses.getExpenseSlip,
      loanChanges.getLoanChangeCase,
      loanChanges.firstLoanChangeDecision,
      loanChanges.secondLoanChangeDecision,
      messages.getMessagesOffCase,
      messages.messagesOffDecision,
      credits.getCreditCase,
      credits.creditDecision,
      reversals.getReversalCase,
      reversals.reversalDecision,
      closing.getReopeningCase,
      closing.reopeningDecision,
      closing.getDayOpeningCase,
      closing.dayOpeningDecision,
      collections.getSheetRequest,
      collections.sheetRequestDecision,
      terms.getTermChangeCase,
      terms.termChangeDecision,
      settings.getSettingChangeCase,
      settings.settingChangeDecision,
      agents.getWaitingDevice,
      agents.approveDevice,
      agents.dissApproveDevice,
      imports.getImport,
      imports.releaseImport,
      imports.cancelImport,
    ],
  },
})
