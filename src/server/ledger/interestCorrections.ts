import { and, asc, eq, gte, isNull, ne, sql } from 'drizzle-orm'
import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, formatNaira, kobo, negateKobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { freeBalance } from '#domain/money/security'
import { monthlyInterest } from '#domain/savings/monthly'
import type { Queries } from '../db/database'
import { savings, savingsHistory } from '../db/tables/money'
import { interestCorrections, runItems, runs } from '../db/tables/runs'
import { reject } from '../errors/refusals'
import { lockAccounts } from './accounts'
import { balanceOf, type NewEntry, post } from './post'
import { lowestBalances } from './lowestBalance'

type Change = {
  savingsId: number
  /** The first day whose balance is another than it was when the interest was paid. */
  since: string
  /** The deposit that was recorded late, or the reversal. */
  causeId: number
} & Pick<NewEntry, 'madeAt' | 'adminId'>

/**
 * Makes the interest that was paid for months what their balances by the day of collection make it: adds what is missing, as far as
 * SW covers it, and takes back what is too much (rules.md, "Savings interest"). After the postings of the cause, in its
 * transaction. Returns what was added; below zero what was taken back.
 */
export async function correctInterest(
  tx: Queries,
  { savingsId, since, causeId, ...facts }: Change,
): Promise<Kobo> {
  const [wallet] = await tx.select().from(savings).where(eq(savings.id, savingsId))
  if (!wallet || wallet.interestBasisPoints === 0) return kobo(0)
  const months = await tx
    .select({ runId: runs.id, day: runs.day, had: runItems.amount, entryId: runItems.entryId })
    .from(runs)
    .leftJoin(runItems, and(eq(runItems.runId, runs.id), eq(runItems.savingsId, savingsId)))
    .where(
      and(
        eq(runs.kind, 'interest'),
        isNull(runs.reopeningId),
        gte(runs.day, since),
        ne(runs.state, 'running'),
        // Interest that was reversed stays away, and what waits for SW is calculated again when it is paid.
        sql`not exists (select from ledger_entries r where r.reverses_id = ${runItems.entryId})`,
        sql`(${runItems.id} is null or ${runItems.entryId} is not null)`,
        sql`${wallet.createdAt.toISOString()}::timestamptz < date_trunc('month', ${runs.day})::timestamp at time zone 'Africa/Lagos'`,
      ),
    )
    .orderBy(asc(runs.day))
  const changes = []
  for (const { runId, day, had } of months) {
    const lowest = (await lowestBalances(tx, [wallet], day)).get(wallet.accountId) ?? kobo(0)
    const right = monthlyInterest(lowest, wallet.interestBasisPoints as BasisPoints)
    const earlier = await correctedIn(tx, runId, savingsId)
    const amount = subtractKobo(right, addKobo(had ?? kobo(0), earlier))
    if (amount !== 0) changes.push({ runId, amount })
  }
  const total = sumKobo(changes.map(({ amount }) => amount))
  const accounts = await lockAccounts(tx, [wallet.reference, 'SW'])
  const [own, paying] = [accounts.get(wallet.reference), accounts.get('SW')]
  if (total === 0 || !own || !paying || total > paying.balance) return kobo(0)
  const free = freeBalance(own.balance, own.held)
  if (free + total < 0)
    reject(
      `Savings wallet ${wallet.reference} has ${formatNaira(free)} left, which does not cover the ${formatNaira(negateKobo(total))} of interest that the deposit earned.`,
    )
  return postCorrection(tx, wallet, changes, { causeId, ...facts })
}

type Month = { runId: number; amount: Kobo }

/** Posts what changes of the interest of months; returns it. */
async function postCorrection(
  tx: Queries,
  {
    id: savingsId,
    reference: wallet,
    customerId,
  }: Pick<typeof savings.$inferSelect, 'id' | 'reference' | 'customerId'>,
  months: readonly Month[],
  { causeId, ...facts }: Omit<Change, 'savingsId' | 'since'>,
): Promise<Kobo> {
  const total = sumKobo(months.map(({ amount }) => amount))
  const posted = await post(tx, {
    ...facts,
    kind: 'Interest correction',
    customerId,
    moves: [
      { account: 'SW', amount: negateKobo(total) },
      { account: wallet, amount: total },
    ],
  })
  const { before, after } = balanceOf(posted, wallet)
  const { entryId, reference } = posted
  await tx.insert(savingsHistory).values({
    savingsId,
    kind: 'interest',
    amount: total,
    adminId: facts.adminId ?? null,
    entryId,
    reference,
    amountBefore: before,
    amountAfter: after,
    status: 'approved',
    createdAt: facts.madeAt,
  })
  await tx
    .insert(interestCorrections)
    .values(months.map((month) => ({ ...month, savingsId, entryId, causeId, createdAt: facts.madeAt })))
  return total
}

/** The wallet and the month of an interest that a run posted, with what its standing corrections add up to. */
async function interestOf(queries: Queries, entryId: number) {
  const [found] = await queries
    .select({ wallet: savings, runId: runItems.runId })
    .from(runItems)
    .innerJoin(savings, eq(savings.id, runItems.savingsId))
    .where(eq(runItems.entryId, entryId))
  return found && { ...found, corrected: await correctedIn(queries, found.runId, found.wallet.id) }
}

const correctedIn = async (queries: Queries, runId: number, savingsId: number): Promise<Kobo> => {
  const rows = await queries
    .select({ amount: interestCorrections.amount })
    .from(interestCorrections)
    .where(
      and(
        eq(interestCorrections.runId, runId),
        eq(interestCorrections.savingsId, savingsId),
        isStandingCorrection,
      ),
    )
  return sumKobo(rows.map(({ amount }) => amount))
}

/** What corrections added to an interest, or took back of it (below zero). Reads only. */
export const correctionOf = async (queries: Queries, interestEntryId: number): Promise<Kobo> =>
  (await interestOf(queries, interestEntryId))?.corrected ?? kobo(0)

/**
 * Reverses the corrections of an interest that is reversed, if they had added to it, or taken back of it: its month has none then. Must
 * run in a transaction that has locked the wallet. Returns what that changes of the wallet.
 */
export async function reverseCorrections(
  tx: Queries,
  interestEntryId: number,
  facts: Pick<Change, 'madeAt' | 'adminId'>,
  which: 'added' | 'taken back',
): Promise<Kobo> {
  const found = await interestOf(tx, interestEntryId)
  if (!found || Math.sign(found.corrected) !== (which === 'added' ? 1 : -1)) return kobo(0)
  const { wallet, runId, corrected } = found
  const month = { runId, amount: negateKobo(corrected) }
  return postCorrection(tx, wallet, [month], { causeId: interestEntryId, ...facts })
}

/** Of a correction whose entry no reopening reversed. */
const isStandingCorrection = sql`not exists (select from ledger_entries r where r.reverses_id = ${interestCorrections.entryId})`

/** Whether a month ended between two days: before, no interest was paid for the first. */
export const isOfEarlierMonth = (day: string, today: string) => day.slice(0, 7) < today.slice(0, 7)
