import { and, asc, eq, lt, sql } from 'drizzle-orm'
import type { PendingRequest, pendingKinds, ToPay } from '#contract/calls/customerPage'
import { loanChangeLabels } from '#contract/calls/loanChanges'
import { calls } from '#contract/index'
import { type Access, can } from '#contract/permissions'
import type { Queries } from '../../db/database'
import { entries } from '../../db/tables/ledger'
import { loanChanges } from '../../db/tables/loanChanges'
import { loans, loanTypes } from '../../db/tables/loans'
import { withdrawals } from '../../db/tables/money'
import { agentPayouts } from '../../db/tables/payouts'
import { agents, customers } from '../../db/tables/schema'
import { reversals } from '../../db/tables/reversals'
import type { Context } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { undecided } from '../../modules/loans/queries'

type Kind = (typeof pendingKinds)[number]
type Found = (queries: Queries, customerId: number) => Promise<Omit<PendingRequest, 'kind'>[]>

/** The requests of each kind, and the calls that list them: any of these is enough. */
const kinds: Record<Kind, { access: readonly Access[]; find: Found }> = {
  withdrawal: {
    access: [calls.withdrawals.getWithDrawal.access],
    find: async (queries, customerId) => {
      const rows = await queries
        .select({
          id: withdrawals.id,
          reference: withdrawals.reference,
          created_at: lagosStamp(withdrawals.createdAt),
          amount: withdrawals.amount,
          detail: withdrawals.description,
        })
        .from(withdrawals)
        .where(and(eq(withdrawals.customerId, customerId), eq(withdrawals.status, 'pending')))
      return rows.map((row) => ({ ...row, step: 1 }))
    },
  },
  loan: {
    access: [calls.loans.getPendingLoan.access, calls.loans.getLoanCase.access],
    find: async (queries, customerId) => {
      const rows = await queries
        .select({
          id: loans.id,
          reference: loans.reference,
          created_at: lagosStamp(loans.createdAt),
          amount: loans.amount,
          detail: loanTypes.name,
          status: loans.applicationStatus,
        })
        .from(loans)
        .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
        .where(and(eq(loans.customerId, customerId), undecided))
      return rows.map(({ status, ...row }) => ({ ...row, step: status === 'pending' ? 1 : 2 }))
    },
  },
  'loan change': {
    access: [calls.loanChanges.getLoanChanges.access],
    find: async (queries, customerId) => {
      const rows = await queries
        .select({
          id: loanChanges.id,
          reference: loanChanges.reference,
          created_at: lagosStamp(loanChanges.createdAt),
          amount: loanChanges.amount,
          change: loanChanges.kind,
          loan: loans.reference,
          state: loanChanges.state,
        })
        .from(loanChanges)
        .innerJoin(loans, eq(loans.id, loanChanges.loanId))
        .where(and(eq(loanChanges.customerId, customerId), lt(loanChanges.state, 2)))
      return rows.map(({ change, loan, state, ...row }) => ({
        ...row,
        detail: `${loanChangeLabels[change]} of ${loan}`,
        step: state === 0 ? 1 : 2,
      }))
    },
  },
  reversal: {
    access: [calls.reversals.getReversals.access],
    find: async (queries, customerId) => {
      const rows = await queries
        .select({
          id: reversals.id,
          reference: reversals.reference,
          created_at: lagosStamp(reversals.createdAt),
          amount: reversals.amount,
          detail: sql<string>`${entries.kind} || ' ' || ${entries.reference}`,
        })
        .from(reversals)
        .innerJoin(entries, eq(entries.id, reversals.originalId))
        .where(and(eq(reversals.customerId, customerId), eq(reversals.status, 'pending')))
      return rows.map((row) => ({ ...row, step: 1 }))
    },
  },
}

/** What waits for a decision about a customer, of the kinds that the caller may see; the oldest first. */
export async function pendingOf({ queries, actor }: Context, customerId: number): Promise<PendingRequest[]> {
  const found: PendingRequest[] = []
  for (const [kind, { access, find }] of Object.entries(kinds) as [Kind, (typeof kinds)[Kind]][])
    if (access.some((one) => can(actor, one, 'read')))
      found.push(...(await find(queries, customerId)).map((row) => ({ kind, ...row })))
  return found.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
}

/** The withdrawals that the customer's agent is to pay, for those who may see withdrawals; the earliest day first. */
export async function toPayOf({ queries, actor }: Context, customerId: number): Promise<ToPay[]> {
  if (!can(actor, calls.withdrawals.getWithDrawal.access, 'read')) return []
  return queries
    .select({
      id: withdrawals.id,
      reference: withdrawals.reference,
      amount: withdrawals.amount,
      agent: agents.name,
      pay_on: agentPayouts.payOn,
    })
    .from(withdrawals)
    .innerJoin(agentPayouts, eq(agentPayouts.withdrawalId, withdrawals.id))
    .innerJoin(customers, eq(customers.id, withdrawals.customerId))
    .innerJoin(agents, eq(agents.id, customers.assignedAgentId))
    .where(and(eq(withdrawals.customerId, customerId), eq(agentPayouts.state, 'to pay')))
    .orderBy(asc(agentPayouts.payOn), asc(withdrawals.id))
}
