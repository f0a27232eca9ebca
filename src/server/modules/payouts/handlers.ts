import { and, asc, eq, sql } from 'drizzle-orm'
import { maxPayouts } from '#contract/calls/payouts'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { decider, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { waitingRows } from '../../approvals/waiting'
import type { Queries, Selects } from '../../db/database'
import { insertRows } from '../../db/insertRows'
import { entries } from '../../db/tables/ledger'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { marketDays, savings, savingTypes, withdrawals } from '../../db/tables/money'
import { payoutBatches, payoutItems } from '../../db/tables/payoutBatches'
import { agents, customers } from '../../db/tables/schema'
import { invalid, reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { newReference } from '../../ledger/references'
import { betweenAmounts, betweenBothDays, decidedByAdmin, equals, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { customerName } from '../../people/customerColumns'
import { assertPayDay } from '../../people/payingAgent'
import { aboveLimit, itemsOf, lockWallets, obstacleOf, payBatch } from './approve'
import {
  assertFound,
  endedWalletIds,
  faultsText,
  payoutFault,
  type PayoutWallet,
  payoutWallets,
} from './wallets'

const payoutRow = {
  id: payoutBatches.id,
  created_at: lagosStamp(payoutBatches.createdAt),
  reference: payoutBatches.reference,
  paid: payoutBatches.paid,
  pay_on: sql<string | null>`${payoutBatches.payOn}::text`,
  wallets: payoutBatches.wallets,
  total: payoutBatches.total,
  status: payoutBatches.status,
  requested_by_id: payoutBatches.requestedBy,
  requested_by_name: requester.name,
  decided_by_name: decider.name,
  decided_at: lagosStamp(payoutBatches.decidedAt),
  comment: payoutBatches.comment,
}

const rowsOf = (queries: Selects, row = payoutRow) =>
  queries
    .select(row)
    .from(payoutBatches)
    .innerJoin(requester, eq(requester.id, payoutBatches.requestedBy))
    .leftJoin(decider, eq(decider.id, payoutBatches.decidedBy))

const payoutList = defineList({
  call: calls.payouts.getPayouts,
  table: payoutBatches,
  sorted: { created_at: payoutBatches.createdAt },
  row: payoutRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

export const payoutHandlers: HandlersFor<Calls['payouts']> = {
  getPayoutChoices: async (_input, { queries }) => {
    const choice = { id: agents.id, name: agents.name }
    return {
      data: {
        agents: await queries
          .select(choice)
          .from(agents)
          .where(sql`${agents.status} <> 'DELETED'`)
          .orderBy(asc(agents.name), asc(agents.id)),
        markets: await queries
          .select({ id: marketDays.id, name: marketDays.name })
          .from(marketDays)
          .orderBy(asc(marketDays.name), asc(marketDays.id)),
        saving_types: await queries
          .select({ id: savingTypes.id, name: savingTypes.name })
          .from(savingTypes)
          .orderBy(asc(savingTypes.name), asc(savingTypes.id)),
      },
    }
  },

  getEndedCycles: async (input, { queries, now }) => {
    if (Object.values(input).every((value) => value === undefined))
      invalid('Please select an agent, a market or a savings type.')
    const day = lagosDay(now)
    const ids = await endedWalletIds(queries, input, day)
    const wallets = await payoutWallets(queries, ids.slice(0, maxPayouts), day)
    return { data: wallets.flatMap(endedRow), more: ids.length > maxPayouts }
  },

  getPayouts: (input, context) =>
    pageOf(context, input, payoutList, {
      where: and(
        input.waiting && waitingRows(context, 'payouts'),
        equals(payoutBatches.status, input.status),
        betweenAmounts(payoutBatches.total, input),
        decidedByAdmin(input.decided_by, payoutBatches.decidedBy),
        betweenBothDays(payoutBatches.createdAt, input),
      ),
    }),

  getPayoutCase: async ({ id }, context) => {
    const { queries, now } = context
    const [row] = await rowsOf(queries).where(eq(payoutBatches.id, id))
    const [batch] = await queries.select().from(payoutBatches).where(eq(payoutBatches.id, id))
    if (!row || !batch) return reject(requestNotFound('payouts', id))
    const items = batch.status === 'pending' ? await itemsOf(queries, id) : []
    const { text } = await obstacleOf(queries, batch, items, now)
    return {
      data: [
        {
          ...row,
          items: await shownItems(queries, id),
          obstacle: text ?? null,
          against: decisionBlocker('payouts', batch, context),
        },
      ],
    }
  },

  requestPayout: async ({ wallets: ids, total, paid, pay_on }, context) => {
    const { queries, actor, now } = context
    const payOn = paid === 'agent' ? pay_on : null
    if (payOn === undefined || (paid === 'agent' && payOn === null))
      invalid('Please select the day on which the agents pay.')
    if (payOn) await assertPayDay(queries, payOn, now)
    if (new Set(ids).size < ids.length) reject('A savings wallet was selected twice. Nothing was requested.')
    await lockWallets(queries, ids)
    const wallets = await payoutWallets(queries, ids, lagosDay(now))
    assertFound(wallets, ids)
    const payouts = wallets.map(({ customerId, payable: amount }) => ({ customerId, amount }))
    const above = await aboveLimit(queries, paid, payouts, now)
    const faults = faultsText(wallets, (wallet) => payoutFault(wallet, { paid, above }))
    if (faults) reject(`Nothing was requested. ${faults}.`)
    const sum = sumKobo(wallets.map(({ payable }) => payable))
    if (sum !== total)
      reject(`These wallets pay out ${formatNaira(sum)} by now, not ${formatNaira(total)}. Reload them.`)
    const reference = await newReference(queries, documentPrefixes.payout, now)
    const [made] = await queries
      .insert(payoutBatches)
      .values({
        reference,
        paid,
        payOn,
        wallets: ids.length,
        total,
        requestedBy: actor.adminId,
        createdAt: now,
      })
      .returning({ id: payoutBatches.id })
    if (!made) throw new Error(`Payout ${reference} was not stored.`)
    await insertRows(
      queries,
      payoutItems,
      wallets.flatMap((wallet) => itemRow(made.id, wallet)),
    )
    await context.setAuditSubject('payout', made.id)
    return {
      message: `Payout ${reference} of ${pluralize(ids.length, 'wallet')}, ${formatNaira(total)}, was requested. It awaits its approval.`,
      data: { reference },
    }
  },

  payoutDecision: async ({ id, status, comment }, context) => {
    const { queries } = context
    const text = commentOf({ status, comment })
    const batch = await lockRequest('payouts', id, context)
    const { reference, wallets, total } = batch
    const isApproved = status === 'accept'
    if (isApproved) await payBatch(batch, context)
    else await queries.update(payoutItems).set({ isUndecided: false }).where(eq(payoutItems.batchId, id))
    await queries
      .update(payoutBatches)
      .set(onlyDecision(isApproved, text, context))
      .where(and(eq(payoutBatches.id, id)))
    const what = `${pluralize(wallets, 'wallet')}, ${formatNaira(total)}`
    return {
      message: isApproved
        ? `Payout ${reference} approved: ${what} ${paidTexts[batch.paid]}.`
        : `Payout ${reference} (${what}) was rejected. Nothing was paid out.`,
      data: { reference },
    }
  },
}

const paidTexts = {
  'main wallet': 'moved to the main wallets',
  counter: 'paid at the counter',
  agent: 'for the agents to pay',
} as const

/** A wallet as the screen lists it; none where nothing is to be paid out. */
const endedRow = (wallet: PayoutWallet) =>
  wallet.cycle && wallet.payable > 0
    ? [
        {
          savings_id: wallet.id,
          reference: wallet.reference,
          saving_type_name: wallet.type,
          user_id: wallet.customerId,
          customer: wallet.customer,
          customer_reference: wallet.customerReference,
          from_day: wallet.cycle.from,
          through_day: wallet.cycle.through,
          saved: wallet.saved,
          kept: wallet.kept,
          agent: wallet.agent,
          market: wallet.market,
          balance: wallet.balance,
          commission: wallet.commission,
          held: wallet.held,
          payable: wallet.payable,
        },
      ]
    : []

const itemRow = (batchId: number, { id, customerId, cycle, saved, commission, payable }: PayoutWallet) =>
  cycle
    ? [
        {
          batchId,
          savingsId: id,
          customerId,
          fromDay: cycle.from,
          throughDay: cycle.through,
          saved,
          commission,
          amount: payable,
        },
      ]
    : []

/** The commission of an item's cycle that was taken before the batch was requested: its own is beside it. */
const keptBefore = sql<Kobo>`coalesce((select sum(h.amount) from savings_cycles c
  join savings_history h on h.savings_id = c.savings_id and h.cycle_id = c.id and h.kind = 'commission'
  where c.savings_id = ${payoutItems.savingsId} and c.from_day = ${payoutItems.fromDay}
    and h.created_at < ${payoutBatches.createdAt}), 0)`.mapWith(payoutItems.saved)

/** The items of a batch with the names and references that people read, by customer. */
const shownItems = (queries: Queries, batchId: number) =>
  queries
    .select({
      id: payoutItems.id,
      savings_id: payoutItems.savingsId,
      reference: savings.reference,
      saving_type_name: savingTypes.name,
      user_id: payoutItems.customerId,
      customer: customerName,
      customer_reference: sql<string>`${customers.reference}`,
      phone_number: customers.phoneNumber,
      from_day: sql<string>`${payoutItems.fromDay}::text`,
      through_day: sql<string>`${payoutItems.throughDay}::text`,
      saved: payoutItems.saved,
      kept: keptBefore,
      commission: payoutItems.commission,
      amount: payoutItems.amount,
      entry: entries.reference,
      withdrawal: withdrawals.reference,
    })
    .from(payoutItems)
    .innerJoin(savings, eq(savings.id, payoutItems.savingsId))
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .innerJoin(customers, eq(customers.id, payoutItems.customerId))
    .innerJoin(payoutBatches, eq(payoutBatches.id, payoutItems.batchId))
    .leftJoin(entries, eq(entries.id, payoutItems.entryId))
    .leftJoin(withdrawals, eq(withdrawals.id, payoutItems.withdrawalId))
    .where(eq(payoutItems.batchId, batchId))
    .orderBy(asc(customerName), asc(customers.id), asc(payoutItems.id))
