import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { cyclesToTake, openCommission, takeCommission } from '#domain/savings/commission'
import { formatNaira, kobo, subtractKobo } from '#domain/money/kobo'
import type { Queries } from '../db/database'
import { savings } from '../db/tables/money'
import { commissionMovements, cycleStates, cycleWallet, takeOfCycles } from '../ledger/cycles'
import { postSavingsMovements, type WalletMovement } from '../ledger/savings'
import { type Part, type Plan, runKind } from './kinds'
import { hasEnded } from './plans'

/** Active wallets with a cycle that owes something, and that `cyclesToTake` names or whose plan ended, locked unless the run is a dry one. */
async function walletsOf(queries: Queries, { day, after, limit }: Part, dry: boolean) {
  const some = queries
    .select({ ...cycleWallet, isEnded: sql<boolean>`${hasEnded(day)}` })
    .from(savings)
    .where(
      and(
        eq(savings.status, 'active'),
        gt(savings.id, after),
        sql`exists (select from savings_cycles c where c.savings_id = ${savings.id} and c.taken < c.due
          and (c.through_day <= ${day}::date or c.from_day <= ${day}::date and (${savings.taken} = 'first' or ${hasEnded(day)})))`,
      ),
    )
    .orderBy(asc(savings.id))
    .limit(limit)
  return dry ? await some : await some.for('no key update')
}

/**
 * Commissions of cycles that ended with a day or before, and of begun cycles of plans that did or where it is taken first (rules.md,
 * "Commission of a cycle"). A cycle is a subject; what its wallet does not cover is taken by the next deposit or the next day's run.
 */
export const commissions = runKind<WalletMovement>({
  isRetried: false,

  async plan(queries, part, { dry }): Promise<Plan<WalletMovement>> {
    const wallets = await walletsOf(queries, part, dry)
    const states = await cycleStates(queries, wallets)
    const ended = new Map(wallets.map(({ id, isEnded }) => [id, isEnded]))
    const items = states.flatMap(({ wallet, balance, cycles }) => {
      const begun = cycles.filter(({ from }) => from <= part.day)
      const due = ended.get(wallet.id) ? begun : cyclesToTake(wallet, begun, part.day)
      const open = openCommission(wallet, due)
      const taken = new Map(takeCommission(open, balance).map(({ number, amount }) => [number, amount]))
      return open.map(({ number, amount: owed }) => {
        const cycleId = cycles.find((cycle) => cycle.number === number)?.id ?? 0
        const amount = taken.get(number) ?? kobo(0)
        const left = subtractKobo(owed, amount)
        const [movement] =
          amount > 0 ? commissionMovements(wallet, [{ cycleId, amount }], { madeAt: part.madeAt }) : []
        return {
          subjectId: cycleId,
          savingsId: wallet.id,
          amount,
          open: left,
          reason: left > 0 ? shortText(amount, owed) : null,
          movement,
        }
      })
    })
    return {
      last: wallets.length < part.limit ? undefined : wallets.at(-1)?.id,
      looked: wallets.length,
      items,
    }
  },

  async post(tx, movements) {
    await takeOfCycles(
      tx,
      movements.map(({ movement: { cycleId, amount } }) => ({ cycleId: cycleId ?? 0, amount })),
    )
    return postSavingsMovements(tx, movements)
  },
})

const shortText = (taken: Kobo, owed: Kobo) =>
  `The wallet covered ${formatNaira(taken)} of ${formatNaira(owed)}.`
