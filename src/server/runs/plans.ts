import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { planEndOn } from '#domain/savings/planEnd'
import { kobo, subtractKobo } from '#domain/money/kobo'
import { addDays } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { accounts } from '../db/tables/ledger'
import { savings } from '../db/tables/money'
import { customers } from '../db/tables/schema'
import { mainWalletOf } from '../ledger/accounts'
import { commissionMovements, cycleWallet, owedCommissions, takeOwed } from '../ledger/cycles'
import { balanceOf } from '../ledger/post'
import { changingOn, setPlans } from '../ledger/planChanges'
import { postSavingsMovements, type WalletMovement } from '../ledger/savings'
import { writeMessages } from '../messages/outbox'
import { messageTexts } from '../messages/texts'
import { type Part, type Plan, runKind } from './kinds'

/** Whether a plan's last day is a day or one before: it is paid out, or closed, in the night to its due date. */
export const hasEnded = (day: string) =>
  sql<boolean>`(${savings.planEnd} <> 'carry-on' and ${savings.dueDate} <= ${day}::date + 1)`

const planColumns = (day: string) => ({
  ...cycleWallet,
  isEnded: hasEnded(day),
  planEnd: savings.planEnd,
  dueDate: savings.dueDate,
  duration: savings.duration,
})

/**
 * Active wallets whose plan has ended, or changes on the next day, with their customers locked first, as a closing locks them, unless the run is
 * a dry one.
 */
async function walletsOf(queries: Queries, { day, after, limit }: Part, dry: boolean) {
  const columns = planColumns(day)
  const isDue = sql`${savings.id} in (select id from ${savings} where status = 'active' and ${hasEnded(day)}
    union all ${changingOn(addDays(day, 1))})`
  const found = await queries
    .select(columns)
    .from(savings)
    .where(and(eq(savings.status, 'active'), gt(savings.id, after), isDue))
    .orderBy(asc(savings.id))
    .limit(limit)
  const page = { last: found.length < limit ? undefined : found.at(-1)?.id, looked: found.length }
  if (dry || found.length === 0) return { ...page, wallets: found }
  await queries
    .select({ id: customers.id })
    .from(customers)
    .where(
      inArray(
        customers.id,
        found.map(({ customerId }) => customerId),
      ),
    )
    .orderBy(asc(customers.id))
    .for('no key update')
  const wallets = await queries
    .select(columns)
    .from(savings)
    .where(
      and(
        inArray(
          savings.id,
          found.map(({ id }) => id),
        ),
        eq(savings.status, 'active'),
      ),
    )
    .orderBy(asc(savings.id))
    .for('no key update')
  return { ...page, wallets }
}

async function balancesOf(queries: Queries, names: readonly string[]) {
  const rows = await queries
    .select({ name: accounts.name, balance: accounts.balance })
    .from(accounts)
    .where(sql`${accounts.name} = any(${sql.param(names)}::text[])`)
  return new Map(rows.map(({ name, balance }) => [name, balance]))
}

type Wallet = Awaited<ReturnType<typeof walletsOf>>['wallets'][number]
type Payout = WalletMovement & { wallet: Wallet }

/**
 * The end of plans that are paid out: after their commission the balance moves to the main wallet, and the plan begins again or is
 * closed (rules.md, "End of a plan"). Then contributions that change with the next day ("Change of a plan").
 */
export const plans = runKind<Payout, Wallet>({
  isRetried: false,

  async plan(queries, part, { dry }): Promise<Plan<Payout, Wallet>> {
    const { wallets, ...page } = await walletsOf(queries, part, dry)
    const ended = wallets.filter(({ isEnded }) => isEnded)
    const balances = await balancesOf(
      queries,
      ended.map(({ reference }) => reference),
    )
    const owed = await owedCommissions(queries, ended)
    const items = ended.flatMap((wallet) => {
      const { id, customerId, reference } = wallet
      // A deposit since the plan ended may owe something of its cycle.
      const amount = subtractKobo(balances.get(reference) ?? kobo(0), owed.get(id) ?? kobo(0))
      if (amount <= 0) return []
      const movement = {
        kind: 'withdrawal' as const,
        amount,
        customerId,
        wallet: reference,
        madeAt: part.madeAt,
      }
      return [{ subjectId: id, savingsId: id, amount, movement: { savingsId: id, movement, wallet } }]
    })
    return { ...page, items, subjects: wallets }
  },

  async post(tx, payouts, { madeAt, services }) {
    const posted = await postSavingsMovements(tx, payouts)
    const told = payouts.map(({ wallet: { customerId, planEnd }, movement: { amount } }, at) => {
      const made = posted[at]
      if (!made) throw new Error('A plan was not paid out.')
      const { entryId, reference } = made
      const balance = balanceOf(made, mainWalletOf(customerId)).after
      const write = planEnd === 'close' ? messageTexts.closing : messageTexts.planEnd
      return { customerId, entryId, text: write({ amount, balance, reference }) }
    })
    await writeMessages({ queries: tx, now: madeAt, services }, told)
    return posted
  },

  async finish(tx, { items, subjects = [] }, { day, madeAt, services }) {
    const ended = subjects.filter(({ isEnded }) => isEnded)
    const closing = ended.filter(({ planEnd }) => planEnd === 'close')
    // Nothing is owed by a closed wallet.
    const kept = await takeOwed(tx, closing, madeAt)
    await postSavingsMovements(
      tx,
      closing.flatMap((wallet) => commissionMovements(wallet, kept.get(wallet.id) ?? [], { madeAt })),
    )
    const paidOut = new Set(items.map(({ savingsId }) => savingsId))
    const empty = closing.filter(({ id }) => !paidOut.has(id))
    const mains = await balancesOf(
      tx,
      empty.map(({ customerId }) => mainWalletOf(customerId)),
    )
    const told = empty.map(({ customerId, reference }) => {
      const balance = mains.get(mainWalletOf(customerId)) ?? kobo(0)
      const text = messageTexts.closing({ amount: kobo(0), balance, reference })
      return { customerId, entryId: null, text }
    })
    await writeMessages({ queries: tx, now: madeAt, services }, told)
    const rows = ended.map(({ id, planEnd, openedOn, duration }) => ({
      id,
      is_closed: planEnd === 'close',
      due_date: planEndOn({ openedOn, duration }, addDays(day, 1)),
    }))
    await tx.execute(sql`update savings s set status = case when p.is_closed then 'closed' else s.status end,
        closed_on = case when p.is_closed then ${day}::date end,
        due_date = case when p.is_closed then s.due_date else p.due_date end
      from json_to_recordset(${JSON.stringify(rows)}) as p(id bigint, is_closed boolean, due_date date) where p.id = s.id`)
    const ids = sql.param(subjects.map(({ id }) => id))
    await setPlans(tx, sql`select unnest(${ids}::bigint[])`, addDays(day, 1))
  },
})
