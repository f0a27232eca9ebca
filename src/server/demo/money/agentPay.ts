import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import { kobo, negateKobo, subtractKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { monthOf, monthsBefore } from '#domain/time/months'
import type { Transaction } from '../../db/database'
import { agentPayments, agentPayTerms, agentStatements, agentTargets } from '../../db/tables/agentPay'
import { agents } from '../../db/tables/schema'
import { agentCashOf, cashAccount } from '../../ledger/accounts'
import { makeStatements } from '../../ledger/agentStatements'
import { post } from '../../ledger/post'
import { transferEntry } from '../../ledger/transfer'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { dice } from '../demoPeople'

type Business = Pick<DemoBusiness, 'now' | 'clock' | 'books' | 'collectors' | 'staff'>

/** Rates of all agents and of one, the statements of last month in every state, and targets. The ledger is written. */
export async function insertAgentPay(tx: Transaction, business: Business) {
  const { now, clock, collectors, staff } = business
  const [month = '', before = ''] = monthsBefore(monthOf(lagosDay(now)), 2)
  const rates = (commissions: number, savings: number, repayments: number) => ({
    commissionBasisPoints: commissions * 100,
    savingsBasisPoints: savings * 100,
    repaymentBasisPoints: repayments * 100,
    adminId: staff.main,
  })
  const [best] = collectors
  await insertAll(tx, agentPayTerms, [
    { agentId: null, fromMonth: before, ...rates(10, 0.5, 1), createdAt: clock(40_000) },
    ...(best ? [{ agentId: best, fromMonth: month, ...rates(25, 0.5, 1), createdAt: clock(20_000) }] : []),
  ])
  const made = await makeStatements(tx, {
    month,
    agentId: undefined,
    madeBy: staff.admin,
    madeAt: clock(240),
  })
  for (const [at, statement] of made.entries()) await decide(tx, business, statement, at)
  await insertTargets(tx, business)
}

type Made = Awaited<ReturnType<typeof makeStatements>>[number]

/** Of five statements: two are paid, one of them by a set-off as far as that goes; others are approved, half approved, or neither. */
async function decide(tx: Transaction, business: Business, statement: Made, at: number) {
  const { clock, staff } = business
  const step = at % 5
  if (step === 4) return
  const isRejected = at === 8
  const first = { firstDecidedBy: staff.main, firstDecidedAt: clock(180), firstComment: null }
  const set = (values: Partial<typeof agentStatements.$inferInsert>) =>
    tx.update(agentStatements).set(values).where(eq(agentStatements.id, statement.id))
  await set({ ...first, state: 1 })
  if (step === 3)
    return (
      isRejected &&
      (await set({
        state: 3,
        secondDecidedBy: staff.superadmin,
        secondDecidedAt: clock(120),
        secondComment: 'Two customers dispute their deposits',
      }))
    )
  await set({ state: 2, secondDecidedBy: staff.superadmin, secondDecidedAt: clock(120) })
  if (step < 2) await pay(tx, business, statement, step === 1)
}

async function pay(tx: Transaction, { now, books, staff }: Business, statement: Made, isSetOff: boolean) {
  const { id: statementId, agentId, total } = statement
  const held = negateKobo(kobo(books.balanceOf(agentCashOf(agentId))))
  const setOff = isSetOff ? kobo(Math.max(0, Math.min(total, held))) : kobo(0)
  // After everything else: balances go on from the ledger as it was written.
  const madeAt = new Date(now.getTime() - 1000)
  for (const [way, amount] of [
    ['set-off', setOff],
    ['cash', subtractKobo(total, setOff)],
  ] as const) {
    if (amount <= 0) continue
    const to = way === 'cash' ? cashAccount : agentCashOf(agentId)
    const adminId = staff.admin
    const facts = { kind: 'Agent commission', amount, from: 'PW', to, agentId, madeAt, adminId } as const
    const { entryId, reference } = await post(tx, transferEntry(facts))
    await tx
      .insert(agentPayments)
      .values({ reference, statementId, way, amount, adminId, entryId, createdAt: madeAt })
  }
}

/** Targets of this month, of agents who have one. */
async function insertTargets(tx: Transaction, { now, staff }: Business) {
  const { between } = dice(2648)
  const set = await tx
    .select({ id: agents.id, at: sql<Date>`${agents.targetSetAt}`.mapWith(agents.targetSetAt) })
    .from(agents)
    .where(isNotNull(agents.targetSetAt))
    .orderBy(asc(agents.id))
  await insertAll(
    tx,
    agentTargets,
    set.map(({ id: agentId, at: createdAt }) => ({
      agentId,
      month: monthOf(lagosDay(now)),
      savings: kobo(between(20, 90) * 1_000_000),
      repaid: kobo(between(10, 60) * 1_000_000),
      customers: between(2, 12),
      adminId: staff.admin,
      createdAt,
    })),
  )
}
