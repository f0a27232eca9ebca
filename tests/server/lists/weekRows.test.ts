import { expect, it } from 'vitest'
import type { Kobo } from '#contract/values'
import { calls } from '#contract/index'
import { sumKobo } from '#domain/money/kobo'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ demo: true, limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
const { dashboard, loans, savings } = calls
const weeks = ['this', 'last'] as const
type Week = (typeof weeks)[number]
type Rows = { total: number; data: { id: number; amount: Kobo }[] }

async function allRows(pageOf: (page: number) => Promise<Rows>) {
  const rows: Rows['data'] = []
  for (let page = 1; ; page++) {
    const { total, data } = await pageOf(page)
    rows.push(...data)
    if (rows.length >= total) return rows
  }
}
const lists = {
  getSumOfLoan: (week: Week) => async (page: number) =>
    (await server.ask(loans.loanApplications, { page, week }, me)).output().data,
  sumOfApprovedLoan: (week: Week) => async (page: number) =>
    (await server.ask(loans.approvedLoan, { page, week }, me)).output().data,
  getSumOfSavings: (week: Week) => async (page: number) =>
    (await server.ask(savings.savingHistory, { page, week }, me)).output().data,
}
const figureOf = async (name: keyof typeof lists | 'sumOfOverdueLoan', week: Week) => {
  const { thisWeek, lastWeek } = (await server.ask(dashboard[name], {}, me)).output()
  return (week === 'this' ? thisWeek : lastWeek)[0]?.sum
}

it.each(Object.keys(lists) as (keyof typeof lists)[])(
  'the rows that %s opens add up to its figure, this week and last week',
  async (name) => {
    const counts = []
    for (const week of weeks) {
      const rows = await allRows(lists[name](week))
      expect(sumKobo(rows.map(({ amount }) => amount))).toBe(await figureOf(name, week))
      counts.push(rows.length)
    }
    expect(Math.max(...counts)).toBeGreaterThan(0)
  },
)

it('the figure of overdue loans opens the loans whose unpaid installments it adds up', async () => {
  const today = "date '2026-11-18'"
  const days = { this: ['2026-11-15', '2026-11-22'], last: ['2026-11-08', '2026-11-15'] }
  let found = 0
  for (const week of weeks) {
    const { rows } = await server.database.$client.query<{ id: string; open: string }>(
      `select loan_id as id, sum(amount + penalty - paid - moved) as open from loan_repayment_schedule
       where status = 'pending' and due_date < ${today} and due_date >= $1 and due_date < $2 group by 1`,
      days[week],
    )
    const listed = await allRows(async (page) => {
      const { total, data } = (await server.ask(loans.getOverdueLoan, { page, week }, me)).output().data
      return { total, data }
    })
    const ids = (all: readonly { id: number | string }[]) => new Set(all.map(({ id }) => Number(id)))
    expect(ids(listed)).toEqual(ids(rows))
    expect(listed).toHaveLength(rows.length)
    expect(rows.reduce((sum, { open }) => sum + Number(open), 0)).toBe(
      await figureOf('sumOfOverdueLoan', week),
    )
    found += rows.length
  }
  expect(found).toBeGreaterThan(0)
})
