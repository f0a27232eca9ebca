import { eq } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { InputOf } from '#contract/call'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { collectionLines, collections } from '../../db/tables/collections'
import { zeroKobo } from '../../db/tables/columns'
import type { Queries } from '../../db/database'
import { insertRows } from '../../db/insertRows'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { agents } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { takenBackText } from '../../ledger/corrections'
import { postAround } from '../../ledger/post'
import { payoutEntry, settlePayouts } from '../../ledger/payouts'
import { newReference } from '../../ledger/references'
import { savingsEntry } from '../../ledger/savings'
import { countDeposits } from '../../ledger/cycles'
import { correctInterest, isOfEarlierMonth } from '../../ledger/interestCorrections'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { collectedOnOf } from '../../ledger/collectedOn'
import { messageOf, movementsOf, postedOf, recordMovements } from './booking'
import { earlierSheets, lockSheets, rejectUnseen } from './earlierSheets'
import { lockPayees, type Payee, rejectTwice } from './payees'
import { lockPayouts, type SheetPayout } from './payouts'
import { receiptOf } from './receipts'
import { blindText, handInEntry, outcomeOf, recordHandIn, showsOutcome } from '../../people/handIn'

type Input = InputOf<Calls['collections']['recordSheet']>

/**
 * Records a sheet, all lines or none: posts a deposit or a repayment for each amount and the counted cash, and keeps the lines.
 * Locks the sheets of the agent and day, the agent, then customers, savings, loans and accounts, each in one order, so that sheets do
 * not block each other. `beforePosting` is done with the id before other sheets wait for the accounts of the business.
 */
export async function recordSheet(
  context: Context,
  input: Input,
  { days, isApproved = false }: { days: number; isApproved?: boolean },
  beforePosting: (id: number) => Promise<unknown>,
) {
  const { agent_id: agentId, day, lines, counted: cash, seen, payouts: paidIds = [] } = input
  const { queries, actor, now } = context
  const isShown = showsOutcome(input, context)
  const collectedOn = collectedOnOf(day, now, days)
  const checked = { agent_id: agentId, day, lines, seen }
  const { agent, facts, payees, payouts } = await checkSheet(context, checked, paidIds)
  const sheet = lines.map((line, at) => ({ ...line, payee: payeeOf(payees, at) }))
  const collected = sheet.filter(({ amount }) => amount > 0)
  const count = cash ? { agentId, counted: cash } : undefined
  const deposits = collected.flatMap(({ amount, payee }) =>
    payee.kind === 'saving' ? [{ wallet: payee.wallet, amount, day }] : [],
  )
  const counted = await countDeposits(queries, deposits, { now, today: lagosDay(now) })
  const movements = movementsOf(collected, counted, { ...facts, agentId, collectedOn })
  const entries = [
    ...movements.corrections.map(({ entry }) => entry),
    ...movements.collected.map(({ entry }) => entry),
    ...movements.commissions.map(({ movement }) => savingsEntry(movement)),
    ...payouts.map((one) => payoutEntry(one, { ...facts, agentId, collectedOn, activityReference: null })),
    ...(count ? [handInEntry(context, count)] : []),
  ]
  const recorded = entries.map((entry) => ({ ...entry, isApproved }))
  const { entryIds, ...reply } = await postAround(queries, recorded, async (posted) => {
    const made = await recordMovements(queries, movements, posted)
    const paid = payouts.map((one, at) => ({
      ...one,
      ...postedOf(posted, entries.length - (count ? 1 : 0) - payouts.length + at),
    }))
    await writeMessages(context, [
      ...collected.map(messageOf(agent.name, made, counted)),
      ...paid.map(({ customerId, amount, entryId, reference }) => ({
        customerId,
        entryId,
        text: messageTexts.paidWithdrawal({ amount, reference, agent: agent.name }),
      })),
    ])
    const handedIn = count && posted.at(-1)
    const remittance = count && handedIn ? await recordHandIn(context, count, handedIn) : undefined
    const entryIds = new Map(collected.map(({ payee }, at) => [payee, postedOf(made, at).entryId]))
    const { id, reference, total } = await storeSheet(context, input, { sheet, entryIds, remittance })
    await settlePayouts(queries, paid, {
      state: 'paid',
      agentId,
      collectionId: id,
      settledBy: actor.adminId,
      settledAt: now,
    })
    const back = sumKobo(
      collected.map(({ payee }) => (payee.kind === 'loan' && payee.correction?.back) || zeroKobo),
    )
    const booked = `Receipt ${reference}: ${pluralize(collected.length, 'line')} of ${agent.name}, ${formatNaira(total)}.${takenBackText(back)}${paidText(payouts)}`
    const outcome =
      cash && remittance
        ? ` ${formatNaira(cash)} counted. ${isShown ? outcomeOf(remittance.expected, cash) : blindText}`
        : ' No cash was counted: it stays with the agent.'
    await beforePosting(id)
    const message = booked + (total > 0 || cash ? outcome : '')
    return { entryIds, message, data: await receiptOf(queries, id, isShown) }
  })
  const isLate = collectedOn && isOfEarlierMonth(day, lagosDay(now))
  for (const { payee } of isLate ? collected : [])
    if (payee.kind === 'saving')
      await correctInterest(queries, {
        savingsId: payee.savingsId,
        since: day,
        causeId: entryIds.get(payee) ?? 0,
        ...facts,
      })
  return reply
}

type SheetLine = Input['lines'][number] & { payee: Payee }

/** Stores a sheet with its lines. */
async function storeSheet(
  { queries, actor, now, reference: activityReference }: Context,
  { agent_id: agentId, day, counted }: Input,
  {
    sheet,
    entryIds,
    remittance,
  }: {
    sheet: readonly SheetLine[]
    entryIds: ReadonlyMap<Payee, number>
    remittance: { id: number; expected: Kobo } | undefined
  },
) {
  const reference = await newReference(queries, documentPrefixes.collection, now)
  const total = sumKobo(sheet.map(({ amount }) => amount))
  const [made] = await queries
    .insert(collections)
    .values({
      reference,
      agentId,
      adminId: actor.adminId,
      day,
      lines: sheet.length,
      collectedLines: entryIds.size,
      total,
      counted: counted ?? null,
      expected: remittance?.expected ?? null,
      remittanceId: remittance?.id ?? null,
      activityReference: activityReference ?? reference,
      createdAt: now,
    })
    .returning({ id: collections.id })
  if (!made) throw new Error(`Collection ${reference} was not stored.`)
  await insertRows(
    queries,
    collectionLines,
    sheet.map(({ savings_id, loan_id, amount, reason, payee }, at) => ({
      collectionId: made.id,
      place: at + 1,
      savingsId: savings_id ?? null,
      loanId: loan_id ?? null,
      customerId: payee.customerId,
      expected: payee.expected,
      amount,
      reason: amount > 0 ? null : (reason ?? 'not seen'),
      entryId: entryIds.get(payee) ?? null,
    })),
  )
  return { id: made.id, reference, total }
}

/** Locks what a sheet depends on, and rejects one that can't be recorded now. */
export async function checkSheet(
  { queries, actor, now }: Context,
  { agent_id, day, lines, seen }: Omit<Input, 'counted' | 'payouts'>,
  paidIds: readonly number[] = [],
) {
  await lockSheets(queries, agent_id, day)
  rejectTwice(paidIds, 'A withdrawal')
  const payouts = paidIds.length > 0 ? await lockPayouts(queries, paidIds) : []
  if (payouts.length < paidIds.length)
    reject('A withdrawal of this sheet was not found. Nothing was recorded.')
  const agent = await lockCollector(queries, agent_id)
  const earlier = await earlierSheets(queries, agent_id, day)
  rejectUnseen(earlier, seen, agent.name)
  const facts = { madeAt: now, adminId: actor.adminId }
  const payees = await lockPayees(queries, { agent_id, day, lines, payouts }, { ...facts, earlier })
  return { agent, facts, payees, payouts }
}

/** What the agent paid, for the reply. */
const paidText = (payouts: readonly SheetPayout[]) =>
  payouts.length > 0
    ? ` ${pluralize(payouts.length, 'withdrawal')} paid, ${formatNaira(sumKobo(payouts.map(({ amount }) => amount)))}.`
    : ''

function payeeOf(payees: readonly Payee[], at: number): Payee {
  const payee = payees[at]
  if (!payee) throw new Error(`Line ${at + 1} has no payee.`)
  return payee
}

/** A share lock: no suspension or deletion until the commit. */
export async function lockCollector(queries: Queries, id: number) {
  const [agent] = await queries
    .select({ name: agents.name, status: agents.status })
    .from(agents)
    .where(eq(agents.id, id))
    .for('share')
  if (!agent || agent.status === 'DELETED') return reject(`Agent with ID ${id} not found`)
  if (agent.status !== 'ACTIVE') reject(`${agent.name} is ${agent.status.toLowerCase()} and can’t collect.`)
  return agent
}
