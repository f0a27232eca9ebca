import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database'
import { makeDemo } from '#server/demo/demo'
import { loanHistory, loans } from '#server/db/loanTables'
import { customerReassignments, fundRequests, marketDays, savingsHistory } from '#server/db/moneyTables'
import type { Context } from '#server/handler'
import { dashboardHandlers } from '#server/modules/dashboard/handlers'
import { verifyLedger } from '#server/ledger/verify'
import { openServer } from '../support/harness'

const server = await openServer()
const rolledBack = new Error('rolled back')

/** Makes the demo as of an instant, inspects it, and rolls it back. */
async function asOf(now: Date, inspect: (database: Database) => Promise<void>) {
  const inside = server.database.transaction(async (tx) => {
    // A transaction inside a transaction is a savepoint: to the demo it is a database like any other.
    await makeDemo(tx as unknown as Database, now)
    await tx.execute(sql`set constraints all immediate`)
    await inspect(tx as unknown as Database)
    throw rolledBack
  })
  await expect(inside).rejects.toBe(rolledBack)
}

const sums = ['getSumOfLoan', 'sumOfApprovedLoan', 'sumOfOverdueLoan', 'getSumOfSavings'] as const

describe.each([
  ['early on a Monday', '2026-11-16T07:10:00Z'],
  ['on a Thursday', '2026-11-19T10:00:00Z'],
  ['late on a Sunday', '2026-11-22T22:00:00Z'],
])('the demo made %s', (_when, instant) => {
  it('has figures for this week and last week', { timeout: 120_000 }, async () => {
    const now = new Date(instant)
    await asOf(now, async (queries) => {
      for (const name of sums) {
        const { thisWeek, lastWeek } = (await dashboardHandlers[name]({}, { queries, now } as Context)) as {
          thisWeek: { sum: number }[]
          lastWeek: { sum: number }[]
        }
        expect([name, thisWeek[0]?.sum]).toEqual([name, expect.toSatisfy((sum: number) => sum > 0)])
        expect([name, lastWeek[0]?.sum]).toEqual([name, expect.toSatisfy((sum: number) => sum > 0)])
      }
    })
  })
})

describe('the demo', async () => {
  const server = await openServer({ demo: true })
  const now = server.clock.now()

  it('has every state of every record, all in the past, and a correct ledger', async () => {
    expect((await verifyLedger(server.database)).faults).toEqual([])
    const seen = async (value: string, table: string) => {
      const { rows } = await server.database.$client.query(
        `select distinct ${value} as value from ${table} order by 1`,
      )
      return rows.map((row: { value: unknown }) => row.value)
    }
    expect(await seen(`application_status || ' ' || loan_status`, 'loans')).toEqual([
      'approved active',
      'approved paid',
      'in-progress non-active',
      'pending non-active',
      'rejected non-active',
    ])
    expect(await seen('status', 'withdrawals')).toEqual(['approved', 'pending', 'rejected'])
    expect(await seen('initial_status', 'fund_requests')).toEqual([0, 1, 2, 3])
    expect(await seen('kind || status', 'savings_history')).toHaveLength(5)
    expect(await seen('kind || status', 'loan_history')).toHaveLength(4)
    expect(await seen('category', 'saving_types')).toEqual(['daily', 'market', 'microsoft'])
    expect(await seen('status', 'market_days')).toEqual(['active', 'inactive'])
    const tables = [savingsHistory, loans, loanHistory, fundRequests, customerReassignments, marketDays]
    for (const table of tables) {
      const rows: { createdAt: Date; id: number }[] = await server.database
        .select({ createdAt: table.createdAt, id: table.id })
        .from(table)
        .orderBy(table.id)
      expect(rows.length).toBeGreaterThan(30)
      for (const { createdAt } of rows) expect(createdAt.getTime()).toBeLessThan(now.getTime())
    }
    const { rows } = await server.database.$client.query(
      'select count(*)::int as n from ledger_entries where made_at >= $1',
      [now],
    )
    expect(rows).toEqual([{ n: 0 }])
    expect(await server.database.$count(savingsHistory)).toBeGreaterThan(3000)
  })

  it('leaves the sequences ready for the next row', async () => {
    const { token } = await server.enter()
    expect(token).toBeTruthy()
    const agent = await server.makeAgent()
    await server.makeCustomer(agent.id)
    for (const statement of [
      `insert into ledger_accounts (kind, name, code) values ('outside', 'next', 'NEXT')`,
      `insert into market_days (name, period, state, lga, status, created_at)
        values ('Next', 1, 'Lagos', 'Ikeja', 'active', '2026-01-01')`,
      `insert into loan_types (name, description, interest_basis_points) values ('Next', 'Next', 1)`,
    ])
      await expect(server.database.$client.query(statement)).resolves.toBeTruthy()
  })
})
