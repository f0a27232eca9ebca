import { expect, it } from 'vitest'
import { type DayClose, feeWays, movedAt, movedFigures } from '#contract/calls/closing'
import { calls } from '#contract/index'
import { dueStates } from '#contract/calls/loanAccounts'
import type { Kobo } from '#contract/values'
import { addKobo, kobo, sumKobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import type { FigureRows } from '#lists/FigureLink'
import {
  balanceRows,
  besideOf,
  daysOf,
  earnedRows,
  earningRows,
  entriesOf,
  grownBy,
  monthDays,
} from '#screens/books/bookFigures'
import {
  agentFigureNames,
  agentRows,
  counterLines,
  feeLines,
  feeRows,
  heldRows,
  laterRows,
  paidOutLines,
  placeRows,
  postedLines,
  productLines,
} from '#screens/closing/closeFigures'
import { customerRows, heldRows as heldByWithdrawals } from '#screens/customers/page/customerFigures'
import { takeToday } from '#screens/loans/account/instalments'
import { loanRows } from '#screens/loans/account/loanFigures'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ demo: true, limits: manyCalls })
const viewer = await server.enter('can-view-all')
const today = lagosDay(server.clock.now())

const earningParts = ['income', 'expense', 'earned'] as const

/** A figure of a screen with its link. */
type Figure = { name: string; amount: Kobo; rows: FigureRows | undefined }

/** What the list that a figure opens adds up to, or its newest row holds: asked for with what the link passes. */
async function foundAt(rows: FigureRows): Promise<Kobo> {
  const filters: Record<string, string> = rows.filters ?? {}
  const { end_date } = filters
  switch (rows.to) {
    case 'dayMovements': {
      const one = <Value extends string>(values: readonly Value[], value: string | undefined) =>
        values.find((known) => known === value)
      const at = one(movedAt, filters.at)
      const way = one(feeWays, filters.way)
      const { data } = (
        await server.ask(
          calls.closing.getDayMovements,
          {
            day: filters.day ?? '',
            figure: one(movedFigures, filters.figure) ?? 'collected',
            ...(at && { at }),
            ...(way && { way }),
            ...(filters.agent_id && { agent_id: Number(filters.agent_id) }),
            ...(filters.of && { of: filters.of }),
            ...(filters.after && { after: 'closing' }),
          },
          viewer,
        )
      ).output()
      return sumKobo(data.map(({ amount }) => amount))
    }
    case 'vault':
    case 'bankAccount':
    case 'tillMovements': {
      const place = ({ vault: 'vault', bankAccount: 'bank', tillMovements: 'till' } as const)[rows.to]
      const till = rows.to === 'tillMovements' ? { till_id: rows.state.till_id } : {}
      const body = { page: 1, place, ...till, ...(end_date && { end_date }) }
      const { data } = (await server.ask(calls.tills.getPlaceMovements, body, viewer)).output()
      return data.data[0]?.held_after ?? kobo(0)
    }
    case 'agentCashMovements': {
      const body = { page: 1, agent_id: rows.state.agent_id, ...(end_date && { end_date }) }
      const { data } = (await server.ask(calls.cash.getAgentCashMovements, body, viewer)).output()
      return data.data[0]?.held_after ?? kobo(0)
    }
    case 'bookEntries': {
      const { line = '', start_date } = filters
      const body = { page: 1, line, ...(start_date && { start_date }), ...(end_date && { end_date }) }
      const { data } = (await server.ask(calls.books.getBookEntries, body, viewer)).output()
      return data.totals?.amount ?? kobo(0)
    }
    case 'customerStatement': {
      const { account, start_date } = filters
      const { data } = (
        await server.ask(
          calls.customers.getCustomerStatement,
          {
            customer_id: rows.state.user_id,
            ...(account && { account }),
            ...(start_date && { start_date }),
            ...(end_date && { end_date }),
          },
          viewer,
        )
      ).output()
      return addKobo(data.saved.closing, data.owed.closing)
    }
    case 'withdrawals': {
      const { search = '' } = filters
      const body = { page: 1, search, status: 'pending' as const }
      const { data } = (await server.ask(calls.withdrawals.getWithDrawList, body, viewer)).output()
      return data.totals?.amount ?? kobo(0)
    }
    case 'dueInstalments': {
      const { user_id, loan_id } = rows.state
      const due = dueStates.find((state) => state === filters.due)
      const body = { customer_id: user_id, ...(loan_id !== undefined && { loan_id }), ...(due && { due }) }
      const { data } = (await server.ask(calls.loans.getDueInstalments, body, viewer)).output()
      return sumKobo(data.map(({ open }) => open))
    }
    case 'loanRepayments': {
      const body = { page: 1, search: filters.search ?? '' }
      const { data } = (await server.ask(calls.loans.loanHistoryRepayment, body, viewer)).output()
      return data.totals?.amount ?? kobo(0)
    }
    case 'interestPaid': {
      const { search = '', start_date } = filters
      const body = { page: 1, search, ...(start_date && { start_date }), ...(end_date && { end_date }) }
      const { data } = (await server.ask(calls.loans.loanInterest, body, viewer)).output()
      return data.totals?.interest ?? kobo(0)
    }
    default:
      throw new Error(`Nothing follows a figure to ${rows.to}.`)
  }
}

/** Follows each figure, of those of nothing every tenth, and names those that the list behind it does not add up to. */
async function followed(figures: readonly Figure[]): Promise<string[]> {
  const linked = figures.filter(({ rows, amount }, at) => rows && (amount !== 0 || at % 10 === 0))
  const faults = await Promise.all(
    linked.map(async ({ name, amount, rows }) => {
      const found = rows && (await foundAt(rows))
      return found === amount ? [] : [`${name}: ${amount}, but ${found} at ${JSON.stringify(rows)}`]
    }),
  )
  return faults.flat()
}

const closeOf = async (day: string): Promise<DayClose> =>
  (await server.ask(calls.closing.getDayClose, { day }, viewer)).output().data

/** Every figure of a day's close that has a link. */
function figuresOf(close: DayClose): Figure[] {
  const { day, agents, fees = [], places = [], later = [] } = close
  const lines = [productLines, counterLines, feeLines, paidOutLines, postedLines].flatMap((of) => of(close))
  const nothing = kobo(0)
  return [
    ...lines.map(({ label, ...line }) => ({ ...line, name: `${day} ${label}` })),
    ...agentFigureNames.flatMap((field) => [
      ...agents.map((one) => ({
        name: `${day} ${one.agent} ${field}`,
        amount: one[field] ?? nothing,
        rows: agentRows(day, field, one),
      })),
      {
        name: `${day} all agents ${field}`,
        amount: sumKobo(agents.map((one) => one[field] ?? nothing)),
        rows: agentRows(day, field, 'all'),
      },
    ]),
    ...agents.map((one) => ({
      name: `${day} ${one.agent} held`,
      amount: one.held,
      rows: heldRows(day, one),
    })),
    ...places.map((one) => ({ name: `${day} ${one.name}`, amount: one.held, rows: placeRows(one, day) })),
    ...fees.flatMap((fee) =>
      feeWays.map((way) => ({
        name: `${day} ${fee.name} ${way}`,
        amount: fee[way],
        rows: feeRows(day, fee.name, way),
      })),
    ),
    ...later.flatMap((line) =>
      (['savings', 'loans', 'reversed', 'collected', 'handed_in', 'paid_out'] as const).map((field) => ({
        name: `${day} ${line.agent} ${field} later`,
        amount: line[field],
        rows: laterRows(day, field, line),
      })),
    ),
  ]
}

it('finds each figure of a day’s close in the movements behind it, of open and closed days', async () => {
  const days = [0, 1, 2, 3, 5, 8, 13, 21, 34].map((ago) => addDays(today, -ago))
  const closes = await Promise.all(days.map(closeOf))
  expect(closes.filter(({ closings = [] }) => closings.length > 0)).not.toEqual([])
  const figures = closes.flatMap(figuresOf)
  expect(figures.filter(({ amount }) => amount !== 0).length).toBeGreaterThan(100)
  expect(await followed(figures)).toEqual([])
})

it('finds each figure of the books in its entries, of this month, the months before and earlier days', async () => {
  const { getBooks, getTrialBalance, getBalanceSheet } = calls.books
  const books = (await server.ask(getBooks, {}, viewer)).output().data
  const ofBooks: Figure[] = [
    ...books.lines.flatMap(({ line, name, amount, beside }) => [
      { name, amount, rows: entriesOf(line, daysOf(books)) },
      { name: `${name} beside`, amount: beside, rows: entriesOf(line, besideOf(books)) },
    ]),
    ...earningParts.flatMap((part) => [
      { name: part, amount: books.total[part], rows: earningRows(part, daysOf(books)) },
      { name: `${part} beside`, amount: books.beside[part], rows: earningRows(part, besideOf(books)) },
      ...books.months.map((one) => ({
        name: `${part} of ${one.month}`,
        amount: one[part],
        rows: earningRows(part, monthDays(one.month)),
      })),
    ]),
  ]
  const ofDays = await Promise.all(
    [today, addDays(today, -40)].map(async (day): Promise<Figure[]> => {
      const trial = (await server.ask(getTrialBalance, { day }, viewer)).output().data
      const sheet = (await server.ask(getBalanceSheet, { day }, viewer)).output().data
      return [
        ...trial.lines.map((line) => ({
          name: `${day} ${line.name}`,
          amount: grownBy(line),
          rows: balanceRows(line, day),
        })),
        ...sheet.lines.map((line) => ({
          name: `${day} sheet ${line.name}`,
          amount: line.amount,
          rows: balanceRows(line, day),
        })),
        { name: `${day} earned`, amount: sheet.earned, rows: earnedRows(sheet) },
        { name: `${day} assets`, amount: sheet.assets, rows: entriesOf('all asset', { end_date: day }) },
        { name: `${day} owed`, amount: sheet.owed, rows: entriesOf('all owed', { end_date: day }) },
        { name: `${day} owner`, amount: sheet.owner, rows: entriesOf('all owner', { end_date: day }) },
      ]
    }),
  )
  const figures = [...ofBooks, ...ofDays.flat()]
  expect(figures.filter(({ amount }) => amount !== 0).length).toBeGreaterThan(60)
  expect(await followed(figures)).toEqual([])
})

const idsOf = async (query: string) => {
  const { rows } = await server.database.$client.query<{ id: string }>(query)
  return rows.map(({ id }) => Number(id))
}

it('finds each figure of customers’ pages in its rows: with reversals, held amounts, several loans, late ones, and nothing', async () => {
  const ids = await idsOf(`
    (select customer_id as id from withdrawals where status = 'pending' order by id limit 5)
    union (select customer_id from loans where loan_status = 'active' group by 1 having count(*) > 1 limit 5)
    union (select l.customer_id from loan_repayment_schedule i join loans l on l.id = i.loan_id
      where i.status = 'pending' and i.due_date <= '${today}' and l.loan_status = 'active' limit 10)
    union (select customer_id from loans where loan_status in ('written-off', 'reversed') limit 5)
    union (select l.customer_id from loan_changes c join loans l on l.id = c.loan_id limit 5)
    union (select customer_id from ledger_entries where kind = 'Reversal' and customer_id is not null limit 10)
    union (select s.customer_id from savings_history h join savings s on s.id = h.savings_id
      where h.kind = 'commission' and h.amount < 0 limit 5)
    union (select id from customers where not is_deleted order by created_at desc limit 5)`)
  expect(ids.length).toBeGreaterThan(20)
  const figures = await Promise.all(
    ids.map(async (id): Promise<Figure[]> => {
      const page = (await server.ask(calls.customers.getCustomerPage, { customer_id: id }, viewer)).output()
        .data
      const { main_wallet, savings, debt, loans } = page
      const rows = customerRows(id)
      const of = (name: string, amount: Kobo, to: FigureRows | undefined) => ({
        name: `customer ${id} ${name}`,
        amount,
        rows: to,
      })
      return [
        of('main', main_wallet.balance, rows.main),
        of('held', main_wallet.held, heldByWithdrawals(page)),
        of(
          'savings',
          sumKobo(savings.map(({ balance }) => balance)),
          savings.length > 0 ? rows.savings : undefined,
        ),
        ...savings.map(({ code, balance }) => of(code, balance, rows.wallet(code))),
        ...(debt
          ? [
              of('owed', debt.owed, debt.owed > 0 ? rows.owed : undefined),
              of('due', addKobo(debt.late, debt.due_today), rows.due()),
              of('late', debt.late, rows.due('late')),
              of('today', debt.due_today, rows.due('today')),
            ]
          : []),
        ...(loans ?? []).flatMap(({ id: loan, schedule }) => {
          const { late, due } = takeToday(schedule, today)
          return [
            of(`late of ${loan}`, late, rows.due('late', loan)),
            of(`due of ${loan}`, due, rows.due('today', loan)),
          ]
        }),
      ]
    }),
  )
  expect(await followed(figures.flat())).toEqual([])
})

it('finds each figure of loans’ pages in its rows: active, late, paid, rescheduled, written off, reversed', async () => {
  const ids = await idsOf(`
    (select id from loans where loan_status = 'active' order by id limit 12)
    union (select id from loans where loan_status = 'paid' limit 8)
    union (select id from loans where loan_status in ('written-off', 'reversed'))
    union (select loan_id from loan_changes)
    union (select h.loan_id from loan_history h where h.reverses_id is not null limit 8)
    union (select i.loan_id from loan_repayment_schedule i where i.status = 'pending' and i.due_date < '${today}' limit 8)`)
  const statuses = new Set<string>()
  const figures = await Promise.all(
    ids.map(async (id): Promise<Figure[]> => {
      const loan = (await server.ask(calls.loans.getLoanAccount, { loan_id: id }, viewer)).output().data
      statuses.add(loan.loan_status)
      const rows = loanRows(loan, today)
      const { all, late, due } = takeToday(loan.schedule, today)
      const of = (name: string, amount: Kobo, to: FigureRows | undefined) => ({
        name: `${loan.reference} (${loan.loan_status}) ${name}`,
        amount,
        rows: to,
      })
      return [
        of('owed', loan.balance, rows.account),
        of('to take', all, rows.due()),
        of('late', late, rows.due('late')),
        of('due', due, rows.due('today')),
        of('arrears', loan.arrears.amount, rows.due('late')),
        of('paid', sumKobo(loan.schedule.map(({ paid }) => paid)), rows.repayments),
        of('interest', loan.interest_paid, rows.account ? rows.interest : undefined),
      ]
    }),
  )
  expect([...statuses]).toEqual(expect.arrayContaining(['active', 'paid', 'written-off']))
  expect(await followed(figures.flat())).toEqual([])
})
