import { sql } from 'drizzle-orm'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import type { Database } from '#server/db/database'
import type { Dice } from '../support/dice'
import type { Deposit, openBooks } from './books'

export type Clerk = { id: number; token: string }
type Parts = {
  database: Database
  dice: Dice
  model: ReturnType<typeof openBooks>
  /** Those that were recorded so far. */
  deposits: readonly Deposit[]
  /** Who requests and pays, and two who decide. */
  clerks: readonly [Clerk, Clerk, Clerk]
  dayOf: (day: string) => number
  send: <C extends Named<Write>>(call: C, body: BodyOf<C>, by: Clerk, isGood: boolean) => Promise<unknown>
  saw: (what: string) => void
}

const kinds = [
  'Savings charge',
  'Savings commission',
  'Savings to main wallet',
  'Withdrawal',
  'Agent commission',
] as const
const kindsOfWallets = {
  'Savings charge': 'charges',
  'Savings commission': 'commissions',
  'Savings to main wallet': 'plans',
} as const

/** Reverses deposits; and what runs, deposits, transfers and payouts posted, and payments of agents, which are paid again. */
export function reversingOf({ database, dice, model, deposits, clerks, dayOf, send, saw }: Parts) {
  const [recorder, ...deciders] = clerks

  async function reverse(reference: string, recordedBy: number, isGood: boolean) {
    const body = { reference, reason: 'By mistake' }
    await send(calls.reversals.requestReversal, body, recorder, isGood)
    if (!isGood) return
    const { rows } = await database.execute<{ id: string }>(sql`select max(id) as id from reversals`)
    const decider = deciders.find(({ id }) => id !== recordedBy) ?? recorder
    const decision = { id: Number(rows[0]?.id), status: 'accept', comment: null } as const
    await send(calls.reversals.reversalDecision, decision, decider, true)
  }

  async function standing(kind: (typeof kinds)[number]) {
    const { rows } = await database.execute<{
      reference: string
      admin: string | null
      customer: string | null
      saving: string | null
      amount: string
      cycle: number | null
      run: string | null
      paid_out: string | null
      statement: string | null
      other: string
    }>(sql`select e.reference, e.admin_id as admin, e.customer_id as customer, h.savings_id as saving,
        coalesce(h.amount, y.amount, (select max(p.amount) from ledger_postings p where p.entry_id = e.id)) as amount,
        c.number as cycle, (select r.day::text from run_items i join runs r on r.id = i.run_id where i.entry_id = e.id) as run,
        (select timezone('Africa/Lagos', e.made_at)::date::text from payout_items i where i.entry_id = e.id) as paid_out,
        y.statement_id as statement, (select a.name from ledger_postings p join ledger_accounts a on a.id = p.account_id
          where p.entry_id = e.id and a.kind = 'outside') as other
      from ledger_entries e left join savings_history h on h.entry_id = e.id left join savings_cycles c on c.id = h.cycle_id
        left join agent_payments y on y.entry_id = e.id
      where e.kind = ${kind} and not exists (select from ledger_entries r where r.reverses_id = e.id)
      order by e.id desc limit 60`)
    return rows
  }

  async function reverseDeposit() {
    // Of a cycle before the plan changed, otherwise seldom met.
    const isBefore = ({ wallet, day }: Deposit) =>
      wallet.plans.some(({ from }) => day < from && from <= model.books.today)
    const newest = deposits.slice(-60)
    const deposit = dice.pick(dice.pick([newest, newest, deposits, deposits.filter(isBefore)]))
    if (!deposit || deposit.isReversed) return
    const isGood = model.reverse(deposit)
    saw(isGood ? 'reversal' : 'reversal refused')
    await reverse(deposit.reference, recorder.id, isGood)
  }

  async function reversePosted() {
    const kind = dice.pick(kinds)
    const one = dice.pick(await standing(kind))
    if (!one) return
    const [amount, by] = [Number(one.amount), Number(one.admin)]
    const countKind = (isGood: boolean) => saw(`${kind} ${isGood ? 'reversed' : 'kept'}`)
    if (kind === 'Withdrawal') {
      countKind(true)
      await reverse(one.reference, by, true)
      model.add(model.mainOf(Number(one.customer)), amount)
      model.add('CASH', 0 - amount)
    } else if (kind === 'Agent commission') {
      countKind(true)
      await reverse(one.reference, by, true)
      const way = one.other === 'CASH' ? 'cash' : 'set-off'
      const size = (amount < 0 ? 0 - amount : amount) as Kobo
      model.add('PW', amount)
      model.add(one.other, 0 - amount)
      // Set off only against what the agent holds.
      if (way === 'set-off' && amount > 0 && 0 - (model.accounts[one.other] ?? 0) < amount) return
      await send(
        calls.agentPay.payAgent,
        { statement_id: Number(one.statement), way, amount: size },
        recorder,
        true,
      )
      model.add('PW', 0 - amount)
      model.add(one.other, amount)
    } else {
      const wallet = model.wallets.find(({ id }) => id === Number(one.saving))
      if (!wallet) return
      const isGood = model.reversePosted({
        kind: kindsOfWallets[kind],
        wallet,
        cycle: kind === 'Savings commission' ? Number(one.cycle) : 0,
        amount,
        run: one.run === null ? null : dayOf(one.run),
        day: one.paid_out === null ? null : dayOf(one.paid_out),
      })
      countKind(isGood)
      await reverse(one.reference, by, isGood)
    }
  }

  return { reverseDeposit, reversePosted }
}
