import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Calls, calls } from '#contract/index'
import type { Withdrawal } from '#contract/calls/withdrawals'
import { formatNaira } from '#domain/money/kobo'
import type { Queries, Selects } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { withdrawals } from '../../db/tables/money'
import { agentPayouts } from '../../db/tables/payouts'
import { admins, agents, customers } from '../../db/tables/schema'
import { isFirstOfTwo } from '../../approvals/dayLimits'
import { decider, requester } from '../../approvals/decidedColumns'
import { countedAmount, decisionBlocker, lockRequest, requestNotFound } from '../../approvals/decisions'
import { flagsOfOne } from '../../approvals/flags'
import type { Context, HandlersFor } from '../../handler'
import { mainWalletOf } from '../../ledger/accounts'
import { reversedByEntry } from '../../ledger/reversalColumns'
import {
  betweenAmounts,
  betweenBothDays,
  decidedByAdmin,
  equals,
  lagosStamp,
  ofCollector,
} from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { invalid, reject } from '../../errors/refusals'
import { customerName } from '../../people/customerColumns'
import { waitingRows } from '../../approvals/waiting'
import { standingOf } from '../../people/standing'
import { messageTexts } from '../../messages/texts'
import { approve, approveFirst, decide, type WithdrawalRequest } from './approve'
import { approveForAgent, matchesPayment, payLater, paymentCaseOf } from './payments'
import { requestWithdrawal } from './request'

const firstApprover = alias(admins, 'first_approver')
/** Whose device asked for it; then the requester approved the device. */
const requestingAgent = alias(agents, 'requesting_agent')

/** The entry that paid it or, where the agent was to pay, settled it. */
const settledBy = sql`(case when ${agentPayouts.id} is null then ${withdrawals.entryId} else ${agentPayouts.entryId} end)`

const withdrawalRow = {
  id: withdrawals.id,
  reference: withdrawals.reference,
  created_at: lagosStamp(withdrawals.createdAt),
  customer_firstname: customers.firstName,
  customer_lastname: customers.lastName,
  amount: withdrawals.amount,
  status: withdrawals.status,
  description: withdrawals.description,
  admin: sql<string>`coalesce(${requestingAgent.name}, ${requester.name})`,
  admin_id: withdrawals.requestedBy,
  user_id: withdrawals.customerId,
  first_approved_by: firstApprover.name,
  approved_by: decider.name,
  rejection_reason: withdrawals.rejectionReason,
  paid_by: sql<
    string | null
  >`case when ${withdrawals.status} <> 'approved' or ${agentPayouts.state} = 'cancelled'
      or ${agentPayouts.id} is null and ${reversedByEntry(withdrawals.entryId)} is not null then null
    when ${agentPayouts.id} is null or ${agentPayouts.state} = 'paid' and ${agentPayouts.agentId} is null then 'Counter'
    else ${agents.name} end`,
  pay_on: sql<string | null>`${agentPayouts.payOn}::text`,
  payment: sql<Withdrawal['payment']>`${agentPayouts.state}`,
  movement: sql<string | null>`(select e.reference from ledger_entries e where e.id = ${settledBy})`,
  reversed_by: reversedByEntry(settledBy),
  customer: customerName,
}

const rowsOf = (queries: Selects, row = withdrawalRow) =>
  queries
    .select(row)
    .from(withdrawals)
    .innerJoin(customers, eq(customers.id, withdrawals.customerId))
    .innerJoin(requester, eq(requester.id, withdrawals.requestedBy))
    .leftJoin(requestingAgent, eq(requestingAgent.id, withdrawals.requestedByAgentId))
    .leftJoin(firstApprover, eq(firstApprover.id, withdrawals.firstApprovedBy))
    .leftJoin(decider, eq(decider.id, withdrawals.decidedBy))
    .leftJoin(agentPayouts, eq(agentPayouts.withdrawalId, withdrawals.id))
    .innerJoin(agents, sql`${agents.id} = coalesce(${agentPayouts.agentId}, ${customers.assignedAgentId})`)

const withdrawalList = defineList({
  call: calls.withdrawals.getWithDrawList,
  table: withdrawals,
  sorted: { created_at: withdrawals.createdAt, amount: withdrawals.amount, status: withdrawals.status },
  row: withdrawalRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const withdrawalHandlers: HandlersFor<Calls['withdrawals']> = {
  getWithDrawal: async ({ id }, context) => {
    const { queries, actor } = context
    const [request] = await rowsOf(queries).where(eq(withdrawals.id, id))
    const [found] = await queries
      .select({ stored: withdrawals, first_approved_at: lagosStamp(withdrawals.firstApprovedAt) })
      .from(withdrawals)
      .where(eq(withdrawals.id, id))
    if (!request || !found) return reject(requestNotFound('withdrawals', id))
    const { stored, first_approved_at } = found
    const { amount: together = stored.amount } = await countedAmount('withdrawals', id, context)
    const wallet = await mainWalletStateOf(queries, request.user_id)
    const decides = actor.permissions.has('can-approve-withdrawal')
    return {
      data: {
        data: [
          {
            ...request,
            ...wallet,
            against: decisionBlocker('withdrawals', { ...stored, amount: together }, context),
            first_of_two:
              stored.status === 'pending' && (await isFirstOfTwo(queries, { ...stored, together })),
            ...(await paymentCaseOf(id, context)),
            first_approved_at,
            standing: decides ? await standingOf(context, stored) : null,
            flags: decides ? await flagsOfOne(context, 'withdrawals', id) : [],
          },
        ],
      },
    }
  },

  getWithDrawList: (input, context) => {
    const within = and(
      input.waiting && waitingRows(context, input.waiting === 'payment' ? 'payments' : 'withdrawals'),
      input.payment && matchesPayment(input.payment, context),
      equals(withdrawals.status, input.status),
      betweenAmounts(withdrawals.amount, input),
      decidedByAdmin(input.decided_by, withdrawals.decidedBy),
      ofCollector(withdrawals.customerId, input.agent_id),
      betweenBothDays(withdrawals.createdAt, input),
    )
    return pageOf(context, input, withdrawalList, searchQuery(withdrawals, input.search, within))
  },

  /** Holds the amount until the decision (rules.md, "Withdrawal"). */
  createWithDrawalRequest: async ({ amount, description, customer_id }, context) => {
    const { actor, setAuditSubject } = context
    const asked = { customerId: customer_id, amount, description, requestedBy: actor.adminId }
    const { id, reference, message } = await requestWithdrawal(context, asked)
    await setAuditSubject('withdrawal', id)
    return { message, data: { reference } }
  },

  WithDrawalRequestApproval: async ({ id, status, comment }, context) => {
    const reason = comment?.trim() ?? ''
    if (status === 'rejected' && reason === '') invalid('Fill status field')
    const request = await lockRequest('withdrawals', id, context)
    const message =
      status === 'approve'
        ? ((await approveFirst(request, context)) ?? (await pay(request, context)))
        : await rejectRequest(request, reason, context)
    return { message, data: { reference: request.reference } }
  },

  approveWithdrawalForAgent: approveForAgent,

  withdrawalPayment: payLater,
}

async function mainWalletStateOf(queries: Queries, customerId: number) {
  const [wallet] = await queries
    .select({ main_balance: accounts.balance, main_held: accounts.held })
    .from(accounts)
    .where(eq(accounts.name, mainWalletOf(customerId)))
  if (!wallet) throw new Error(`There is no account ${mainWalletOf(customerId)}.`)
  return wallet
}

async function pay(request: WithdrawalRequest, context: Context): Promise<string> {
  const after = await approve(request, 'counter', context, messageTexts.withdrawal)
  return `Withdrawal ${request.reference} approved: ${formatNaira(request.amount)} paid out. Balance of the main wallet: ${formatNaira(after)}.`
}

async function rejectRequest({ id, reference, amount }: WithdrawalRequest, reason: string, context: Context) {
  await decide(id, 'rejected', context, reason)
  return `Withdrawal ${reference} rejected. ${formatNaira(amount)} is free again in the main wallet.`
}
