import { eq } from 'drizzle-orm'
import type { Calls } from '#contract/index'
import type { InputOf } from '#contract/call'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { addKobo, formatNaira, sumKobo } from '#domain/money/kobo'
import { openDays } from '#domain/time/collectionDays'
import { lagosDay } from '#domain/time/lagos'
import { collectionLines, collections } from '../../db/tables/collections'
import { zeroKobo } from '../../db/tables/columns'
import type { Queries } from '../../db/database'
import { insertRows } from '../../db/insertRows'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { agents } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { Context } from '../../handler'
import { repaymentAfter, takenBackText } from '../../ledger/corrections'
import { balanceOf, enterAll, type Posted } from '../../ledger/post'
import { newReference } from '../../ledger/references'
import { recordLoanMovements } from '../../ledger/repayments'
import { recordSavingsMovements, savingsEntry } from '../../ledger/savings'
import { isOfEarlierMonth } from '../../ledger/interestCorrections'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import { collectedOnOf } from '../../ledger/collectedOn'
import { earlierSheets, lockSheets, rejectUnseen } from './earlierSheets'
import { lockPayees, type Payee } from './payees'
import { blindText, handInEntry, outcomeOf, recordHandIn, showsOutcome } from '../../people/handIn'

type Input = InputOf<Calls['collections']['recordSheet']>

/**
 * Records a sheet, all lines or none: enters a deposit or a repayment for each amount and the counted cash, and keeps the lines.
 * Locks the sheets of the agent and day, the agent, then customers, savings, loans and accounts, each in one order, so that sheets do not block each other. The
 * caller posts the entries (`postEntered`) at the end: from then on, other sheets wait for the accounts of the business.
 */
export async function recordSheet(context: Context, input: Input, days = openDays) {
  const { agent_id, day, lines, counted, seen } = input
  const { queries, actor, now, reference: activityReference } = context
  const isShown = showsOutcome(input, context)
  const collectedOn = collectedOnOf(day, now, days)
  const { agent, facts, payees } = await checkSheet(context, { agent_id, day, lines, seen })
  const sheet = lines.map((line, at) => ({ ...line, payee: payeeOf(payees, at) }))
  const collected = sheet.filter(({ amount }) => amount > 0)
  const count = counted ? { agentId: agent_id, counted } : undefined
  const { entered, posted, handedIn } = await enterSheet(
    context,
    collected,
    { agentId: agent_id, collectedOn },
    count,
  )
  await writeMessages(
    context,
    collected.map(({ amount, payee }, at) => {
      const made = postedOf(posted, at)
      const { entryId, reference } = made
      const balance = balanceOf(made, payee.reference).after
      const write = payee.kind === 'loan' ? messageTexts.repayment : messageTexts.deposit
      return {
        customerId: payee.customerId,
        entryId,
        text: write({ amount, balance, reference, agent: agent.name }),
      }
    }),
  )
  const entryIds = new Map(collected.map(({ payee }, at) => [payee, postedOf(posted, at).entryId]))
  const total = collected.reduce((sum, { amount }) => addKobo(sum, amount), zeroKobo)
  const remittance = count && handedIn ? await recordHandIn(context, count, handedIn) : undefined
  const reference = await newReference(queries, documentPrefixes.collection, now)
  const [made] = await queries
    .insert(collections)
    .values({
      reference,
      agentId: agent_id,
      adminId: actor.adminId,
      day,
      lines: lines.length,
      collectedLines: collected.length,
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
  const back = sumKobo(
    collected.map(({ payee }) => (payee.kind === 'loan' && payee.correction?.back) || zeroKobo),
  )
  const booked = `Receipt ${reference}: ${pluralize(collected.length, 'line')} of ${agent.name}, ${formatNaira(total)}.${takenBackText(back)}`
  const outcome =
    counted && remittance
      ? ` ${formatNaira(counted)} counted. ${isShown ? outcomeOf(remittance.expected, counted) : blindText}`
      : ' No cash was counted: it stays with the agent.'
  const deposits = collectedOn && isOfEarlierMonth(day, lagosDay(now)) ? collected : []
  const interestOf = deposits.flatMap(({ payee }) =>
    payee.kind === 'saving'
      ? [{ savingsId: payee.savingsId, since: day, causeId: entryIds.get(payee) ?? 0, ...facts }]
      : [],
  )
  const message = booked + (total > 0 || counted ? outcome : '')
  return { id: made.id, message, isShown, entered, interestOf }
}

/** Locks what a sheet depends on, and rejects one that can't be recorded now. */
export async function checkSheet(
  { queries, actor, now }: Context,
  { agent_id, day, lines, seen }: Omit<Input, 'counted'>,
) {
  await lockSheets(queries, agent_id, day)
  const agent = await lockCollector(queries, agent_id)
  const earlier = await earlierSheets(queries, agent_id, day)
  rejectUnseen(earlier, seen, agent.name)
  const facts = { madeAt: now, adminId: actor.adminId }
  const payees = await lockPayees(queries, { agent_id, day, lines }, { ...facts, earlier })
  return { agent, facts, payees }
}

type Collected = { amount: Kobo; payee: Payee }

/** Enters the amounts of a sheet in the order of its lines, and then the counted cash. */
async function enterSheet(
  context: Context,
  collected: readonly Collected[],
  { agentId, collectedOn }: { agentId: number; collectedOn: string | null },
  count: { agentId: number; counted: Kobo } | undefined,
) {
  const { queries, actor, now: madeAt } = context
  const facts = { madeAt, agentId, adminId: actor.adminId, collectedOn }
  const corrections = collected.flatMap(({ payee }) =>
    payee.kind === 'loan' && payee.correction?.movement ? [payee.correction.movement] : [],
  )
  const built = collected.map(({ amount, payee }) => {
    if (payee.kind === 'loan') {
      const { loan, schedule, correction } = payee
      const movement = repaymentAfter(correction, loan, schedule, amount, facts)
      return { kind: payee.kind, movement, entry: movement.entry }
    }
    const { savingsId, customerId, reference: wallet } = payee
    const movement = { ...facts, kind: 'deposit' as const, amount, customerId, wallet }
    return { kind: payee.kind, movement: { savingsId, movement }, entry: savingsEntry(movement) }
  })
  const entered = await enterAll(queries, [
    ...corrections.map(({ entry }) => entry),
    ...built.map(({ entry }) => entry),
    ...(count ? [handInEntry(context, count)] : []),
  ])
  const posted = entered.posted.slice(corrections.length, corrections.length + built.length)
  const made = built.map((one, at) => ({ ...one, posted: postedOf(posted, at) }))
  const deposits = made.flatMap((one) => (one.kind === 'saving' ? [one] : []))
  const repayments = made.flatMap((one) => (one.kind === 'loan' ? [one] : []))
  await recordSavingsMovements(
    queries,
    deposits.map(({ movement }) => movement),
    deposits.map((one) => one.posted),
  )
  await recordLoanMovements(
    queries,
    [...corrections, ...repayments.map(({ movement }) => movement)],
    [...entered.posted.slice(0, corrections.length), ...repayments.map((one) => one.posted)],
  )
  return { entered, posted, handedIn: count ? entered.posted.at(-1) : undefined }
}

function payeeOf(payees: readonly Payee[], at: number): Payee {
  const payee = payees[at]
  if (!payee) throw new Error(`Line ${at + 1} has no payee.`)
  return payee
}

function postedOf(posted: readonly Posted[], at: number): Posted {
  const made = posted[at]
  if (!made) throw new Error('A line was not posted.')
  return made
}

/** A share lock: no suspension or deletion until the commit. */
async function lockCollector(queries: Queries, id: number) {
  const [agent] = await queries
    .select({ name: agents.name, status: agents.status })
    .from(agents)
    .where(eq(agents.id, id))
    .for('share')
  if (!agent || agent.status === 'DELETED') return reject(`Agent with ID ${id} not found`)
  if (agent.status !== 'ACTIVE') reject(`${agent.name} is ${agent.status.toLowerCase()} and can’t collect.`)
  return agent
}
