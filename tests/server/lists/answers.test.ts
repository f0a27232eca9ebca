import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ demo: true, limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
const { $client: pool } = server.database
const today = '2026-11-18'
const numberIn = async (text: string, values: unknown[] = []) =>
  Number((await pool.query<{ n: string }>(text, values)).rows[0]?.n)

describe('cash of tonight', () => {
  const tonight = async () => (await server.ask(calls.cash.getCashTonight, {}, me)).output().data
  const sheetOf = async (agent_id: number) =>
    (await server.ask(calls.collections.getCollectionSheet, { agent_id, day: today }, me)).output().data

  it('is what agents hold and what their sheets of today still expect, less what they pay out', async () => {
    const rows = await tonight()
    const open = rows.filter(({ sheet }) => sheet === 'Not typed')
    expect(open.length).toBeGreaterThan(0)
    for (const row of open) {
      const { lines, payouts } = await sheetOf(row.id)
      const ofSavings = lines.reduce(
        (sum, { expected, collected }) => sum + Math.max(0, expected - collected),
        0,
      )
      const ofLoans = await numberIn(
        `select coalesce(sum(s.amount + s.penalty - s.paid - s.moved - s.waived), 0) as n from loan_repayment_schedule s
          join loans l on l.id = s.loan_id join customers c on c.id = l.customer_id
          where s.due_date = $2 and s.status = 'pending' and c.assigned_agent_id = $1`,
        [row.id, today],
      )
      const toPay = (payouts ?? []).reduce((sum, { amount }) => sum + amount, 0)
      expect(row, row.name).toMatchObject({
        due: ofSavings + ofLoans,
        to_pay: toPay,
        tonight: row.holds + ofSavings + ofLoans - toPay,
      })
    }
  })

  it('expects nothing more once the sheet is typed: all is held', async () => {
    const [first] = (await tonight()).filter(({ sheet, due }) => sheet === 'Not typed' && due > 0)
    if (!first) throw new Error('No sheet is open.')
    const { lines } = await sheetOf(first.id)
    const [line] = lines.filter(({ collected }) => collected === 0)
    if (!line) throw new Error('The sheet has no line.')
    const body = {
      agent_id: first.id,
      day: today,
      seen: [],
      lines: [{ savings_id: line.savings_id, amount: line.expected }],
    }
    const reply = await server.ask(calls.collections.recordSheet, body, me)
    expect(reply.status, reply.text).toBe('200')
    const after = (await tonight()).find(({ id }) => id === first.id)
    expect(after).toMatchObject({ sheet: 'Typed', due: 0, holds: first.holds + line.expected })
    expect(after?.tonight).toBe(first.holds + line.expected - first.to_pay)
  })

  it('is not shown to who counts blind', async () => {
    const clerk = await server.enterAs({ permissions: ['can-record-remittance'] })
    expect((await server.ask(calls.cash.getCashTonight, {}, clerk)).status).not.toBe('200')
  })
})

describe('savings by market', () => {
  const { savingsByMarket } = calls.savings
  const ask = async (body: object = {}) =>
    (await server.ask(savingsByMarket, { page: 1, ...body }, me)).output()

  it('counts a customer of two markets once in the total, and follows the filter', async () => {
    const { rows: wallets } = await pool.query<{ customer: string; agent: string; other: string }>(
      `select s.customer_id as customer, c.assigned_agent_id as agent,
          (select id from market_days m where m.id <> s.market_id limit 1) as other
        from savings s join customers c on c.id = s.customer_id where s.status = 'active' and s.market_id is not null limit 1`,
    )
    const [wallet] = wallets
    // The same customer saves in another market too.
    await pool.query(
      `update savings set market_id = $1 where id = (select id from savings
        where customer_id = $2 and status = 'active' and market_id is null limit 1)`,
      [wallet?.other, wallet?.customer],
    )
    for (const agent of [undefined, Number(wallet?.agent)]) {
      const { data, without } = await ask(agent === undefined ? {} : { agent_id: agent })
      const where = `from savings s join customers c on c.id = s.customer_id join ledger_accounts a on a.id = s.account_id
        where s.status = 'active' and ($1::bigint is null or c.assigned_agent_id = $1)`
      const of = (figure: string, market: string) =>
        numberIn(`select ${figure} as n ${where} and s.market_id is ${market}`, [agent ?? null])
      const totals = {
        customers: 'count(distinct s.customer_id)',
        wallets: 'count(*)',
        balance: 'coalesce(sum(a.balance), 0)',
      }
      for (const [field, figure] of Object.entries(totals)) {
        const of_ = field as keyof typeof totals
        expect(data.totals?.[of_], field).toBe(await of(figure, 'not null'))
        expect(without?.[of_], field).toBe(await of(figure, 'null'))
      }
      const markets = data.data.filter(({ wallets: count }) => count > 0)
      expect(markets.reduce((sum, { balance }) => sum + balance, 0)).toBe(data.totals?.balance)
    }
  })
})

describe('interest paid', () => {
  const { loanInterest } = calls.loans
  const ask = async (body: object = {}) =>
    (await server.ask(loanInterest, { page: 1, ...body }, me)).output().data

  it('adds up to the interest that loans keep, over all days', async () => {
    const { totals } = await ask({ start_date: '2020-01-01', end_date: today })
    expect(totals?.interest).toBe(await numberIn('select sum(interest_paid) as n from loans'))
  })

  it('is this month’s without days, and refuses half a period', async () => {
    const month = await ask({ start_date: '2026-11-01', end_date: today })
    expect(await ask()).toEqual(month)
    expect(month.totals?.interest).toBeGreaterThan(0)
    const reply = await server.ask(loanInterest, { page: 1, start_date: today }, me)
    expect(reply.text).toContain('Please select both start and end dates')
  })
})

describe('customers without an active agent', () => {
  it('are those of a suspended agent, until they are moved', async () => {
    const { getCustomers, assignAgentToCustomer } = calls.customers
    const ask = async () => (await server.ask(getCustomers, { page: 1, unattended: '1' }, me)).output().data
    const before = await ask()
    const { rows } = await pool.query<{ id: string; customer: string; n: string }>(
      `select assigned_agent_id as id, min(id) as customer, count(*) as n from customers where not is_deleted
        and assigned_agent_id in (select id from agents where status = 'ACTIVE') group by 1 order by 1 limit 2`,
    )
    const [left, other] = rows
    await server.ask(calls.agents.suspendAgent, { agent_id: Number(left?.id) }, me)
    expect((await ask()).total).toBe(before.total + Number(left?.n))
    const moved = { agent_id: Number(other?.id), customer_id: Number(left?.customer) }
    const reply = await server.ask(assignAgentToCustomer, moved, me)
    expect(reply.status, reply.text).toBe('200')
    expect((await ask()).total).toBe(before.total + Number(left?.n) - 1)
  })
})

describe('loans that end', () => {
  it('are those of this week, or of the days that are chosen', async () => {
    const { loansEnding, loanPortfolio } = calls.loans
    const days = {
      'this week': ['2026-11-16', '2026-11-22'],
      'next week': ['2026-11-23', '2026-11-29'],
      'this month': ['2026-11-01', '2026-11-30'],
      'next month': ['2026-12-01', '2026-12-31'],
    } as const
    const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
    for (const [ends, [ends_from, ends_to]] of Object.entries(days)) {
      const asked = { page: 1, ends: ends as keyof typeof days }
      const { data } = (await server.ask(loansEnding, asked, me)).output()
      const { rows } = await pool.query<{ id: string }>(
        `select id from loans where loan_status = 'active' and maturity_date between $1 and $2 order by created_at desc, id desc`,
        [ends_from, ends_to],
      )
      expect(idsOf(data.data), ends).toEqual(rows.slice(0, 100).map(({ id }) => Number(id)))
      if (ends === 'this week')
        expect(idsOf((await server.ask(loansEnding, { page: 1 }, me)).output().data.data)).toEqual(
          idsOf(data.data),
        )
      const portfolio = (await server.ask(loanPortfolio, { page: 1, ends_from, ends_to }, me)).output().data
      expect(idsOf(portfolio.getActive.data), ends).toEqual(idsOf(data.data))
    }
  })
})
