import { setTimeout as wait } from 'node:timers/promises'
import { eq, ne, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { loanCost, maturityDays } from '#domain/money/instalments'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Database } from '#server/db/database'
import { loanHistory, loans } from '#server/db/tables/loans'
import { savings } from '#server/db/tables/money'
import { runItems, runs } from '#server/db/tables/runs'
import { settings } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import { disburse } from '#server/ledger/loanDecisions'
import { lastEndedDay } from '#server/runs/run'
import { seedBaseData } from '#server/seedBaseData'
import { moneyOf } from '../support/money'
import { naira, peopleOf, rate } from '../support/people'
import { startProcess } from '../support/processes'
import { isLong, report, roundsOf } from '../support/rounds'
import { emptyDatabase, withDatabase } from '../support/testDatabase'

const rounds = roundsOf(1)
const [walletCount, loanCount] = isLong ? [150, 25] : [60, 10]
/** Long enough that each round has work left. */
const daysBack = 62 + rounds * 40
const place = await emptyDatabase()
afterAll(() => place.drop())

const withBooks = <T>(check: (database: Database) => Promise<T>) => withDatabase(place, check)

const start = startOfLagosDay(addDays(lagosDay(new Date()), -daysBack))

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
  for (let n = 0; n < loanCount; n++) {
    const terms = { amount: naira(10_000), rate: rate(10), times: 4, period: 'weekly' as const }
    const { id } = await money.makeLoan(await people.makeCustomer(agent.id), terms.amount, {
      ...loanCost(terms),
      interestBasisPoints: terms.rate,
      instalmentPeriod: terms.period,
      instalmentTimes: terms.times,
      maturityPeriod: maturityDays(terms, lagosDay(start)),
      penaltyBasisPoints: 500,
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

it(
  `a command killed while it closes days posts each subject once a period, ${rounds} rounds`,
  async () => {
    await withBooks(prepare)
    const launch = () =>
      startProcess('closeDay', { DATA_DIR: place.dataDir, ...(place.url && { DATABASE_URL: place.url }) }, [
        '--through',
        lastEndedDay(new Date()),
      ])
    const figures = { rounds, days: daysBack, unfinished: 0, posted: 0 }
    const openRunsIn = (database: Database) => database.$count(runs, ne(runs.state, 'done'))
    const closedThrough = async (database: Database) => {
      const [row] = await database.select({ day: sql<string | null>`max(${runs.day})::text` }).from(runs)
      return row?.day ?? ''
    }
    const hasOpenDays = async (database: Database) =>
      (await openRunsIn(database)) > 0 || (await closedThrough(database)) < lastEndedDay(new Date())
    for (let round = 0; round < rounds; round++) {
      const command = launch()
      await command.waitFor(/posted\./)
      await wait(Math.random() * 900)
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
      const dayCount =
        Math.round((startOfLagosDay(lastEndedDay(new Date())).getTime() - start.getTime()) / 86_400_000) + 1
      expect(days.filter(({ kind }) => kind === 'penalties')).toHaveLength(dayCount)
      const months = new Set(days.filter(({ kind }) => kind === 'charges').map(({ day }) => day))
      expect(days.filter(({ kind }) => kind === 'interest')).toHaveLength(months.size)
      // Each instalment has one penalty; each wallet one row of each month that it was open for.
      expect(await database.$count(loanHistory, eq(loanHistory.kind, 'penalty'))).toBe(loanCount * 4)
      const { rows: charged } = await database.execute<{ savings_id: string; rows: string }>(sql`
        select i.savings_id, count(*) as rows from run_items i join runs r on r.id = i.run_id
        where r.kind = 'charges' group by 1`)
      expect(charged).toHaveLength(walletCount)
      expect(new Set(charged.map(({ rows }) => Number(rows))).size).toBe(1)
      figures.posted = await database.$count(runItems)
    })
    expect(figures.unfinished).toBeGreaterThan(0)
    report('killed while closing days', figures)
  },
  120_000 + rounds * 30_000,
)
