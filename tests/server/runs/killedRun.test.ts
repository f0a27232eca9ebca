import { setTimeout as wait } from 'node:timers/promises'
import { eq, ne, type SQL, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { loanCost, maturityDays } from '#domain/money/instalments'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Database } from '#server/db/database'
import { loans } from '#server/db/tables/loans'
import { savings } from '#server/db/tables/money'
import { planChanges } from '#server/db/tables/planChanges'
import { runItems, runs } from '#server/db/tables/runs'
import { settings } from '#server/db/tables/schema'
import { commissionMovements, countDeposits, cycleWallets } from '#server/ledger/cycles'
import { postSavingsMovements } from '#server/ledger/savings'
import { verifyLedger } from '#server/ledger/verify'
import { disburse } from '#server/ledger/loanDecisions'
import { lastEndedDay, postRuns } from '#server/runs/run'
import { seedBaseData } from '#server/seedBaseData'
import { moneyOf } from '../support/money'
import { naira, peopleOf, rate } from '../support/people'
import { startProcess } from '../support/processes'
import { isLong, report, roundsOf } from '../support/rounds'
import { emptyDatabase, withDatabase } from '../support/testDatabase'

const rounds = roundsOf(1)
const [walletCount, cycleCount, loanCount] = isLong ? [150, 150, 26] : [60, 60, 10]
const cyclesPaid = 5
/** Long enough that each round has work left. */
const daysBack = 62 + rounds * 40
const place = await emptyDatabase()
afterAll(() => place.drop())

const withBooks = <T>(check: (database: Database) => Promise<T>) => withDatabase(place, check)

/** The first and the last day that are closed. */
const start = startOfLagosDay(addDays(lagosDay(new Date()), -daysBack))
const lastDay = lastEndedDay(new Date())

async function prepare(database: Database) {
  await seedBaseData(database)
  const now = () => start
  const people = peopleOf(database, now)
  const money = moneyOf({ database, clock: { now }, checksums: async () => ({}) })
  const agent = await people.makeAgent()
  const admin = await people.enter('can-do-second-approval')
  await money.pay('MBW', naira(10_000_000), { madeAt: start })
  await money.pay('SW', naira(10_000_000), { madeAt: start })
  const old = new Date(start.getTime() - 86_400_000)
  for (let n = 0; n < walletCount; n++) {
    const { id, reference } = await money.makeSaving(await people.makeCustomer(agent.id))
    // Some run out of money for their charge.
    await money.pay(reference, naira(n % 3 === 0 ? 250 : 100_000), { madeAt: old })
    const terms = { interestBasisPoints: n % 2 === 0 ? 600 : 0, charge: naira(100), createdAt: old }
    await database.update(savings).set(terms).where(eq(savings.id, id))
  }
  for (let n = 0; n < cycleCount; n++) {
    const planEnd = (['carry-on', 'pay-out', 'close'] as const)[n % 3]
    const duration = planEnd === 'close' ? 50 : 20
    const saving = await money.makeSaving(await people.makeCustomer(agent.id), 'daily', {
      commissionKind: n % 2 === 0 ? 'contribution' : 'percent',
      commissionBasisPoints: 1000,
      cycleKind: 'days',
      cycleDays: 7,
      taken: 'end',
      planEnd,
      duration,
      dueDate: addDays(lagosDay(start), duration),
      createdAt: start,
    })
    // A deposit in each of some cycles; another contribution from the third one on.
    for (let cycle = 0; cycle < cyclesPaid; cycle++)
      await deposit(database, saving.id, new Date(start.getTime() + (cycle * 7 + (n % 5)) * 86_400_000))
    if (n % 4 === 0)
      await database.insert(planChanges).values({
        savingsId: saving.id,
        fromDay: addDays(lagosDay(start), 7 * cyclesPaid),
        fixedAmount: naira(300),
        depositType: 'weekly',
        wasFixedAmount: saving.fixedAmount,
        wasDepositType: saving.depositType,
        adminId: admin.id,
        createdAt: start,
      })
  }
  for (let n = 0; n < loanCount; n++) {
    const terms = { amount: naira(10_000), rate: rate(10), times: 4, period: 'weekly' as const }
    const { id } = await money.makeLoan(await people.makeCustomer(agent.id), terms.amount, {
      ...loanCost(terms),
      interestBasisPoints: terms.rate,
      instalmentPeriod: terms.period,
      instalmentTimes: terms.times,
      maturityPeriod: maturityDays(terms, lagosDay(start)),
      penaltyBasisPoints: 500,
      // Half of them for each day late, of at most a tenth.
      ...(n % 2 === 1 && { penaltyKind: 'daily', penaltyAmount: naira(50), penaltyCeiling: 1000 }),
      graceDays: n % 5,
      applicationStatus: 'in-progress',
      firstApprovalId: admin.id,
      firstApprovalDate: start,
    })
    await database.transaction(async (tx) => {
      const [loan] = await tx.select().from(loans).where(eq(loans.id, id))
      if (!loan) throw new Error('There is no loan.')
      const approval = {
        adminId: admin.id,
        now: start,
        activityReference: null,
        comment: null,
        seesBalance: true,
      }
      await disburse(tx, loan, approval)
    })
  }
  await database.insert(settings).values({ name: 'runs_from', value: lagosDay(start) })
}

/** A deposit of ₦1,000 at an instant, as it counts in its cycle. */
const deposit = (database: Database, savingsId: number, madeAt: Date) =>
  database.transaction(async (tx) => {
    const [wallet] = await cycleWallets(tx, [savingsId])
    if (!wallet) throw new Error('There is no wallet.')
    const [day, amount] = [lagosDay(madeAt), naira(1000)]
    const counted = await countDeposits(tx, [{ wallet, amount, day }], { now: madeAt, today: day })
    const { customerId, reference } = wallet
    const { cycleId = null, kept = [] } = counted.get(savingsId) ?? {}
    const paid = { kind: 'deposit', amount, customerId, wallet: reference, cycleId, madeAt } as const
    await postSavingsMovements(tx, [
      { savingsId, movement: paid },
      ...commissionMovements(wallet, kept, { madeAt }),
    ])
  })

/** What runs made of the books: balances, wallets, cycles, and the runs themselves, without times and ids of entries. */
async function booksOf(database: Database) {
  const rowsOf = async (query: SQL) => (await database.execute(query)).rows
  return {
    balances: await rowsOf(sql`select name, balance from ledger_accounts order by name`),
    wallets: await rowsOf(
      sql`select reference, status, due_date::text, charge_owed, fixed_amount, deposit_type from savings order by id`,
    ),
    cycles: await rowsOf(
      sql`select savings_id, number, fixed_amount, paid, due, taken from savings_cycles order by 1, 2`,
    ),
    penalties: await rowsOf(sql`select loan_id, number, penalty from loan_repayment_schedule order by 1, 2`),
    runs: await rowsOf(
      sql`select kind, day::text, posted, amount, skipped, state from runs order by day, kind`,
    ),
    items:
      await rowsOf(sql`select r.kind, r.day::text, i.subject_id, i.amount, i.open from run_items i join runs r on r.id = i.run_id
      order by 1, 2, 3`),
  }
}

it(
  `a command killed while it closes days posts each subject once a period, ${rounds} rounds`,
  async () => {
    await withBooks(prepare)
    const launch = () =>
      startProcess('closeDay', { DATA_DIR: place.dataDir, ...(place.url && { DATABASE_URL: place.url }) }, [
        '--through',
        lastDay,
      ])
    const figures = { rounds, days: daysBack, unfinished: 0, posted: 0 }
    const openRunsIn = (database: Database) => database.$count(runs, ne(runs.state, 'done'))
    const closedThrough = async (database: Database) => {
      const [row] = await database.select({ day: sql<string | null>`max(${runs.day})::text` }).from(runs)
      return row?.day ?? ''
    }
    const hasOpenDays = async (database: Database) =>
      (await openRunsIn(database)) > 0 || (await closedThrough(database)) < lastDay
    for (let round = 0; round < rounds; round++) {
      const command = launch()
      // Far from the end of the forty days and more that each round has.
      const printed = 1 + Math.floor(Math.random() * 20)
      await command.waitFor(new RegExp(`(posted\\.[^]*){${printed}}`))
      await wait(Math.random() * 25)
      command.kill('SIGKILL')
      await command.ended
      await withBooks(async (database) => {
        figures.unfinished += (await hasOpenDays(database)) ? 1 : 0
        expect((await verifyLedger(database)).faults).toEqual([])
      })
    }

    expect(await launch().ended).toBe(0)
    expect(await withBooks(hasOpenDays)).toBe(false)

    await withBooks(async (database) => {
      expect((await verifyLedger(database)).faults).toEqual([])
      // Every day from the first, and every month's end, once.
      const days = await database.select({ day: runs.day, kind: runs.kind }).from(runs)
      const dayCount = Math.round((startOfLagosDay(lastDay).getTime() - start.getTime()) / 86_400_000) + 1
      expect(days.filter(({ kind }) => kind === 'penalties')).toHaveLength(dayCount)
      expect(days.filter(({ kind }) => kind === 'commissions')).toHaveLength(dayCount)
      const months = new Set(days.filter(({ kind }) => kind === 'charges').map(({ day }) => day))
      expect(days.filter(({ kind }) => kind === 'interest')).toHaveLength(months.size)
      // Each instalment has one penalty; each wallet one row of each month that it was open for.
      const { rows: fined } = await database.execute<{ kind: string; penalties: string; amount: string }>(sql`
        select l.penalty_kind as kind, count(*) as penalties, sum(h.penalty) as amount
        from loan_history h join loans l on l.id = h.loan_id where h.kind = 'penalty' group by 1 order by 1`)
      const [daily, once] = fined
      expect(Number(once?.penalties)).toBe((loanCount / 2) * 4)
      // Instalments of ₦2,750.00 have six penalties at most: five of ₦50.00, and ₦25.00.
      expect(Number(daily?.amount)).toBe(((loanCount / 2) * 4 * naira(2750)) / 10)
      const { rows: charged } = await database.execute<{ savings_id: string; rows: string }>(sql`
        select i.savings_id, count(*) as rows from run_items i join runs r on r.id = i.run_id
        where r.kind = 'charges' group by 1`)
      expect(charged).toHaveLength(walletCount)
      expect(new Set(charged.map(({ rows }) => Number(rows))).size).toBe(1)
      figures.posted = await database.$count(runItems)
      // The same business, whose days are closed without a kill, has the same books.
      const twin = await emptyDatabase()
      try {
        await withDatabase(twin, async (untouched) => {
          await prepare(untouched)
          await postRuns(untouched, { now: new Date(), through: lastDay })
          expect(await booksOf(database)).toEqual(await booksOf(untouched))
        })
      } finally {
        await twin.drop()
      }
    })
    expect(figures.unfinished).toBeGreaterThan(0)
    report('killed while closing days', figures)
  },
  600_000 + rounds * 30_000,
)
