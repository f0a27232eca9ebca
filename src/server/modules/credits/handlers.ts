import { and, eq, sql } from 'drizzle-orm'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { decider, oneDecisionRow, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { waitingRows } from '../../approvals/waiting'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import type { Queries, Selects } from '../../db/database'
import { accounts, entries } from '../../db/tables/ledger'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { creditRequests } from '../../db/tables/limits'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { mainWalletOf } from '../../ledger/accounts'
import { newReference } from '../../ledger/references'
import { betweenAmounts, betweenBothDays, decidedByAdmin, equals } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { creditCustomer, creditMainWallet, lockCredited } from '../../people/credits'
import { customerName } from '../../people/customerColumns'

const creditRow = {
  ...oneDecisionRow(creditRequests),
  user_id: creditRequests.customerId,
  wallet: sql<string>`case when ${creditRequests.customerId} is null then 'Main business wallet' else ${customerName} end`,
  amount: creditRequests.amount,
  movement: sql<string | null>`${entries.reference}`,
}

const rowsOf = (queries: Selects, row = creditRow) =>
  queries
    .select(row)
    .from(creditRequests)
    .innerJoin(requester, eq(requester.id, creditRequests.requestedBy))
    .leftJoin(customers, eq(customers.id, creditRequests.customerId))
    .leftJoin(entries, eq(entries.id, creditRequests.entryId))
    .leftJoin(decider, eq(decider.id, creditRequests.decidedBy))

const creditList = defineList({
  call: calls.credits.getCreditRequests,
  table: creditRequests,
  sorted: { created_at: creditRequests.createdAt },
  row: creditRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const creditHandlers: HandlersFor<Calls['credits']> = {
  requestCustomerCredit: async ({ customer_id, ...credit }, context) => {
    await lockCredited(context, customer_id)
    return request(customer_id, credit, context)
  },

  requestMainWalletCredit: (credit, context) => request(null, credit, context),

  getCreditRequests: (input, context) =>
    pageOf(context, input, creditList, {
      where: and(
        input.waiting && waitingRows(context, 'credits'),
        equals(creditRequests.status, input.status),
        betweenAmounts(creditRequests.amount, input),
        decidedByAdmin(input.decided_by, creditRequests.decidedBy),
        betweenBothDays(creditRequests.createdAt, input),
      ),
    }),

  getCreditCase: async ({ id }, context) => {
    const { queries, actor } = context
    const [row] = await rowsOf(queries).where(eq(creditRequests.id, id))
    if (!row) return reject(requestNotFound('credits', id))
    const asked = { ...row, requestedBy: row.requested_by_id, customerId: row.user_id }
    const seesBalance = row.user_id !== null || canSeeBusinessBalances(actor)
    return {
      data: [
        {
          ...row,
          balance: seesBalance ? await balanceOf(queries, row.user_id) : null,
          obstacle: row.status === 'pending' ? await obstacleOf(queries, row.user_id) : null,
          against: decisionBlocker('credits', asked, context),
        },
      ],
    }
  },

  creditDecision: async ({ id, status, comment }, context) => {
    const { queries, actorNow } = context
    const text = commentOf({ status, comment })
    const { reference, customerId, amount, requestedBy } = await lockRequest('credits', id, context)
    const isApproved = status === 'accept'
    if (customerId !== null && isApproved) await lockCredited(context, customerId)
    // Waiting for the lock takes time, in which rights may go.
    await actorNow()
    const credit = { amount, reason: reference, cashOf: requestedBy }
    const made = isApproved
      ? await (customerId === null
          ? creditMainWallet(context, credit)
          : creditCustomer(context, customerId, credit))
      : undefined
    await queries
      .update(creditRequests)
      .set({ ...onlyDecision(isApproved, text, context), entryId: made?.entryId ?? null })
      .where(eq(creditRequests.id, id))
    return {
      message: made
        ? `Credit ${reference} approved: ${formatNaira(amount)} credited (${made.reference}).`
        : `Credit ${reference} was rejected. Nothing was credited.`,
      data: { reference },
    }
  },
}

async function request(
  customerId: number | null,
  { amount, reason }: { amount: Kobo; reason: string },
  { queries, actor, now, setAuditSubject }: Context,
) {
  const reference = await newReference(queries, documentPrefixes.creditRequest, now)
  const [created] = await queries
    .insert(creditRequests)
    .values({
      reference,
      customerId,
      amount,
      reason: reason.trim(),
      requestedBy: actor.adminId,
      createdAt: now,
    })
    .returning({ id: creditRequests.id })
  if (!created) throw new Error('No request was made.')
  await setAuditSubject('credit request', created.id)
  return {
    message: `Credit ${reference} of ${formatNaira(amount)} was requested. It awaits its approval; nothing is credited before.`,
    data: { reference },
  }
}

async function balanceOf(queries: Queries, customerId: number | null): Promise<Kobo> {
  const name = customerId === null ? 'MBW' : mainWalletOf(customerId)
  const [account] = await queries
    .select({ balance: accounts.balance })
    .from(accounts)
    .where(eq(accounts.name, name))
  if (!account) throw new Error(`There is no account ${name}.`)
  return account.balance
}

/** Why it can only be rejected. */
async function obstacleOf(queries: Queries, customerId: number | null): Promise<string | null> {
  if (customerId === null) return null
  const [customer] = await queries
    .select({ isActive: customers.isActive })
    .from(customers)
    .where(eq(customers.id, customerId))
  return customer?.isActive ? null : inactiveCustomerMessage
}
