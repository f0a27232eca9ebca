import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { BodyOf, Named, Write } from '#contract/call'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { gapsOf } from '#domain/dayVerdict'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { openCalendar } from '../month/calendar'
import { dayAfter, disburse, type Loan, newLoan, owedOn, punish, repay, share, sum } from '../month/loan'
import { openReversalDesk } from '../reversals/reversalDesk'
import { faultsIn } from '../support/books'
import { diceOf } from '../support/dice'
import { naira, rate } from '../support/people'
import { seed } from '../support/rounds'
import { sheetAfterOthers } from '../support/sheets'
import { tillsOf } from '../support/tills'

/** Wednesday to the Tuesday four weeks later, without weekends: the last of November and most of December. */
const firstDay = '2026-11-25'
const days = Array.from({ length: 28 }, (_one, at) => dayAfter(firstDay, at)).filter(
  (day) => ![0, 6].includes(new Date(day).getUTCDay()),
)
const kobo = (amount: number) => amount as Kobo
const accept = { status: 'accept', comment: 'As seen' } as const
const agentRate = 125
const terms = { rate: 1000, penaltyRate: 500, grace: 0, times: 8, period: 'daily' as const }

type Agent = { id: number; held: number; november: number }
type Customer = {
  id: number
  agent: Agent
  saving: { id: number; reference: string }
  fixed: Kobo
  /** By month. */
  paid: Record<string, number>
  saved: number
  main: number
  hasPaidFee: boolean
}

/** What was written down of the business: the balance of each place and line, whole kobo, by additions alone. */
function openPaper() {
  const lines = new Map<string, number>()
  return {
    of: (line: string) => lines.get(line) ?? 0,
    add: (line: string, amount: number) => void lines.set(line, (lines.get(line) ?? 0) + amount),
    all: () => [...lines],
  }
}
/** Lines that are not zero, whatever their order. */
const withoutNothing = (lines: readonly (readonly [string, number])[]) =>
  Object.fromEntries(lines.filter(([, amount]) => amount !== 0))

async function live() {
  const desk = await openReversalDesk()
  const { server } = desk
  const { database, clock } = server
  const { within, pick, chance, some } = diceOf(seed)
  const { manager, makeTill, open, newestSession, close, requireTills } = await tillsOf(server)
  const owner = await server.enterAs({ role: 'SuperAdmin' })
  await server.grant(owner.id, ['can-credit-main-wallet'])
  const counter = [
    'can-open-till',
    'can-credit-customer',
    'can-approve-withdrawal',
    'can-record-remittance',
    'can-record-collection',
    'can-take-fee',
    'can-pay-agent',
  ] as const
  const cashiers = [await server.enter(...counter), await server.enter(...counter)]
  const clerk = await server.enter(
    'can-create-withdrawal',
    'can-request-expense',
    'can-create-request',
    'can-create-loan',
    'can-register-customer',
    'can-open-saving',
    'can-edit-agent-pay',
  )
  const decides = ['can-do-first-approval', 'can-do-second-approval'] as const
  const first = await server.enter(...decides)
  const second = await server.enter(...decides)
  const keeper = await server.enter(
    'can-view-books',
    'can-edit-books',
    'can-view-expense',
    'can-view-day-close',
    'can-close-day',
    'can-view-till',
    'can-view-remittance',
    'can-create-saving-type',
    'can-create-loan-type',
    'can-edit-fee',
    'can-create-agent',
  )
  const { recorder, asker, approver } = desk
  const staff = [manager, owner, ...cashiers, clerk, first, second, keeper, recorder, asker, approver]
  let today = firstDay
  const midnight = (day: string) => new Date(`${day}T00:00:00+01:00`).getTime()
  /** Moves the clock to an hour of today; admins sign in again. */
  async function goTo(hour: number) {
    clock.pass((midnight(today) + hour * 3_600_000 - clock.now().getTime()) / 60_000)
    for (const one of staff) one.token = await server.openSession(one.id)
  }
  async function send<C extends Named<Write>>(
    call: C,
    body: BodyOf<C>,
    by: { token: string },
    isGood = true,
  ) {
    const reply = await server.ask(call, body, by)
    expect([call.path, reply.status, reply.status === '200' ? '' : isGood ? reply.text : '']).toEqual([
      call.path,
      isGood ? '200' : '400',
      '',
    ])
    return reply
  }
  const dataOf = async <T>(asked: Promise<{ output: () => { data: T } }>) => (await asked).output().data
  const newest = async (table: string) => {
    const { rows } = await database.execute<{ id: string }>(
      sql`select max(id) as id from ${sql.identifier(table)}`,
    )
    return Number(rows[0]?.id)
  }
  await goTo(8)
  const due = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
  await openRuns(database, due())

  // Agents, products, customers and tills, and what the owner brings.
  const agents: Agent[] = []
  for (const number of [1, 2, 3]) {
    const name = pick(['Bola Ige', 'Zainab Sule', 'Chidi Eze'])
    const person = { name, email: `agent${number}@alajo.test`, phone_number: `0809000010${number}` }
    await send(calls.agents.addAgent, { ...person, state: 'Lagos', lga: 'Ikeja' }, keeper)
    agents.push({ id: await newest('agents'), held: 0, november: 0 })
  }
  const thrift = {
    name: 'Thrift',
    category: 'daily',
    interest: rate(0),
    charge: kobo(0),
    commission: 'contribution',
    commission_rate: rate(0),
    cycle: 'month',
    taken: 'first',
  } as const
  await send(calls.savings.createSavingType, thrift, keeper)
  const savingType = await newest('saving_types')
  const stall = { name: 'Stall', description: 'Goods', grace_days: terms.grace, periods: [terms.period] }
  const rates = { interest_rate: rate(terms.rate / 100), penalty_rate: rate(terms.penaltyRate / 100) }
  await send(calls.loans.createLoanType, { ...stall, ...rates }, keeper)
  const loanType = await newest('loan_types')
  const form = { name: 'Form', applies_to: 'customer', moment: 'registration', kind: 'amount' } as const
  await send(calls.fees.createFee, { ...form, amount: naira(500), rate: rate(0) }, keeper)
  const fee = await newest('fees')
  const customers: Customer[] = []
  for (let number = 10; number < 22; number += 1) {
    const agent = agents[number % 3] ?? pick(agents)
    const person = {
      first_name: 'Sade',
      last_name: 'Ojo',
      phone_number: `080700000${number}`,
      home_address: '4 Broad Street',
      office_address: '',
    }
    const place = { state: 'Lagos', lga: 'Ikeja', agent_id: agent.id }
    const { id } = (await send(calls.customers.registerCustomer, { ...person, ...place }, clerk)).output()
      .data
    const fixed = naira(within(2, 20) * 50)
    const plan = {
      saving_type_id: savingType,
      fixed_amount: fixed,
      deposit_type: 'daily',
      duration: 90,
    } as const
    const opened = await send(calls.savings.openSaving, { customer_id: id, ...plan }, clerk)
    const saving = { id: await newest('savings'), reference: opened.output().data.reference }
    const paid: Record<string, number> = {}
    customers.push({ id, agent, saving, fixed, paid, saved: 0, main: 0, hasPaidFee: false })
  }
  const categories: { id: number; name: string }[] = []
  for (const name of ['Rent', 'Transport', 'Salaries']) {
    await send(calls.expenses.createExpenseCategory, { name }, keeper)
    categories.push({ id: await newest('expense_categories'), name })
  }
  const none = rate(0)
  const shares = { commission_rate: none, savings_rate: rate(agentRate / 100), repayment_rate: none }
  const payTerms = { from_month: '2026-11-01', agent_id: null, ...shares }
  await send(calls.agentPay.setAgentPayTerms, payTerms, clerk)
  const tills = [await makeTill(), await makeTill()]
  await requireTills('on')

  const paper = openPaper()
  const { add } = paper
  const loans: (Loan & { id: number; customer: Customer })[] = []
  let slips = 0
  await send(calls.dashboard.creditMainWalletsBalance, { amount: naira(3_000_000) }, owner)
  const fund = { flag: 'PW', type: 'credit', amount: naira(400_000), description: 'For costs' } as const
  await send(calls.requests.createRequest, fund, clerk)
  const request = { id: await newest('fund_requests'), status: 'accept', flag: 'PW' } as const
  await send(calls.requests.firstApprovalOrDisapproval, request, first)
  await send(calls.requests.secondApprovalOrDisapproval, request, second)
  add('cash', naira(3_400_000))
  add('owner', naira(3_400_000))
  const calendar = openCalendar()

  /** A deposit: of each month the first contribution is the commission. */
  function saved(one: Customer, amount: number) {
    const month = today.slice(0, 7)
    const before = one.paid[month] ?? 0
    one.paid[month] = before + amount
    const commission = Math.min(before + amount, one.fixed) - Math.min(before, one.fixed)
    one.saved += amount - commission
    add('daily-savings', amount - commission)
    add('commission', commission)
  }
  function repaid(loan: Loan, amount: number) {
    const { interest, parts } = repay(loan, amount, today)
    const penalty = sum(parts.map((part) => part.penalty))
    add('interest', interest)
    add('penalties', penalty)
    add('loans', interest + penalty - amount)
  }
  const owing = () => loans.filter((loan) => owedOn(loan) > 0)

  async function sheet(agent: Agent, by: { token: string }) {
    const lines = []
    let total = 0
    for (const one of customers.filter((customer) => customer.agent === agent)) {
      if (chance(25)) continue
      const amount = one.fixed * pick([1, 1, 2])
      lines.push({ savings_id: one.saving.id, amount: kobo(amount) })
      saved(one, amount)
      total += amount
      if (today < '2026-12-01') agent.november += amount
    }
    for (const loan of owing().filter(({ customer }) => customer.agent === agent)) {
      const amount = chance(35) ? 0 : Math.min(owedOn(loan), (loan.parts[0]?.amount ?? 0) * pick([1, 1, 2]))
      if (amount === 0) continue
      lines.push({ loan_id: loan.id, amount: kobo(amount) })
      repaid(loan, amount)
      total += amount
    }
    if (lines.length === 0) return
    const body = await sheetAfterOthers(database, { agent_id: agent.id, day: today, lines })
    await send(calls.collections.recordSheet, body, by)
    agent.held += total
    add('agents', total)
    if (chance(20)) return
    const missing = chance(25) ? Math.min(within(1, 9) * 1_050, agent.held - 1) : 0
    const counted = kobo(agent.held - missing)
    const handed = { agent_id: agent.id, counted, counted_again: counted }
    await send(calls.cash.recordRemittance, handed, by)
    agent.held = missing
    add('agents', 0 - counted)
    add('cash', counted)
    if (missing === 0 || chance(30)) return
    const difference = { agent_id: agent.id, type: 'missing', amount: kobo(missing), reason: 'Lost' } as const
    await send(calls.cash.requestCashDifference, difference, by)
    await writeOff()
    agent.held = 0
    add('agents', 0 - missing)
    add('cash-differences', missing)
  }
  async function writeOff() {
    const decision = { ...accept, id: await newest('cash_differences') }
    await send(calls.cash.firstCashDifferenceDecision, decision, first)
    await send(calls.cash.secondCashDifferenceDecision, decision, second)
  }

  async function lend(one: Customer) {
    const amount = within(30, 90) * 50_000
    const body = {
      customer_id: one.id,
      loan_type_id: loanType,
      amount: kobo(amount),
      instalment_period: terms.period,
      instalment_times: terms.times,
    }
    const asked = await send(calls.loans.createLoan, { ...body, description: 'Goods', guarantors: [] }, clerk)
    const { id } = asked.output().data
    await send(calls.loans.firstLoanApproval, { id, status: 'accepted' }, first)
    await send(calls.loans.secondLoanApproval, { id, status: 'accepted' }, second)
    const loan = { ...newLoan({ ...terms, amount }, calendar), id, customer: one }
    disburse(loan, today)
    loans.push(loan)
    one.main += amount
    add('loans', amount)
    add('main-wallets', amount)
  }

  async function spend() {
    const category = pick(categories)
    const amount = naira(within(5, 80) * 10)
    const body = { category_id: category.id, amount, reason: category.name, paid_from: 'cash' } as const
    await send(calls.expenses.requestExpense, body, clerk)
    const decision = { ...accept, id: await newest('expenses') }
    await send(calls.expenses.firstExpenseDecision, decision, first)
    await send(calls.expenses.secondExpenseDecision, decision, second)
    add('cash', 0 - amount)
    add(`expense ${category.id}`, amount)
  }

  async function bankSlip() {
    slips += 1
    const direction = chance(35) ? 'withdrawal' : 'deposit'
    const sign = direction === 'deposit' ? 1 : -1
    const amount = naira(within(1, 40) * 1_000)
    const isCovered = direction === 'deposit' || paper.of('bank') >= amount
    const body = { direction, amount, slip_number: `S-${slips}` } as const
    await send(calls.tills.recordBankMovement, body, manager, isCovered)
    if (!isCovered) return
    add('bank', sign * amount)
    add('cash', 0 - sign * amount)
  }

  /** Something at the counter of a till; what it may not do is refused. */
  async function serve(till: string, by: { token: string }) {
    const one = pick(customers)
    const amount = naira(within(1, 60) * 25)
    const gets = (cash: number) => {
      add(till, cash)
      add('tills', cash)
    }
    const what = pick(['credit', 'reverse', 'deposit', 'fee', 'repay', 'withdraw', 'withdraw', 'transfer'])
    if (what === 'credit' || what === 'reverse') {
      const reference = await desk.credit(one.id, amount, by)
      if (what === 'reverse') return void (await desk.reverse(reference))
      one.main += amount
      add('main-wallets', amount)
      gets(amount)
    }
    if (what === 'deposit') {
      await desk.deposit(one.saving.id, amount, by)
      saved(one, amount)
      gets(amount)
    }
    if (what === 'fee') {
      const body = { customer_id: one.id, fee_id: fee, amount: naira(500), from: 'cash' } as const
      await send(calls.fees.payFee, body, by, !one.hasPaidFee)
      if (one.hasPaidFee) return
      one.hasPaidFee = true
      add('fees', naira(500))
      gets(naira(500))
    }
    const loan = some(owing())
    if (what === 'repay' && loan) {
      const part = Math.min(owedOn(loan), amount)
      await send(calls.loans.repayLoan, { loan_id: loan.id, amount: kobo(part), day: today }, by)
      repaid(loan, part)
      gets(part)
    }
    if (what === 'withdraw' && one.main > 0) {
      const asked = Math.min(one.main, amount * 4)
      const body = { customer_id: one.id, amount: kobo(asked), description: 'Rent' }
      await send(calls.withdrawals.createWithDrawalRequest, body, clerk)
      const id = await newest('withdrawals')
      const isCovered = paper.of(till) >= asked
      const { WithDrawalRequestApproval } = calls.withdrawals
      await send(WithDrawalRequestApproval, { id, status: 'approve' }, by, isCovered)
      if (!isCovered)
        return void (await send(WithDrawalRequestApproval, { id, status: 'rejected', comment: 'Later' }, by))
      one.main -= asked
      add('main-wallets', 0 - asked)
      gets(0 - asked)
    }
    if (what === 'transfer' && one.saved >= one.fixed) {
      const body = { customer_id: one.id, savings_ref: one.saving.reference, amount: one.fixed }
      await send(calls.customers.savingWalletToMainWallets, body, recorder)
      one.saved -= one.fixed
      one.main += one.fixed
      add('daily-savings', 0 - one.fixed)
      add('main-wallets', one.fixed)
    }
  }

  /** In December: the statements of November, paid from a till as far as it covers them. */
  async function payAgents(till: string, by: { token: string }) {
    await send(calls.agentPay.makeAgentStatements, { month: '2026-11-01' }, clerk)
    const { rows } = await database.execute<{ id: string; agent: string; total: string }>(
      sql`select id, agent_id as agent, total from agent_statements order by id`,
    )
    expect(rows.map(({ agent, total }) => [Number(agent), Number(total)])).toEqual(
      agents.map(({ id, november }) => [id, share(november, agentRate)]),
    )
    for (const { id, total } of rows) {
      const decision = { ...accept, id: Number(id) }
      await send(calls.agentPay.firstAgentStatementDecision, decision, first)
      await send(calls.agentPay.secondAgentStatementDecision, decision, second)
      const amount = kobo(Number(total))
      const isCovered = paper.of(till) >= amount
      await send(calls.agentPay.payAgent, { statement_id: Number(id), way: 'cash', amount }, by, isCovered)
      if (!isCovered) continue
      add('agents-commission', amount)
      add(till, 0 - amount)
      add('tills', 0 - amount)
    }
  }

  /** Every place and line, as the server and as the paper has it. */
  async function agree() {
    const { lines, debit, credit } = await dataOf(server.ask(calls.books.getTrialBalance, {}, keeper))
    expect(debit).toBe(credit)
    const isDebit = (group: string) => group === 'asset' || group === 'expense'
    const isTill = (line: string) => tills.some(({ name }) => name === line)
    expect(
      withoutNothing(
        lines.map((one) => [one.line, isDebit(one.group) ? one.debit - one.credit : one.credit - one.debit]),
      ),
    ).toEqual(withoutNothing(paper.all().filter(([line]) => !isTill(line))))
    const places = await dataOf(server.ask(calls.tills.getCashPlaces, {}, keeper))
    expect(places.map(({ place, name, holds }) => [place === 'till' ? name : place, holds])).toEqual([
      ['vault', paper.of('cash')],
      ...tills.map(({ name }) => [name, paper.of(name)]),
      ['bank', paper.of('bank')],
      ['agents', paper.of('agents')],
    ])
    const close = await dataOf(server.ask(calls.closing.getDayClose, { day: today }, keeper))
    expect(close.places?.map(({ place, name, held }) => [place === 'till' ? name : place, held])).toEqual([
      ['vault', paper.of('cash')],
      ...tills.map(({ name }) => [name, paper.of(name)]),
      ['bank', paper.of('bank')],
    ])
    for (const { id, held } of agents) {
      const [one] = await dataOf(server.ask(calls.cash.getAgentCash, { agent_id: id }, keeper))
      expect([id, one?.holds]).toEqual([id, held])
    }
    const { difference } = await dataOf(server.ask(calls.books.getBooks, {}, keeper))
    const sheetOf = await dataOf(server.ask(calls.books.getBalanceSheet, {}, keeper))
    expect([difference, sheetOf.assets]).toEqual([0, sheetOf.owed + sheetOf.owner])
  }

  for (const day of days) {
    for (let ended = today; ended < day; ended = dayAfter(ended, 1))
      for (const loan of loans) punish(loan, ended)
    today = day
    await goTo(8)
    await postRuns(database, due())
    const sessions = []
    for (const [at, till] of tills.entries()) {
      const who = cashiers[(at + days.indexOf(day)) % 2] ?? pick(cashiers)
      const float = naira(within(2, 20) * 100)
      expect((await open(till.id, float, who)).text).toContain('"200"')
      sessions.push({ till, who, session: await newestSession() })
      add('cash', 0 - float)
      add('tills', float)
      add(till.name, float)
    }
    if (day === '2026-12-01') await payAgents(sessions[0]?.till.name ?? '', sessions[0]?.who ?? clerk)
    for (const agent of agents) if (chance(85)) await sheet(agent, pick(sessions).who)
    if (loans.length < 6 && chance(60)) await lend(pick(customers))
    if (chance(50)) await spend()
    if (chance(60)) await bankSlip()
    for (let act = 0; act < 4; act += 1) {
      const { till, who } = pick(sessions)
      await serve(till.name, who)
    }
    for (const { till, who, session } of sessions) {
      const expected = paper.of(till.name)
      const difference = chance(30) ? Math.min(within(-2, 3) * 550, expected) : 0
      const closed = await close(session.id, kobo(expected - difference), who)
      expect(closed.output().data).toMatchObject({ expected, difference: 0 - difference })
      add('cash', expected - difference)
      add('tills', difference - expected)
      add(till.name, difference - expected)
      if (difference === 0) continue
      const body = { till_session_id: session.id, reason: 'Change' }
      await send(calls.cash.requestTillDifference, body, who)
      await writeOff()
      add('tills', 0 - difference)
      add(till.name, 0 - difference)
      add('cash-differences', difference)
    }
    await goTo(20)
    const seen = await dataOf(server.ask(calls.closing.getDayClose, { day }, keeper))
    const closing = { day, gaps: gapsOf(seen), comment: 'The rest comes tomorrow' }
    await send(calls.closing.closeDay, closing, keeper)
    await agree()
  }

  // The income statement of these four weeks, line by line, and its sum.
  const body = { start_date: firstDay, end_date: days.at(-1) ?? firstDay }
  const { lines, total } = (await server.ask(calls.books.getBooks, body, keeper)).output().data
  const earns = ['interest', 'penalties', 'commission', 'fees'] as const
  const costs = ['agents-commission', 'cash-differences', ...categories.map(({ id }) => `expense ${id}`)]
  const written = (some: readonly string[]) => some.map((line) => [line, paper.of(line)] as const)
  expect(withoutNothing(lines.map(({ line, amount }) => [line, amount]))).toEqual(
    withoutNothing(written([...earns, ...costs])),
  )
  const [income, expense] = [sum(earns.map(paper.of)), sum(costs.map(paper.of))]
  expect(total).toEqual({ income, expense, earned: income - expense })
  for (const line of earns) expect([line, paper.of(line) > 0]).toEqual([line, true])
  expect(await faultsIn(database)).toEqual([])
}

it('four weeks with two tills, three agents, a bank and expenses agree with a sheet of paper every evening', async () => {
  try {
    await live()
  } catch (error) {
    if (error instanceof Error) error.message = `Seed ${seed}. ${error.message}`
    throw error
  }
})
