import { and, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'
import type { BodyOf, Named, Read } from '#contract/call'
import { calls } from '#contract/index'
import { type ListReply, pageIn } from '#transport/listPage'
import { periodOf, periodsOf } from '#server/db/tables/columns'
import { guarantors, loans } from '#server/db/tables/loans'
import { customerReassignments, savings, withdrawals } from '#server/db/tables/money'
import { adminActivity, customers } from '#server/db/tables/schema'
import { notDeleted } from '#server/people/customerColumns'
import { partsInOrder, searchParts } from '#domain/text/matching'
import { indexMatches } from '#server/lists/searchText'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ demo: true, limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
const run = (text: string, values: unknown[] = []) => server.database.$client.query(text, values)

const lists: [string, string, Named<Read>, string][] = [
  ['savings', "x.status = 'active'", calls.savings.getSavingPortfolio, 'x.reference'],
  ['loans', "x.application_status = 'approved'", calls.loans.approvedLoan, 'x.reference'],
  ['withdrawals', "x.status = 'approved'", calls.withdrawals.getWithDrawList, 'x.reference'],
  ['guarantors', 'true', calls.guarantors.getGuarantor, "x.first_name || ' ' || x.last_name"],
  ['customer_reassignments', 'true', calls.customers.customerRescheduled, 'x.reference'],
]

async function find(call: Named<Read>, search: string): Promise<number[]> {
  const reply = await server.ask(call, { page: 1, search } as BodyOf<Read>, me)
  return (pageIn(reply.output() as ListReply<{ id: number }>)?.rows ?? []).map(({ id }) => id)
}

describe.each(lists)('%s', (table, kind, call, own) => {
  it('is found by its customer’s current name, and by its own text after the customer is deleted', async () => {
    const { rows } = await run(
      `select x.id, x.customer_id as customer, ${own} as own from ${table} x join customers c on c.id = x.customer_id
       where ${kind} and not c.is_deleted order by x.id limit 1`,
    )
    const { id, customer, own: words } = rows[0] as { id: string; customer: string; own: string }
    const name = `Qwxz ${table.slice(0, 4)}`
    expect(await find(call, name)).toEqual([])
    await run('update customers set first_name = $1 where id = $2', [name, customer])
    expect(await find(call, name)).toContain(Number(id))
    expect(await find(call, name.toUpperCase().slice(1))).toContain(Number(id))
    await run('update customers set is_deleted = true where id = $1', [customer])
    expect(await find(call, name)).toEqual([])
    const stays = table !== 'customer_reassignments'
    expect((await find(call, words)).includes(Number(id))).toBe(stays)
    await run('update customers set is_deleted = false where id = $1', [customer])
    expect(await find(call, name)).toContain(Number(id))
  })
})

const searchable = {
  customers: { table: customers, where: notDeleted, at: customers.createdAt },
  savings: { table: savings, where: undefined, at: savings.createdAt },
  loans: { table: loans, where: undefined, at: loans.disbursedDate },
  withdrawals: { table: withdrawals, where: undefined, at: withdrawals.createdAt },
  guarantors: { table: guarantors, where: undefined, at: guarantors.createdAt },
  customer_reassignments: {
    table: customerReassignments,
    where: undefined,
    at: customerReassignments.createdAt,
  },
  admin_activity: { table: adminActivity, where: undefined, at: adminActivity.createdAt },
}

it.each(Object.entries(searchable))(
  '%s are searched by one index, also within a period',
  async (name, one) => {
    const { table, where, at } = one
    const newest = await server.database.execute<{ period: number }>(
      sql`select ${periodOf(at)} as period from ${table} where ${at} is not null order by ${at} desc limit 1`,
    )
    const period = newest.rows[0]?.period
    const plan = (search: string, instants: readonly AnyPgColumn[]) =>
      server.database.transaction(async (tx) => {
        for (const way of ['seqscan', 'indexscan', 'indexonlyscan'])
          await tx.execute(sql.raw(`set local enable_${way} = off`))
        const inPeriod = sql`${periodsOf(instants)} @> array[${period}::int]`
        const { rows } = await tx.execute(
          sql`explain (costs off) select id from ${table} where ${and(where, indexMatches(table, search), inPeriod)}`,
        )
        return rows.map((row) => Object.values(row)[0]).join(' ')
      })
    const instants = 'disbursedDate' in table ? [table.createdAt, table.disbursedDate] : [table.createdAt]
    for (const search of ['Ngozi', 'ng', 'CU-0', 'LN-26'])
      expect(await plan(search, instants), search).toMatch(
        new RegExp(`Bitmap Index Scan on ${name}_searched`),
      )
  },
)

it('one or two letters are found like a longer text', async () => {
  for (const search of ['q', 'Ng', 'zx', 'é', '0', '-2', 'u-'])
    for (const [table, , call] of lists) {
      const parts = searchParts(search)
      const { rows } = await run(`select id from ${table} where search_text ~ $1 limit 1`, [
        partsInOrder(parts, '[ -]?'),
      ])
      // The list may have fewer kinds of rows than the table.
      if (rows.length === 0) expect(await find(call, search), `${table} ${search}`).toEqual([])
      const grams = `select count(*) from ${table} where name_grams(search_text) @> $1`
      if (/^[^\d\s+.@-]+$/.test(search))
        expect((await run(grams, [parts])).rows).toEqual(
          (await run(`select count(*) from ${table} where search_text like '%' || $1 || '%'`, parts)).rows,
        )
    }
})

it('the total of a portfolio equals the balances of its accounts', async () => {
  const sums = async () => {
    const one = await server.ask(calls.savings.getSavingPortfolio, { page: 1 }, me)
    const other = await server.ask(calls.loans.loanPortfolio, { page: 1 }, me)
    return [one.output().data.activeSave, other.output().data.activeLoan]
  }
  const inSql = async () => {
    const { rows } = await server.database.execute<{ saved: string; owed: string }>(sql`
      select (select coalesce(sum(balance), 0) from ledger_accounts a join savings s on s.account_id = a.id
          where s.status = 'active') as saved,
        (select coalesce(sum(balance), 0) from ledger_accounts a join loans l on l.account_id = a.id
          where l.loan_status = 'active') as owed`)
    return [Number(rows[0]?.saved), Number(rows[0]?.owed)]
  }
  expect(await sums()).toEqual(await inSql())
  expect((await inSql()).every((sum) => sum > 0)).toBe(true)
  const one = "(select id from savings where status = 'active' order by id limit 1)"
  await run(`update savings set status = 'closed' where id = ${one}`)
  expect(await sums()).toEqual(await inSql())
  await run('select sum_up_balances()')
  expect(await sums()).toEqual(await inSql())
  await run("update savings set status = 'active' where status = 'closed'")
  expect(await sums()).toEqual(await inSql())
})
