import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { savings } from '#server/db/tables/money'
import { customers } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { loanFixturesOf } from '../loans/loanFixtures'
import { manyCalls, openServer } from '../support/harness'
import { naira, rate } from '../support/people'

const { requestSheet, recordSheet, getSheetRequests, getSheetRequest, sheetRequestDecision } =
  calls.collections
const server = await openServer({ limits: manyCalls })
const { database, clock } = server
const parts = await loanFixturesOf(server)
await parts.pay('MBW', naira(1_000_000))
const first = await server.enterAs({ permissions: ['can-do-first-approval'] })
const second = await server.enterAs({ permissions: ['can-do-second-approval'] })
const recorder = await server.enterAs({
  permissions: ['can-record-collection', 'can-view-day-close', 'can-view-loan-details'],
})
const other = await server.enterAs({ permissions: ['can-record-collection', 'can-approve-collection'] })
const decider = await server.enterAs({ permissions: ['can-approve-collection'] })
const by = async ({ id }: { id: number }) => ({ token: await server.openSession(id), key: randomUUID() })
const through = () => ({ now: clock.now(), through: lastEndedDay(clock.now()) })
await openRuns(database, through())
const today = () => lagosDay(clock.now())
async function goTo(day: string) {
  clock.pass((startOfLagosDay(day).getTime() + 600_000 - clock.now().getTime()) / 60_000)
  await postRuns(database, through())
}

/** An agent with a borrower, whose loan of two weeks was paid out 20 days ago, and a savings wallet that is as old. */
async function borrower() {
  const agent = await server.makeAgent()
  const customer = await server.makeCustomer(agent.id)
  const saving = await parts.makeSaving(customer)
  const terms = { amount: naira(10_000), rate: rate(10), times: 4, period: 'weekly' } as const
  const loan = await parts.apply(customer, terms, { penaltyBasisPoints: 500, graceDays: 0 })
  for (const [actor, call] of [
    [first, calls.loans.firstLoanApproval],
    [second, calls.loans.secondLoanApproval],
  ] as const)
    expect(await server.ask(call, { id: loan.id, status: 'accepted' }, await by(actor))).toMatchObject({
      status: '200',
    })
  const start = today()
  await goTo(addDays(start, 20))
  // The first instalment was due on the seventh day.
  const day = addDays(start, 7)
  return { agent, customer, saving, loan, start, day }
}
type One = Awaited<ReturnType<typeof borrower>>

const bodyOf = ({ agent, saving, loan, day }: One) => ({
  agent_id: agent.id,
  day,
  lines: [
    { savings_id: saving.id, amount: naira(500) },
    { loan_id: loan.id, amount: naira(2750) },
  ],
  seen: [] as string[],
  reason: 'The agent was ill',
})
const request = async (body: ReturnType<typeof bodyOf>, actor = recorder) =>
  server.ask(requestSheet, body, await by(actor))
async function requested(body: ReturnType<typeof bodyOf>) {
  const reply = await request(body)
  expect(reply).toMatchObject({ status: '200' })
  const { reference } = reply.output().data
  const list = await server.ask(getSheetRequests, { page: 1 }, await by(decider))
  const row = list.output().data.data.find((one) => one.reference === reference)
  return { id: row?.id ?? 0, reference }
}
const decide = async (id: number, actor = decider, status: 'accept' | 'reject' = 'accept') =>
  server.ask(sheetRequestDecision, { id, status, comment: 'Seen on paper' }, await by(actor))
const accountOf = async (loan_id: number) =>
  (await server.ask(calls.loans.getLoanAccount, { loan_id }, await by(recorder))).output().data
const closeOf = async ({ agent, day }: One) =>
  (await server.ask(calls.closing.getDayClose, { day }, await by(recorder)))
    .output()
    .data.agents.find(({ agent_id }) => agent_id === agent.id)
const balanceOf = async (account: string) => (await parts.accountOf(account)).balance
const faultless = async () => expect((await verifyLedger(database)).faults).toEqual([])

describe('a sheet of a closed day', () => {
  it('moves nothing before another admin approves it; then it counts on its day, with its penalty taken back', async () => {
    const one = await borrower()
    const { saving, loan, day } = one
    const closed = await closeOf(one)
    const before = await accountOf(loan.id)
    expect(before.schedule[0]).toMatchObject({ penalty: naira(137.5) })
    const booked = await server.ask(recordSheet, bodyOf(one), await by(recorder))
    expect(booked.message).toContain('send the agent’s collection sheet for approval')
    const { id } = await requested(bodyOf(one))
    expect(await balanceOf(saving.reference)).toBe(0)
    expect(await accountOf(loan.id)).toMatchObject({ balance: before.balance })
    const approved = await decide(id)
    expect(approved.message).toContain('₦137.50 of penalties was taken back')
    expect(await balanceOf(saving.reference)).toBe(naira(500))
    const { schedule, movements } = await accountOf(loan.id)
    expect(schedule[0]).toMatchObject({ penalty: 0, paid: naira(2750), status: 'paid' })
    expect(movements[0]).toMatchObject({ kind: 'repayment', collected_on: day })
    // What was expected and held of the closed day stays; what is recorded of it is shown as later.
    expect(await closeOf(one)).toMatchObject({
      expected: closed?.expected,
      held: 0,
      collected: naira(3250),
      late: naira(3250),
    })
    const [held] = await database.$client
      .query<{ balance: string }>('select balance from ledger_accounts where agent_id = $1', [one.agent.id])
      .then(({ rows }) => rows)
    expect(Number(held?.balance)).toBe(naira(-3250))
    const again = await decide(id)
    expect(again.message).toContain('is approved already')
    await faultless()
  })

  it('is rejected with a comment, and can be sent again; one of an agent and day waits at a time', async () => {
    const one = await borrower()
    const { id, reference } = await requested(bodyOf(one))
    const twice = await request(bodyOf(one), other)
    expect(twice.message).toContain(`${reference} of ${one.agent.name} and this day awaits its approval`)
    const empty = { id, status: 'reject' as const, comment: ' ' }
    expect(await server.ask(sheetRequestDecision, empty, await by(decider))).toMatchObject({ status: '100' })
    expect((await decide(id, decider, 'reject')).message).toContain('was rejected')
    expect(await balanceOf(one.saving.reference)).toBe(0)
    await requested(bodyOf(one))
  })

  it('is not decided by who sent it, and waits for the others', async () => {
    const one = await borrower()
    const reply = await request(bodyOf(one), other)
    expect(reply).toMatchObject({ status: '200' })
    const list = async (actor: { id: number }) =>
      (await server.ask(getSheetRequests, { page: 1, waiting: 'mine' }, await by(actor))).output().data.data
    const [row] = await list(decider)
    expect(row).toMatchObject({ agent: one.agent.name, total: naira(3250), status: 'pending' })
    expect((await list(other)).map(({ id }) => id)).not.toContain(row?.id)
    const counts = async (actor: { id: number }) =>
      (await server.ask(calls.dashboard.getWaitingDecisions, {}, await by(actor))).output().data.sheets
    expect((await counts(decider)) ?? 0).toBe(((await counts(other)) ?? 0) + 1)
    const own = await server.ask(getSheetRequest, { id: row?.id ?? 0 }, await by(other))
    expect(own.output().data[0]?.against).toContain('You requested sheet')
    expect((await decide(row?.id ?? 0, other)).message).toContain('Another admin must decide')
    const seen = await server.ask(getSheetRequest, { id: row?.id ?? 0 }, await by(decider))
    expect(seen.output().data[0]).toMatchObject({ against: null, rows: [{ amount: naira(500) }, {}] })
    server.services.config.allowSameApprover = true
    expect(await decide(row?.id ?? 0, other)).toMatchObject({ status: '200' })
    server.services.config.allowSameApprover = false
  })

  it('is checked again at its approval, and the refusal names the line: all lines or none', async () => {
    const one = await borrower()
    const { id } = await requested(bodyOf(one))
    const agent = await server.makeAgent()
    const assigned = (assignedAgentId: number) =>
      database.update(customers).set({ assignedAgentId }).where(eq(customers.id, one.customer.id))
    await assigned(agent.id)
    const moved = await decide(id)
    expect(moved.message).toContain(`${one.saving.reference}: another agent collects from this customer now`)
    await assigned(one.agent.id)
    const all = { loan_id: one.loan.id, amount: naira(11_000), day: today() }
    expect(await server.ask(calls.loans.repayLoan, all, await by(recorder))).toMatchObject({ status: '200' })
    expect((await decide(id)).message).toContain(one.loan.reference)
    expect(await balanceOf(one.saving.reference)).toBe(0)
    await faultless()
  })

  it('names an earlier sheet of the agent and day, and asks of equal lines', async () => {
    const one = await borrower()
    const part = { ...bodyOf(one), lines: bodyOf(one).lines.slice(0, 1) }
    const { receipt } = (await decide((await requested(part)).id)).output().data
    const unseen = await request(bodyOf(one))
    expect(unseen.message).toContain(`receipt ${receipt}`)
    const seen = { ...bodyOf(one), seen: [receipt ?? ''] }
    expect((await request(seen)).message).toContain(`is on ${receipt} already`)
    const twice = { ...seen, lines: seen.lines.map((line) => ({ ...line, twice: true })) }
    expect(await decide((await requested(twice)).id)).toMatchObject({ status: '200' })
    expect(await balanceOf(one.saving.reference)).toBe(naira(1000))
    await faultless()
  })

  it('is refused for an open day, a day before its wallets and loans, and after 31 days', async () => {
    const one = await borrower()
    const on = (day: string) => request({ ...bodyOf(one), day })
    expect((await on(addDays(today(), -7))).message).toContain('That day is open')
    expect((await on(addDays(today(), -32))).message).toContain('until 31 days after it')
    const before = await on(addDays(one.start, -1))
    expect(before.message).toContain(`${one.saving.reference}: it was opened on`)
    expect(before.message).toContain(`${one.loan.reference}: it was opened on`)
    const { id } = await requested(bodyOf(one))
    await goTo(addDays(one.day, 32))
    expect((await decide(id)).message).toContain('until 31 days after it')
  })

  it('adds the interest of a month that has ended', async () => {
    const one = await borrower()
    await parts.pay('SW', naira(10_000))
    await database.update(savings).set({ interestBasisPoints: 1200 }).where(eq(savings.id, one.saving.id))
    const nextMonth = (day: string) => {
      let next = addDays(day, 1)
      while (!next.endsWith('-01')) next = addDays(next, 1)
      return next
    }
    // A month of 30 days at most: its end is within 31 days of the last day before it.
    let month = nextMonth(today())
    while (addDays(month, 30) < nextMonth(month)) month = nextMonth(month)
    await goTo(nextMonth(month))
    const lines = bodyOf(one).lines.slice(0, 1)
    const { id } = await requested({ ...bodyOf(one), lines, day: addDays(month, -1) })
    expect(await balanceOf(one.saving.reference)).toBe(0)
    await decide(id)
    expect(await balanceOf(one.saving.reference)).toBe(naira(505))
    await faultless()
  })
})
