import { and, asc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { BasisPoints, Kobo } from '#contract/values'
import { formatNaira, kobo, subtractKobo } from '#domain/money/kobo'
import { freeBalance } from '#domain/money/security'
import { monthlyCharge, monthlyInterest } from '#domain/savings/monthly'
import type { Queries } from '../db/database'
import { accounts } from '../db/tables/ledger'
import { savings } from '../db/tables/money'
import { interestCorrections, runItems } from '../db/tables/runs'
import { lockAccounts } from '../ledger/accounts'
import { hasMonthlyCharge } from '../ledger/cycles'
import { lowestBalances, monthOf } from '../ledger/lowestBalance'
import { postSavingsMovements, type WalletMovement } from '../ledger/savings'
import { type Item, type Part, type Plan, runKind } from './kinds'

/** The active wallets that were open for the whole month, in the order of their ids, locked unless the run is a dry one. */
async function walletsOf(queries: Queries, { runId, day, after, limit }: Part, dry: boolean, terms: SQL) {
  const some = queries
    .select()
    .from(savings)
    .where(
      and(
        eq(savings.status, 'active'),
        gt(savings.id, after),
        lt(savings.createdAt, monthOf(day).start),
        terms,
        // For a run that is tried again. A scalar subquery: a join would read all items of the run for each part.
        sql`(select ${runItems.entryId} from ${runItems} where ${runItems.runId} = ${runId}
          and ${runItems.subjectId} = ${savings.id}) is null`,
      ),
    )
    .orderBy(asc(savings.id))
    .limit(limit)
  return dry ? await some : await some.for('no key update')
}

type Wallet = Awaited<ReturnType<typeof walletsOf>>[number]

/** What is free of the balances of wallets and of a business account, by name: what secures loans is not. */
async function balancesOf(queries: Queries, wallets: readonly Wallet[], business: string, dry: boolean) {
  const names = [business, ...wallets.map(({ reference }) => reference)]
  if (!dry)
    return new Map(
      [...(await lockAccounts(queries, names))].map(([name, { balance, held }]) => [
        name,
        freeBalance(balance, held),
      ]),
    )
  const rows = await queries
    .select({ name: accounts.name, balance: accounts.balance, held: accounts.held })
    .from(accounts)
    .where(sql`${accounts.name} = any(${sql.param(names)}::text[])`)
  return new Map(rows.map(({ name, balance, held }) => [name, freeBalance(balance, held)]))
}

const planOf = (wallets: readonly Wallet[], limit: number, items: Plan<WalletMovement>['items']) => ({
  last: wallets.length < limit ? undefined : wallets.at(-1)?.id,
  looked: wallets.length,
  items,
})

const movementOf = (
  wallet: Wallet,
  kind: 'interest' | 'charge',
  amount: Kobo,
  madeAt: Date,
): WalletMovement => ({
  savingsId: wallet.id,
  movement: { kind, amount, customerId: wallet.customerId, wallet: wallet.reference, madeAt },
})

/** Interest of a month: a twelfth of the yearly rate, of the lowest balance (rules.md, "Savings interest"). */
export const interest = runKind<WalletMovement>({
  isRetried: true,

  async plan(queries, part, { dry, planned }) {
    const wallets = await walletsOf(queries, part, dry, gt(savings.interestBasisPoints, 0) as SQL)
    const lowest = await lowestBalances(queries, wallets, part.day)
    const corrected = await correctedIn(queries, part.runId)
    let available = subtractKobo(
      (await balancesOf(queries, wallets, 'SW', dry)).get('SW') ?? kobo(0),
      planned,
    )
    const items = wallets.flatMap((wallet): Plan<WalletMovement>['items'] => {
      const earned = subtractKobo(
        monthlyInterest(lowest.get(wallet.accountId) ?? kobo(0), wallet.interestBasisPoints as BasisPoints),
        corrected.get(wallet.id) ?? kobo(0),
      )
      if (earned <= 0) return []
      const base = { subjectId: wallet.id, savingsId: wallet.id }
      if (earned > available)
        return [{ ...base, amount: kobo(0), open: earned, reason: notFunded, movement: undefined }]
      available = subtractKobo(available, earned)
      return [{ ...base, amount: earned, movement: movementOf(wallet, 'interest', earned, part.madeAt) }]
    })
    return planOf(wallets, part.limit, items)
  },

  post: postSavingsMovements,
})
/** What a late or a reversed deposit changed of a month's interest before its run was done, by wallet. */
async function correctedIn(queries: Queries, runId: number) {
  const { runId: run, savingsId, amount } = interestCorrections
  const rows = await queries
    .select({ savingsId, amount: sql<Kobo>`sum(${amount})`.mapWith(amount) })
    .from(interestCorrections)
    .where(eq(run, runId))
    .groupBy(savingsId)
  return new Map(rows.map((row) => [row.savingsId, row.amount]))
}
const notFunded = 'The saving wallet of the business did not cover it.'

/** What a month's charge takes from a wallet, for real savings and the demo. */
export function chargeItem(
  { id, charge, chargeOwed: owed }: Pick<Wallet, 'id' | 'charge' | 'chargeOwed'>,
  balance: Kobo,
) {
  const { due, taken, open } = monthlyCharge(balance, { charge, owed })
  const reason = open > 0 ? `The wallet covered ${formatNaira(taken)} of ${formatNaira(due)}.` : null
  return { subjectId: id, savingsId: id, amount: taken, open, reason } satisfies Item
}

/**
 * Charges of a month, never below zero: what a wallet does not cover is taken with the next month's (rules.md, "Savings
 * charge").
 */
export const charges = runKind<WalletMovement>({
  isRetried: false,

  async plan(queries, part, { dry }) {
    const terms = and(
      hasMonthlyCharge(),
      or(gt(savings.charge, 0 as Kobo), gt(savings.chargeOwed, 0 as Kobo)),
    ) as SQL
    const wallets = await walletsOf(queries, part, dry, terms)
    const balances = await balancesOf(queries, wallets, 'TW', dry)
    const items = wallets.map((wallet) => {
      const item = chargeItem(wallet, balances.get(wallet.reference) ?? kobo(0))
      const { amount } = item
      return {
        ...item,
        movement: amount > 0 ? movementOf(wallet, 'charge', amount, part.madeAt) : undefined,
      }
    })
    return planOf(wallets, part.limit, items)
  },

  post: postSavingsMovements,

  async finish(tx, { items }) {
    const rows = items.map(({ subjectId, open }) => ({ id: subjectId, charge_owed: open ?? 0 }))
    await tx.execute(sql`update savings s set charge_owed = c.charge_owed
      from json_to_recordset(${JSON.stringify(rows)}) as c(id bigint, charge_owed bigint) where c.id = s.id
        and s.charge_owed <> c.charge_owed`)
  },
})
