import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { verifyLedger } from '#server/ledger/verify'
import { report, roundsOf } from '../support/rounds'
import { actsOf } from './acts'
import { cashOf, mainOf, owedCharge } from './books'
import { dueOf } from './cycles'
import { bookLines, linesTogether } from './bookLines'
import { dayClose } from './dayClose'
import { type Desk, openDesk } from './desk'
import { lateOn, openOf, owedOn, sum } from './loan'
import { dayAfter } from './loan'

const defaultSeed = 620
const firstSeed = Number(process.env.SEED ?? defaultSeed)

/** Compares everything that the portal says of money with the books. */
async function compare(desk: Desk, decided: ReturnType<typeof actsOf>['decided'], past: readonly string[]) {
  const { server, database, books, agents, clerks } = desk
  const { keeper } = clerks
  const { today } = books.books

  const { rows } = await database.execute<{ name: string; balance: string; held: string }>(
    sql`select name, balance, held from ledger_accounts order by name`,
  )
  const names = [...new Set([...Object.keys(books.balances), ...agents.map(cashOf)])].toSorted()
  const stored = Object.fromEntries(rows.map(({ name, balance }) => [name, Number(balance)]))
  expect(Object.fromEntries(names.map((name) => [name, stored[name]]))).toEqual(
    Object.fromEntries(names.map((name) => [name, books.balance(name)])),
  )
  expect(sum(rows.map(({ balance }) => Number(balance)))).toBe(0)
  expect(
    Object.fromEntries(rows.map(({ name, held }) => [name, Number(held)]).filter(([, held]) => held !== 0)),
  ).toEqual(Object.fromEntries(Object.entries(books.holds).filter(([, held]) => held !== 0)))

  const { rows: charges } = await database.execute<{ reference: string; owed: string }>(
    sql`select reference, charge_owed as owed from savings where status = 'active' order by id`,
  )
  expect(charges.map(({ reference, owed }) => [reference, Number(owed)])).toEqual(
    books.wallets.filter(({ isOpen }) => isOpen).map((one) => [one.reference, owedCharge(one)]),
  )

  for (const loan of books.loans.filter(({ parts }) => parts.length > 0)) {
    const { data } = (await server.ask(calls.loans.getLoanAccount, { loan_id: loan.id }, keeper)).output()
    const statusOf = (part: (typeof loan.parts)[number]) =>
      part.closed
        ? loan.state
        : openOf(part) > 0
          ? 'pending'
          : part.moved + part.penaltyMoved > 0
            ? 'rescheduled'
            : 'paid'
    const { days, amount } = lateOn(loan, today)
    expect({
      reference: data.reference,
      status: data.loan_status,
      balance: data.balance,
      interest: data.interest_paid,
      late: [data.arrears.days, data.arrears.amount],
      schedule: data.schedule.map((one) => [
        one.due_date,
        one.amount,
        one.penalty,
        one.paid,
        one.moved,
        one.status,
      ]),
    }).toEqual({
      reference: loan.reference,
      status: loan.state,
      balance: owedOn(loan),
      interest: loan.interestPaid,
      late: [days, amount],
      schedule: loan.parts.map((one) => [
        one.due,
        one.amount,
        one.penalty,
        one.paid + one.penaltyPaid,
        one.moved + one.penaltyMoved,
        statusOf(one),
      ]),
    })
  }

  for (const day of past) {
    const { data } = (await server.ask(calls.closing.getDayClose, { day }, keeper)).output()
    // Messages are not money.
    const {
      products,
      agents: rowsOf,
      open,
      closed_at,
      unsent: _unsent,
      reopened: _reopened,
      places: _places,
      verdict_hour: _hour,
      ...figures
    } = data
    const { closings, opening, later, ...rest } = figures
    expect([closings, opening, later], 'Nobody closes a day').toEqual([[], null, []])
    const model = dayClose(books, day, agents)
    const isSome = ({ agent_id: _id, ...of }: (typeof model.agents)[number]) =>
      Object.values(of).some((one) => one !== 0)
    expect({
      ...rest,
      agents: rowsOf
        .map(
          ({
            agent: _agent,
            collects: _collects,
            sheets: _sheets,
            counts: _counts,
            uncounted: _uncounted,
            difference: _difference,
            unexplained: _unexplained,
            explanation: _explanation,
            ...one
          }) => one as (typeof model.agents)[number],
        )
        .filter(isSome)
        .toSorted((a, b) => (a.agent_id ?? 0) - (b.agent_id ?? 0)),
      products: products
        .map(({ kind, name, ...one }) => ({ product: `${kind} ${name}`, ...one }))
        .toSorted((a, b) => (a.product < b.product ? -1 : 1)),
      open,
      isClosed: closed_at !== null,
    }).toEqual({
      day,
      ...model,
      agents: model.agents.filter(isSome),
      open: {
        loans: decided.loans.length,
        requests: decided.requests.length,
        withdrawals: decided.withdrawals.length,
        reversals: decided.reversals.length,
        differences: decided.differences.length,
        loan_changes: decided.changes.length,
        sheets: decided.sheets.length,
        statements: decided.statements.filter(({ state }) => state < 2).length,
        payouts: decided.payouts.length,
        reopenings: decided.reopenings.length,
        day_openings: 0,
        late_batches: 0,
        expenses: 0,
        term_changes: 0,
        messages_off: 0,
        credits: 0,
        setting_changes: 0,
        payments: books.toPay.filter(({ payOn }) => payOn < today).length,
      },
      isClosed: day < books.books.next,
    })
  }

  const { data: arrears } = (await server.ask(calls.arrears.getArrearsReport, {}, keeper)).output()
  const portfolio = books.loans.filter((loan) => owedOn(loan) > 0)
  const part = (some: typeof portfolio) => ({
    loans: some.length,
    late: sum(some.map((loan) => lateOn(loan, today).amount)),
    owed: sum(some.map(owedOn)),
  })
  const lateFrom = (least: number, most = 99_999) =>
    portfolio.filter((loan) => lateOn(loan, today).days >= least && lateOn(loan, today).days <= most)
  const off = books.loans.filter(({ state }) => state === 'written-off')
  expect({
    ...arrears,
    buckets: arrears.buckets.map(({ loans, late, owed }) => ({ loans, late, owed })),
  }).toMatchObject({
    portfolio: part(portfolio),
    late: part(lateFrom(1)),
    rescheduled: part(portfolio.filter(({ rescheduledOn }) => rescheduledOn !== null)),
    buckets: [
      part(lateFrom(0, 0)),
      part(lateFrom(1, 30)),
      part(lateFrom(31, 60)),
      part(lateFrom(61, 90)),
      part(lateFrom(91)),
    ],
    written_off: {
      loans: off.length,
      amount: sum(
        off.flatMap(({ parts }) =>
          parts.filter(({ closed }) => closed).map((one) => openOf({ ...one, closed: false })),
        ),
      ),
    },
  })

  const { data: statements } = (
    await server.ask(calls.agentPay.getAgentStatements, { page: 1 }, keeper)
  ).output()
  expect(
    statements.data
      .map(({ id, agent_id: agent, month, commissions, savings, repayments, total, paid }) => ({
        id,
        agent,
        month,
        commissions,
        savings,
        repayments,
        total,
        paid,
      }))
      .toSorted((a, b) => a.id - b.id),
  ).toEqual(decided.statements.map(({ state: _state, ...one }) => one).toSorted((a, b) => a.id - b.id))

  const { rows: cycles } = await database.execute<Record<'wallet' | 'from' | 'through', string>>(
    sql`select s.reference as wallet, c.from_day::text as from, c.through_day::text as through, c.fixed_amount as fixed, c.paid, c.due,
      c.taken from savings_cycles c join savings s on s.id = c.savings_id order by s.id, c.number`,
  )
  expect(
    cycles.map(({ wallet, from, through, ...amounts }) => [
      wallet,
      from,
      through,
      ...Object.values(amounts).map(Number),
    ]),
  ).toEqual(
    books.wallets.flatMap((wallet) =>
      wallet.cycles
        .toSorted((a, b) => (a.from < b.from ? -1 : 1))
        .map((one) => [
          wallet.reference,
          one.from,
          one.through,
          one.fixed,
          one.paid,
          dueOf(wallet, one),
          one.taken,
        ]),
    ),
  )

  const { rows: unpaid } = await database.execute<{ id: string; day: string }>(
    sql`select withdrawal_id as id, pay_on::text as day from agent_payouts where state = 'to pay' order by withdrawal_id`,
  )
  expect(unpaid.map(({ id, day }) => [Number(id), day])).toEqual(
    books.toPay.map(({ id, payOn }) => [id, payOn] as const).toSorted(([a], [b]) => a - b),
  )

  const start = past.at(-1) ?? today
  for (const { id } of books.customers) {
    const body = { customer_id: id, start_date: start, end_date: today }
    const { data } = (await server.ask(calls.customers.getCustomerStatement, body, keeper)).output()
    const own = [
      mainOf(id),
      ...books.wallets.filter(({ customer }) => customer === id).map(({ reference }) => reference),
      ...books.loans.filter(({ customer }) => customer === id).map(({ reference }) => reference),
    ]
    const before = books.entries.filter(({ day }) => day < start)
    const model = own.map(
      (name) => [name, sum(before.map(({ moves }) => moves[name] ?? 0)), books.balance(name)] as const,
    )
    const moved = books.entries.filter(({ day }) => day >= start)
    const isShown = ([name, opening, closing]: (typeof model)[number]) =>
      opening !== 0 || closing !== 0 || moved.some(({ moves, product }) => name in moves || product === name)
    const shown = data.accounts.map(
      (one) => [one.account_reference ?? mainOf(id), one.opening, one.closing] as const,
    )
    const byName = (a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]) =>
      a[0] < b[0] ? -1 : 1
    expect(shown.toSorted(byName)).toEqual(model.filter(isShown).toSorted(byName))
  }

  const { data: runs } = (await server.ask(calls.closing.getRuns, { page: 1 }, keeper)).output()
  expect(
    runs.data.map(({ kind, day, posted, amount, skipped, state, reopened_by }) => ({
      kind,
      day,
      posted,
      amount,
      skipped,
      state,
      isReopened: reopened_by !== null,
    })),
  ).toEqual(books.runs.toReversed().slice(0, runs.data.length))

  for (const day of new Set([today, past.at(-1) ?? today])) {
    const body = { start_date: '2026-01-01', end_date: day }
    const { lines, difference } = (await server.ask(calls.books.getBooks, body, keeper)).output().data
    const balances = (await server.ask(calls.books.getTrialBalance, { day }, keeper)).output().data
    expect([difference, balances.debit]).toEqual([0, balances.credit])
    const earned = lines.map(({ line, group, amount }) => ({
      line,
      credit: group === 'income' ? amount : 0 - amount,
    }))
    const held = balances.lines.filter(
      ({ group, line }) => group !== 'income' && group !== 'expense' && line !== 'earlier-years',
    )
    expect(
      linesTogether([
        ...earned,
        ...held.map(({ line, debit, credit }) => ({ line, credit: credit - debit })),
      ]),
    ).toEqual(bookLines(books.entries, '2026-01-01', day))
  }
  expect((await verifyLedger(database)).faults).toEqual([])
}

/**
 * Business days until the second month has ended; in January the server is off for days, and catches up. On each of them everything is
 * done, on the last one several times.
 */
const lastDays = [
  '2027-01-12',
  '2027-01-18',
  '2027-01-28',
  '2027-02-01',
  '2027-02-02',
  '2027-02-03',
  '2027-02-05',
]

async function live(seed: number) {
  const desk = await openDesk(seed)
  const { books, dice, seen, firstDay, trail } = desk
  const { acts, fund, decideFund, reverseKept, decided } = actsOf(desk)
  try {
    for (const [flag, gain] of [
      ['MBW', 12_000_000],
      ['PW', 90_000_000],
      ['SW', 1_000],
    ] as const) {
      const one = await fund(flag, gain)
      await decideFund(one, true)
      await decideFund(one, true)
    }
    for (const act of ['loan application', 'loan decision', 'loan decision'])
      for (let times = 0; times < 7; times += 1) await acts[act]?.[1]()
    const days = Array.from({ length: 42 }, (_one, at) => dayAfter(firstDay, at)).filter(
      (day) => new Date(day).getUTCDay() !== 0,
    )
    for (const day of [...days, ...lastDays]) {
      if (day > firstDay) await desk.beginDay(day)
      const rounds = day === lastDays.at(-1) ? 6 : 1
      for (const [percent, act] of Array.from({ length: rounds }, () => Object.values(acts)).flat())
        if (lastDays.includes(day) || dice.chance(percent)) await act()
      if (rounds > 1) await reverseKept()
      const earlier = dayAfter(day, 0 - dice.within(2, 9))
      const past = [day, dayAfter(day, -1), earlier].filter((one) => one >= firstDay)
      await desk.goTo(day, 20 * 60)
      await compare(desk, decided, past)
    }
    const all = Array.from({ length: 80 }, (_one, at) => dayAfter(firstDay, at)).filter(
      (day) => day <= books.books.today,
    )
    await compare(desk, decided, all)
    return seen
  } catch (error) {
    if (error instanceof Error)
      error.message = `Seed ${seed}. ${error.message}\n${trail.slice(-25).join('\n')}`
    throw error
  } finally {
    await desk.close()
  }
}

/** What the month of the default seed holds, so that no kind of act disappears from it unnoticed. */
const kindsOfDefault = `
  activation
  application
  application rejected
  change of a plan
  change of a plan again
  change of a plan that changes nothing
  change of what is no longer owed
  change rejected
  charges
  closed Sundays
  commission given back
  commissions
  closing of a wallet
  collected deposit
  collected deposit reversed
  collected repayment
  collected repayment reversed
  counter deposit
  counter deposit reversed
  counter repayment
  counter repayment reversed
  credit
  credit of an inactive customer
  credit reversed
  deactivation
  deposit before the opening
  difference rejected
  difference that is no longer there
  disbursement
  disbursement reversed
  fee
  fee reversed
  fee that was paid already
  fund credit
  fund debit
  fund request rejected
  hold
  holiday
  interest
  interest short of SW
  late deposit
  late deposit reversed
  late repayment
  late repayment reversed
  late sheet
  loan paid
  loan that is not covered
  missing cash written off
  open Ajo
  open Daily
  open Esusu
  open Market
  open Microsoft
  open Thrift
  payment of an agent, cash
  payment of an agent, set-off
  payment on a day without collection
  payout no longer covered
  payout of a wallet that is not ready
  payout rejected
  payout reversed
  payout, agent
  payout, counter
  payout, main wallet
  penalty
  penalty taken back
  reassigning
  recovery
  recovery of more than was written off
  recovery reversed
  refused payment of an agent, cash
  refused payment of an agent, set-off
  remittance
  remittance with a difference
  removal of a holiday
  reopening of charge
  reopening of correction
  reopening of interest
  reopening of penalty
  reopening refused
  repayment before the disbursement
  repayment of more than is owed
  requested sheet
  requested sheet rejected
  rescheduling
  rest of a charge
  reversal no longer covered
  reversal refused
  reversal rejected
  second sheet
  settled early
  sheet
  sheet that is requested already
  statement
  statement rejected
  statements of nothing
  terms of agents
  terms of an agent taken back
  transfer
  transfer reversed
  transfer that is no step
  unpaid withdrawal, agent
  unpaid withdrawal, cancel
  unpaid withdrawal, counter
  withdrawal
  withdrawal for the agent
  withdrawal of more than is free
  withdrawal paid by the agent
  withdrawal paid with a late sheet
  withdrawal rejected
  withdrawal that the agent may be paying
  write-off
  write-off reversed`
  .trim()
  .split(/\n */)

it(
  'a month of a business is the same to the kobo in books of plain integers',
  async () => {
    const seen: Record<string, number> = {}
    for (let round = 0; round < roundsOf(1); round += 1)
      for (const [kind, times] of Object.entries(await live(firstSeed + round)))
        seen[kind] = (seen[kind] ?? 0) + times
    if (firstSeed === defaultSeed)
      expect(kindsOfDefault.filter((kind) => seen[kind] === undefined)).toEqual([])
    report(`months from seed ${firstSeed}`, seen)
  },
  600_000 + roundsOf(1) * 200_000,
)
