import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '#server/db/database'
import { makeDemo } from '#server/demo/demo'
import { remittances } from '#server/db/tables/cash'
import { loanHistory, loans } from '#server/db/tables/loans'
import { customerReassignments, fundRequests, marketDays, savingsHistory } from '#server/db/tables/money'
import type { Context } from '#server/handler'
import { dashboardHandlers } from '#server/views/dashboard/handlers'
import { verifyLedger } from '#server/ledger/verify'
import { openServer, startServer } from '../support/harness'
import { isLong } from '../support/rounds'

// A demo is made and rolled back in one transaction, which is longer than those of requests.
const server = await openServer({ env: { DATABASE_STATEMENT_SECONDS: '600' } })
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

/** Making the demo takes long: a long run makes it early in a week too. */
const moments = [
  ['late on a Sunday, the second day of a month', '2027-05-02T22:00:00Z'],
  ['early on a Monday', '2026-11-16T07:10:00Z'],
]
describe.each(isLong ? moments : moments.slice(0, 1))('the demo made %s', (_when, instant) => {
  it('has figures for this week and last week, and a correct ledger', async () => {
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
      expect((await verifyLedger(queries)).faults).toEqual([])
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
      'approved written-off',
      'in-progress non-active',
      'pending non-active',
      'rejected non-active',
    ])
    expect(await seen('status', 'withdrawals')).toEqual(['approved', 'pending', 'rejected'])
    expect(await seen("state || ' ' || (agent_id is not null)", 'agent_payouts')).toEqual([
      'cancelled false',
      'paid false',
      'paid true',
      'to pay false',
    ])
    expect(await seen("paid || ' ' || status", 'payout_batches')).toEqual([
      'agent approved',
      'counter approved',
      'counter pending',
    ])
    expect(await seen('initial_status', 'fund_requests')).toEqual([0, 1, 2, 3])
    expect(await seen('state', 'cash_differences')).toEqual([0, 1, 2])
    expect(await seen('state', 'agent_statements')).toEqual([0, 1, 2, 3])
    expect(await seen('way', 'agent_payments')).toEqual(['cash', 'set-off'])
    expect(await seen('status', 'reversals')).toEqual(['approved', 'pending', 'rejected'])
    expect(await seen('kind || status', 'savings_history')).toHaveLength(6)
    expect(await seen('kind || status', 'loan_history')).toHaveLength(5)
    expect(await seen("kind || ' ' || state", 'loan_changes')).toEqual([
      'reschedule 0',
      'reschedule 2',
      'write-off 1',
      'write-off 2',
      'write-off 3',
    ])
    expect(await seen('status', 'loan_repayment_schedule')).toEqual([
      'paid',
      'pending',
      'rescheduled',
      'written-off',
    ])
    expect(await seen('category', 'saving_types')).toEqual(['daily', 'market', 'microsoft'])
    expect(await seen('status', 'market_days')).toEqual(['active', 'inactive'])
    const tables = [
      savingsHistory,
      loans,
      loanHistory,
      fundRequests,
      remittances,
      customerReassignments,
      marketDays,
    ]
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

  it('has products with all kinds of terms, and savings and loans with those of their product', async () => {
    const count = async (from: string) => {
      const { rows } = await server.database.$client.query(`select count(*)::int as n from ${from}`)
      return rows[0].n as number
    }
    expect(await count('saving_types where charge > 0')).toBeGreaterThan(0)
    expect(await count('saving_types where interest_basis_points > 0')).toBeGreaterThan(0)
    expect(await count('loan_types where penalty_basis_points = 0 or grace_days = 0')).toBe(0)
    expect(await count('loans join loan_types t on t.id = loan_type_id')).toBeGreaterThan(300)
    expect(
      await count(`loans l join loan_types t on t.id = l.loan_type_id
        where l.penalty_basis_points <> t.penalty_basis_points or l.grace_days <> t.grace_days
          or not l.instalment_period = any(t.periods)`),
    ).toBe(0)
    expect(
      await count(`savings s join saving_types t on t.id = s.saving_type_id
        where s.charge <> t.charge or s.interest_basis_points <> t.interest_basis_points`),
    ).toBe(0)
    expect(
      await count(`loan_history h join loans l on l.id = h.loan_id
        where h.kind = 'penalty' and (h.created_at at time zone 'Africa/Lagos')::date <= h.due_date + l.grace_days`),
    ).toBe(0)
  })

  it('has agents who hold cash since some days, others who handed it in, and differences that can be approved', async () => {
    const queryRows = async (query: string) => (await server.database.$client.query(query)).rows
    const [held] = await queryRows(`
      select count(*) filter (where balance < 0)::int as some, count(*) filter (where balance = 0)::int as none,
        count(*) filter (where balance > 0)::int as surplus
      from ledger_accounts where agent_id is not null`)
    expect(held.some).toBeGreaterThan(10)
    expect(held.none).toBeGreaterThan(3)
    expect(held.surplus).toBe(0)
    const [weeks] = await queryRows(`
      select count(*)::int as n, count(distinct agent_id)::int as agents from remittances
      where created_at > '2026-10-21' and note is null and counted = expected`)
    expect(weeks.n / weeks.agents).toBeGreaterThan(1.5)
    expect(
      await queryRows(`select d.state from cash_differences d join ledger_accounts a on a.agent_id = d.agent_id
        where d.state < 2 and d.amount > -a.balance`),
    ).toEqual([])
    expect(await queryRows(`select from remittances where note is not null limit 1`)).toHaveLength(1)
  })

  it('has collection sheets that agree with their lines, deposits and remittances, none of today', async () => {
    const { rows } = await server.database.$client.query(`
      select count(*)::int as sheets, count(remittance_id)::int as counted,
        count(*) filter (where day >= '2026-11-18')::int as today,
        count(*) filter (where collected_lines < lines)::int as partly,
        count(*) filter (where total <> (select sum(amount) from collection_lines l where l.collection_id = c.id)
          or lines <> (select count(*) from collection_lines l where l.collection_id = c.id)
          or exists (select from collection_lines l join savings_history h on h.entry_id = l.entry_id
            where l.collection_id = c.id and (h.amount, h.savings_id, h.agent_id, h.created_at)
              is distinct from (l.amount, l.savings_id, c.agent_id, c.created_at))
          or exists (select from remittances r where r.id = c.remittance_id
            and (r.counted, r.expected, r.agent_id) is distinct from (c.counted, c.expected, c.agent_id)))::int as wrong
      from collections c`)
    expect(rows).toEqual([
      { sheets: rows[0].sheets, counted: rows[0].counted, today: 0, partly: rows[0].partly, wrong: 0 },
    ])
    expect(rows[0].sheets).toBeGreaterThan(10)
    for (const some of [rows[0].counted, rows[0].partly]) {
      expect(some).toBeGreaterThan(2)
      expect(some).toBeLessThan(rows[0].sheets)
    }
  })

  it('has newest customers who are worth opening: a wallet with money, savings with deposits, and a loan', async () => {
    const { rows } = await server.database.$client.query(`
      select c.id, c.is_active,
        (select balance > 0 from ledger_accounts a where a.customer_id = c.id and a.kind = 'customer') as has_money,
        exists (select from savings s join savings_history h on h.savings_id = s.id
          where s.customer_id = c.id and h.kind = 'deposit') as saves,
        exists (select from loans l where l.customer_id = c.id and l.loan_status = 'active') as owes
      from customers c order by c.created_at desc, c.id desc limit 20`)
    const active = rows.filter((row: { is_active: boolean }) => row.is_active)
    expect(active.length).toBeGreaterThan(15)
    for (const row of active)
      expect(row).toEqual({ id: row.id, is_active: true, has_money: true, saves: true, owes: true })
  })

  it('has charges and interest at the end of a month, as the terms of the savings say', async () => {
    const count = async (where: string) => {
      const { rows } = await server.database.$client.query(`
        select count(*)::int as n from savings_history h join savings s on s.id = h.savings_id where ${where}`)
      return rows[0].n as number
    }
    for (const kind of ['charge', 'interest']) expect(await count(`h.kind = '${kind}'`)).toBeGreaterThan(100)
    expect(
      await count(`h.kind in ('charge', 'interest')
        and extract(day from h.created_at at time zone 'Africa/Lagos') <> 1`),
    ).toBe(0)
    expect(
      await count(
        `h.kind = 'charge' and (h.amount > s.charge or (h.amount < s.charge and h.amount_after > 0))`,
      ),
    ).toBe(0)
    // No more than a twelfth of a year's interest on what the wallet holds then, to half a kobo.
    expect(
      await count(`h.kind = 'interest'
        and h.amount > h.amount_before * s.interest_basis_points / 120000.0 + 0.5`),
    ).toBe(0)
  })

  it('leaves the sequences ready for the next row', async () => {
    // On the shared server its rows would be the newest ones of other tests.
    const { server: own, close } = await startServer({ demo: true })
    onTestFinished(close)
    const { token } = await own.enter()
    expect(token).toBeTruthy()
    const agent = await own.makeAgent()
    await own.makeCustomer(agent.id)
    for (const statement of [
      `insert into ledger_accounts (kind, name, code) values ('outside', 'next', 'NEXT')`,
      `insert into market_days (name, period, state, lga, status, created_at)
        values ('Next', 1, 'Lagos', 'Ikeja', 'active', '2026-01-01')`,
      `insert into loan_types (name, description, interest_basis_points, penalty_basis_points, grace_days)
        values ('Next', 'Next', 1, 1, 1)`,
    ])
      await expect(own.database.$client.query(statement)).resolves.toBeTruthy()
  })
})
