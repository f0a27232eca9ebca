import type { Kobo } from '#contract/values'
import { subtractKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import type { Context } from '../../handler'
import { repaymentAfter } from '../../ledger/corrections'
import { commissionMovements, countDeposits, type CountedDeposit, keptInAll } from '../../ledger/cycles'
import { correctInterest, isOfEarlierMonth } from '../../ledger/interestCorrections'
import { balanceOf, postAround, type Posted } from '../../ledger/post'
import { recordLoanMovements } from '../../ledger/repayments'
import { recordSavingsMovements, savingsEntry } from '../../ledger/savings'
import { writeMessages } from '../../messages/outbox'
import { messageTexts } from '../../messages/texts'
import type { Payee } from './payees'

export type Collected = { amount: Kobo; payee: Payee }

export type Counted = ReadonlyMap<number, CountedDeposit>

/**
 * The deposits and repayments of a sheet in the order of its lines, what repayments that count on earlier days correct, and the
 * commissions that are kept of deposits.
 */
export function movementsOf(
  collected: readonly Collected[],
  counted: Counted,
  facts: { madeAt: Date; adminId: number | null; agentId: number; collectedOn: string | null },
) {
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
    const cycleId = counted.get(savingsId)?.cycleId ?? null
    const movement = { ...facts, kind: 'deposit' as const, amount, customerId, wallet, cycleId }
    return { kind: payee.kind, movement: { savingsId, movement }, entry: savingsEntry(movement) }
  })
  const { madeAt, adminId } = facts
  const commissions = collected.flatMap(({ payee }) =>
    payee.kind === 'saving'
      ? commissionMovements(payee.wallet, counted.get(payee.savingsId)?.kept ?? [], { madeAt, adminId })
      : [],
  )
  return { corrections, collected: built, commissions }
}

/** Records what was entered in the accounts' histories, and returns the entries of the lines. */
export async function recordMovements(
  queries: Queries,
  { corrections, collected, commissions }: ReturnType<typeof movementsOf>,
  all: readonly Posted[],
): Promise<Posted[]> {
  const end = corrections.length + collected.length
  const posted = all.slice(corrections.length, end)
  const made = collected.map((one, at) => ({ ...one, posted: postedOf(posted, at) }))
  const deposits = made.flatMap((one) => (one.kind === 'saving' ? [one] : []))
  const repayments = made.flatMap((one) => (one.kind === 'loan' ? [one] : []))
  await recordSavingsMovements(
    queries,
    [...deposits.map(({ movement }) => movement), ...commissions],
    [...deposits.map((one) => one.posted), ...all.slice(end, end + commissions.length)],
  )
  await recordLoanMovements(
    queries,
    [...corrections, ...repayments.map(({ movement }) => movement)],
    [...all.slice(0, corrections.length), ...repayments.map((one) => one.posted)],
  )
  return posted
}

/** The message to the customer of each line. */
export const messageOf =
  (agent: string, posted: readonly Posted[], counted: Counted) =>
  ({ amount, payee }: Collected, at: number) => {
    const made = postedOf(posted, at)
    const { entryId, reference } = made
    const { customerId } = payee
    const after = balanceOf(made, payee.reference).after
    if (payee.kind === 'loan')
      return {
        customerId,
        entryId,
        text: messageTexts.repayment({ amount, balance: after, reference, agent }),
      }
    const commission = keptInAll(counted.get(payee.savingsId)?.kept ?? [])
    const balance = subtractKobo(after, commission)
    return {
      customerId,
      entryId,
      text: messageTexts.deposit({ amount, balance, reference, agent, commission }),
    }
  }

export function postedOf(posted: readonly Posted[], at: number): Posted {
  const made = posted[at]
  if (!made) throw new Error('A line was not posted.')
  return made
}

type Booking = {
  agent: { id: number; name: string }
  day: string
  /** Null where it is the day of booking. */
  collectedOn: string | null
  /** Who decided on it; null of what the agent's device sent. */
  adminId: number | null
  isApproved: boolean
}

/**
 * Books lines of an agent and a day, all or none, by the functions that book a sheet of the office. Each line is for another wallet or
 * loan, and its payee is locked. `store` is done with the postings of the lines before others wait for the accounts of the business.
 */
export async function bookLines(
  { queries, now, services }: Pick<Context, 'queries' | 'now' | 'services'>,
  { agent, day, collectedOn, adminId, isApproved }: Booking,
  lines: readonly Collected[],
  store: (made: readonly Posted[]) => Promise<void>,
) {
  const facts = { madeAt: now, adminId }
  const deposits = lines.flatMap(({ amount, payee }) =>
    payee.kind === 'saving' ? [{ wallet: payee.wallet, amount, day }] : [],
  )
  const counted = await countDeposits(queries, deposits, { now, today: lagosDay(now) })
  const movements = movementsOf(lines, counted, { ...facts, agentId: agent.id, collectedOn })
  const entries = [
    ...movements.corrections.map(({ entry }) => entry),
    ...movements.collected.map(({ entry }) => entry),
    ...movements.commissions.map(({ movement }) => savingsEntry(movement)),
  ]
  const made = await postAround(
    queries,
    entries.map((entry) => ({ ...entry, isApproved })),
    async (posted) => {
      const ofLines = await recordMovements(queries, movements, posted)
      await writeMessages({ queries, now, services }, lines.map(messageOf(agent.name, ofLines, counted)))
      await store(ofLines)
      return ofLines
    },
  )
  if (!collectedOn || !isOfEarlierMonth(day, lagosDay(now))) return
  for (const [at, { payee }] of lines.entries())
    if (payee.kind === 'saving')
      await correctInterest(queries, {
        savingsId: payee.savingsId,
        since: day,
        causeId: postedOf(made, at).entryId,
        ...facts,
      })
}
