import { randomUUID } from 'node:crypto'
import { asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { ExpenseSource } from '#contract/calls/expenses'
import type { SettingKey } from '#contract/businessSettings'
import type { Kobo } from '#contract/values'
import { gapsOf } from '#domain/dayVerdict'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { verifyChain } from '#server/audit/auditChain'
import { closeAtHour } from '#server/views/dayClose/closeAtHour'
import { businessSettings, settingChanges } from '#server/db/tables/businessSettings'
import { businessDays, dayOpenings } from '#server/db/tables/businessDays'
import { customerMessages } from '#server/db/tables/messages'
import { withdrawals } from '#server/db/tables/money'
import { sheetRequests } from '#server/db/tables/collections'
import { openMessageWorker } from '#server/process/workers/messageWorker'
import type { SmsMessage } from '#server/sms/sms'
import { verifyLedger } from '#server/ledger/verify'
import { lastEndedDay, openRuns, postRuns } from '#server/runs/run'
import { manyCalls, openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { tillsOf } from '../support/tills'

const { closeDay, getDayClose, requestDayOpening, getDayOpeningCase, dayOpeningDecision } = calls.closing
const server = await openServer({ limits: manyCalls })
const { database, clock } = server
const money = moneyOf(server)
await money.pay('MBW', naira(1_000_000))
const recorder = await server.enterAs({
  permissions: [
    'can-record-collection',
    'can-record-remittance',
    'can-credit-customer',
    'can-create-withdrawal',
    'can-request-reversal',
    'can-view-agent',
  ],
})
const keeper = await server.enterAs({
  permissions: [
    'can-view-day-close',
    'can-close-day',
    'can-open-day',
    'can-approve-reversal',
    'can-approve-collection',
    'can-approve-withdrawal',
  ],
})
const other = await server.enterAs({ permissions: ['can-close-day', 'can-open-day', 'can-view-day-close'] })
const by = async ({ id }: { id: number }) => ({ token: await server.openSession(id), key: randomUUID() })
await openRuns(database, { now: clock.now(), through: lastEndedDay(clock.now()) })

const today = () => lagosDay(clock.now())
/** Ten minutes after the start of the next day, whose predecessor's runs are done. */
async function nextDay() {
  clock.pass((startOfLagosDay(addDays(today(), 1)).getTime() + 600_000 - clock.now().getTime()) / 60_000)
  await postRuns(database, { now: clock.now(), through: lastEndedDay(clock.now()) })
}

/** An agent with a daily saver, who pays ₦500.00. */
async function beat() {
  const agent = await server.makeAgent()
  const customer = await server.makeCustomer(agent.id)
  return { agent, customer, saving: await money.makeSaving(customer) }
}
type Beat = Awaited<ReturnType<typeof beat>>
const sheetOf = ({ agent, saving }: Beat, day = today(), amount = naira(500)) => ({
  agent_id: agent.id,
  day,
  lines: [{ savings_id: saving.id, amount }],
  seen: [] as string[],
})
const closeOf = async (day = today()) =>
  (await server.ask(getDayClose, { day }, await by(keeper))).output().data
async function close({ day = today(), comment = 'Seen', actor = keeper as { id: number } } = {}) {
  const gaps = gapsOf(await closeOf(day))
  return server.ask(closeDay, { day, gaps, comment }, await by(actor))
}
async function closed(day = today()) {
  const reply = await close({ day })
  expect(reply).toMatchObject({ status: '200' })
  return reply.output().data.hash
}
async function open(day = today()) {
  await server.ask(requestDayOpening, { day, reason: 'A sheet was found' }, await by(other))
  const [one] = await database.select().from(dayOpenings).orderBy(desc(dayOpenings.id)).limit(1)
  const id = one?.id ?? 0
  return { id, reply: await server.ask(dayOpeningDecision, { id, status: 'accept' }, await by(keeper)) }
}
const faultless = async () => expect((await verifyLedger(database)).faults).toEqual([])
const entryCount = async () => {
  const { rows } = await database.execute<{ count: string }>(sql`select count(*) from ledger_entries`)
  return Number(rows[0]?.count)
}

describe('a closed day', () => {
  it('takes no cash at the counter, of agents or for them, and says by whom it was closed and who may open it', async () => {
    await nextDay()
    const one = await beat()
    const { agent, customer, saving } = one
    await money.pay(`customer ${customer.id}`, naira(900))
    const withdrawal = { amount: naira(100), description: 'Fees', customer_id: customer.id }
    await server.ask(calls.withdrawals.createWithDrawalRequest, withdrawal, await by(recorder))
    const [asked] = await database.select().from(withdrawals).orderBy(desc(withdrawals.id)).limit(1)
    await closed()
    const before = await entryCount()
    const tried = [
      await server.ask(calls.collections.recordSheet, sheetOf(one), await by(recorder)),
      await server.ask(
        calls.savings.depositSaving,
        { savings_id: saving.id, amount: naira(7) },
        await by(recorder),
      ),
      await server.ask(
        calls.customers.creditUser,
        { customer_id: customer.id, amount: naira(7) },
        await by(recorder),
      ),
      await server.ask(
        calls.cash.recordRemittance,
        { agent_id: agent.id, counted: naira(7) },
        await by(recorder),
      ),
      await server.ask(
        calls.withdrawals.WithDrawalRequestApproval,
        { id: asked?.id ?? 0, status: 'approve' },
        await by(keeper),
      ),
    ]
    for (const reply of tried) {
      expect(reply.status).toBe('400')
      expect(reply.message).toMatch(/was closed by .+ at .+ Nothing was recorded\..+can-open-day/)
    }
    expect(await entryCount()).toBe(before)
    await nextDay()
    const deposit = { savings_id: saving.id, amount: naira(7) }
    expect(await server.ask(calls.savings.depositSaving, deposit, await by(recorder))).toMatchObject({
      status: '200',
    })
    const late = { ...deposit, day: addDays(today(), -1) }
    const account = await server.ask(
      calls.savings.getSavingAccount,
      { savings_id: saving.id },
      await by(recorder),
    )
    expect(account.output().data.closed_days).toContain(late.day)
    expect(account.output().data.closed_days).not.toContain(today())
    const refused = await server.ask(calls.savings.recordDeposit, late, await by(recorder))
    expect(refused.message).toContain('was closed by')
    await faultless()
  })

  it('takes a sheet by its approval, keeps its figures, and shows what came later on a line of its own', async () => {
    await nextDay()
    const [one, two] = [await beat(), await beat()]
    const first = await server.ask(calls.collections.recordSheet, sheetOf(one), await by(recorder))
    const reference = first.output().data.rows[0]?.reference ?? ''
    const day = today()
    await closed(day)
    const kept = await closeOf(day)
    expect(kept.later).toEqual([])
    const asked = { ...sheetOf(two, day, naira(400)), reason: 'Found in the bag' }
    expect(await server.ask(calls.collections.requestSheet, asked, await by(recorder))).toMatchObject({
      status: '200',
    })
    const [request] = await database.select().from(sheetRequests).orderBy(desc(sheetRequests.id)).limit(1)
    const accept = { id: request?.id ?? 0, status: 'accept' as const }
    const approval = await server.ask(calls.collections.sheetRequestDecision, accept, await by(keeper))
    expect(approval).toMatchObject({ status: '200' })
    // A reversal goes on too.
    const taken = { reference, reason: 'Typed wrongly' }
    const wanted = await server.ask(calls.reversals.requestReversal, taken, await by(recorder))
    const { rows } = await database.$client.query<{ id: string }>(
      'select id from reversals where reference = $1',
      [wanted.output().data.reference],
    )
    const decision = { id: Number(rows[0]?.id), status: 'accept' as const }
    expect(await server.ask(calls.reversals.reversalDecision, decision, await by(keeper))).toMatchObject({
      status: '200',
    })
    const { later, open: _open, closings, ...figures } = await closeOf(day)
    const { later: _none, open: _before, closings: _closings, ...then } = kept
    expect(figures).toEqual(then)
    expect(closings).toMatchObject([{ by: keeper.name, comment: 'Seen', opened_by: null }])
    const nothing = { loans: 0, handed_in: 0, paid_out: 0 }
    expect(later?.toSorted((a, b) => a.collected - b.collected)).toEqual([
      {
        agent_id: one.agent.id,
        agent: one.agent.name,
        ...nothing,
        savings: 0,
        reversed: naira(500),
        collected: naira(-500),
      },
      {
        agent_id: two.agent.id,
        agent: two.agent.name,
        ...nothing,
        savings: naira(400),
        reversed: 0,
        collected: naira(400),
      },
    ])
    await nextDay()
    expect((await closeOf(day)).agents).toEqual(then.agents)
    await faultless()
  })

  it('is closed with the gaps that the admin saw, and with gaps only with a reason', async () => {
    await nextDay()
    const one = await beat()
    const day = today()
    const seen = gapsOf(await closeOf(day))
    expect(seen).toBeGreaterThan(0)
    const ask = async (body: { gaps: number; comment?: string }) =>
      server.ask(closeDay, { day, ...body }, await by(keeper))
    expect((await ask({ gaps: seen })).text).toContain('Say why the day is closed with gaps.')
    await server.ask(calls.collections.recordSheet, sheetOf(one), await by(recorder))
    // Nobody counted the cash of the sheet: the agent's gap is another one now.
    const agent = (await closeOf(day)).agents.find(({ agent_id }) => agent_id === one.agent.id)
    expect(agent).toMatchObject({
      sheets: 1,
      counts: 0,
      uncounted: naira(500),
      difference: 0,
      collects: true,
    })
    const counted = { agent_id: one.agent.id, counted: naira(450) }
    await server.ask(calls.cash.recordRemittance, counted, await by(recorder))
    const short = (await closeOf(day)).agents.find(({ agent_id }) => agent_id === one.agent.id)
    expect(short).toMatchObject({ counts: 1, uncounted: 0, difference: naira(-50), unexplained: naira(-50) })
    await server.ask(calls.cash.recordRemittance, { ...counted, counted: naira(50) }, await by(recorder))
    expect((await ask({ gaps: seen, comment: 'Late' })).message).toContain(` now, not ${seen}.`)
    expect((await ask({ gaps: seen - 1, comment: 'Two are ill' })).status).toBe('200')
    expect((await ask({ gaps: seen - 1, comment: 'Again' })).message).toContain('was closed by')
    expect((await server.ask(closeDay, { day: addDays(day, 1), gaps: 0 }, await by(keeper))).status).toBe(
      '100',
    )
  })
})

describe('the tills of a day', () => {
  it('are gaps of it while they are open, and counted after its close, when nothing else is paid or moved', async () => {
    await nextDay()
    const desk = await tillsOf(server)
    const { manager, makeTill, held, newestSession } = desk
    const [cashier, opener] = [await server.enter('can-open-till'), await server.enter('can-open-till')]
    const [one, other] = [await makeTill(), await makeTill()]
    const day = today()
    const none = gapsOf(await closeOf(day))
    expect((await desk.open(one.id, naira(100), cashier)).status).toBe('200')
    const { id } = await newestSession()
    const seen = await closeOf(day)
    expect(gapsOf(seen)).toBe(none + 1)
    expect(seen.places?.find(({ name }) => name === one.name)).toMatchObject({
      is_open: true,
      held: naira(100),
    })
    const stale = await server.ask(closeDay, { day, gaps: none, comment: 'Late' }, await by(keeper))
    expect(stale.message).toContain(` now, not ${none}. Till ${one.name} still open. Look at it again.`)
    const vault = await held('CASH')
    await closed(day)
    const slip = (direction: 'deposit' | 'withdrawal') =>
      server.ask(
        calls.tills.recordBankMovement,
        { direction, amount: naira(5), slip_number: `C-${direction}` },
        manager,
      )
    await money.pay('PW', naira(100), { kind: 'Main wallet credit' })
    const before = vault + naira(100)
    const spend = await spender()
    const tried = [
      await desk.open(other.id, naira(10), opener),
      await slip('deposit'),
      await slip('withdrawal'),
      await spend('cash'),
      await spend('vault'),
      await spend('bank'),
    ]
    for (const reply of tried) {
      expect(reply.status).toBe('400')
      expect(reply.message).toMatch(/was closed by .+ at .+ Nothing was recorded\./)
    }
    expect(await held('CASH')).toBe(before)
    expect((await desk.close(id, naira(100), cashier)).status).toBe('200')
    expect(await held('CASH')).toBe(before + naira(100))
    await faultless()
    await nextDay()
  })

  /** Requests expenses that have their first approval, and gives the second. */
  async function spender() {
    const asker = await server.enter('can-request-expense', 'can-view-expense', 'can-edit-books')
    const first = await server.enter('can-do-first-approval')
    const second = await server.enter('can-do-second-approval')
    const { expenses } = calls
    await server.ask(expenses.createExpenseCategory, { name: 'Fuel' }, asker)
    const { data } = (await server.ask(expenses.getExpenseCategories, {}, asker)).output()
    const fuel = data.find(({ name }) => name === 'Fuel')?.id ?? 0
    return async (paid_from: ExpenseSource) => {
      const body = { category_id: fuel, amount: naira(5), reason: 'Fuel', paid_from }
      ;(await server.ask(expenses.requestExpense, body, asker)).output()
      const rows = (await server.ask(expenses.getExpenses, { page: 1, per_page: 1 }, asker)).output().data
      const accept = { id: rows.data[0]?.id ?? 0, status: 'accept' } as const
      ;(await server.ask(expenses.firstExpenseDecision, accept, first)).output()
      return server.ask(expenses.secondExpenseDecision, accept, second)
    }
  }
})

describe('an opening', () => {
  it('needs another admin; then the day accepts cash again, and a second closing keeps its own figures', async () => {
    await nextDay()
    const one = await beat()
    const day = today()
    const refused = await server.ask(requestDayOpening, { day, reason: 'None' }, await by(other))
    expect(refused.message).toContain('is open. Nothing was requested.')
    const hash = await closed(day)
    const kept = (await closeOf(day)).agents
    await server.ask(requestDayOpening, { day, reason: 'A sheet was found' }, await by(other))
    const twice = await server.ask(requestDayOpening, { day, reason: 'Again' }, await by(keeper))
    expect(twice.message).toBe('The opening of this day was requested already.')
    const [asked] = await database.select().from(dayOpenings).orderBy(desc(dayOpenings.id)).limit(1)
    const id = asked?.id ?? 0
    expect((await closeOf(day)).opening).toBe(asked?.reference)
    const own = await server.ask(dayOpeningDecision, { id, status: 'accept' }, await by(other))
    expect(own.message).toContain('yourself. Another admin must decide on it.')
    const shown = await server.ask(getDayOpeningCase, { id }, await by(other))
    expect(shown.output().data[0]?.against).toContain('yourself')
    const reply = await server.ask(dayOpeningDecision, { id, status: 'accept' }, await by(keeper))
    expect(reply.message).toContain('is open again')
    expect(await server.ask(calls.collections.recordSheet, sheetOf(one), await by(recorder))).toMatchObject({
      status: '200',
    })
    const second = await closed(day)
    const { closings } = await closeOf(day)
    expect(closings).toMatchObject([
      { hash, opened_by: asked?.reference },
      { hash: second, opened_by: null },
    ])
    const rows = await database
      .select()
      .from(businessDays)
      .where(eq(businessDays.day, day))
      .orderBy(asc(businessDays.round))
    expect(rows.map(({ figures }) => figures.agents)).toEqual([kept, (await closeOf(day)).agents])
    expect(rows[0]?.figures).not.toEqual(rows[1]?.figures)
  })

  it('of an earlier day lets sheets of it in again, up to seven days', async () => {
    await nextDay()
    const one = await beat()
    const day = today()
    await closed(day)
    await nextDay()
    const refused = await server.ask(calls.collections.recordSheet, sheetOf(one, day), await by(recorder))
    expect(refused.message).toContain('was closed by')
    await open(day)
    expect(
      await server.ask(calls.collections.recordSheet, sheetOf(one, day), await by(recorder)),
    ).toMatchObject({ status: '200' })
    const asked = { ...sheetOf(one, day), reason: 'Twice' }
    expect((await server.ask(calls.collections.requestSheet, asked, await by(recorder))).message).toContain(
      'That day is open',
    )
  })
})

it('a closing and what is recorded at once: each amount is in the figures, or refused', async () => {
  await nextDay()
  const beats = [await beat(), await beat(), await beat(), await beat()]
  const day = today()
  const gaps = gapsOf(await closeOf(day))
  const deposits = beats.flatMap(({ saving }) =>
    [1, 2, 3].map((n) => ({ savings_id: saving.id, amount: naira(n) })),
  )
  const send = deposits.map(
    (body) => async () => server.ask(calls.savings.depositSaving, body, await by(recorder)),
  )
  const half = send.length / 2
  const closing = async () => server.ask(closeDay, { day, gaps, comment: 'Now' }, await by(keeper))
  const again = async () => server.ask(closeDay, { day, gaps, comment: 'Now' }, await by(other))
  const replies = await Promise.all(
    [...send.slice(0, half), closing, again, ...send.slice(half)].map((one) => one()),
  )
  const closings = replies.splice(half, 2)
  expect(new Set(closings.map(({ status }) => status))).toEqual(new Set(['200', '400']))
  const made = deposits.flatMap(({ amount }, at) => (replies[at]?.status === '200' ? [amount] : []))
  for (const reply of replies) if (reply.status !== '200') expect(reply.message).toContain('was closed by')
  const { counter, later } = await closeOf(day)
  expect(counter.savings).toBe(made.reduce((sum, amount) => (sum + amount) as Kobo, 0 as Kobo))
  expect(later).toEqual([])
  await faultless()
})

let hoursSet = 0
const setHour = (hour: number) => setTo('closing-hour', hour)
async function setTo(key: SettingKey, value: number | null) {
  hoursSet += 1
  const [changed] = await database
    .insert(settingChanges)
    .values({
      reference: `hour ${hoursSet}`,
      key,
      setting: key,
      changes: '',
      value,
      reason: '',
      status: 'approved',
      requestedBy: keeper.id,
      decidedBy: other.id,
      decidedAt: clock.now(),
    })
    .returning()
  const set = { value, changeId: changed?.id ?? 0 }
  await database
    .insert(businessSettings)
    .values({ key, ...set })
    .onConflictDoUpdate({ target: businessSettings.key, set })
}

it('the server closes the day at its hour, once; opened again, it is closed when it has ended', async () => {
  await nextDay()
  const day = today()
  expect(await closeAtHour(database, clock.now())).toEqual([])
  await setHour(18)
  expect(await closeAtHour(database, clock.now())).toEqual([])
  const at = (hour: number) => new Date(startOfLagosDay(day).getTime() + hour * 3_600_000)
  expect(await closeAtHour(database, at(17.9))).toEqual([])
  clock.pass(18 * 60)
  const both = await Promise.all([closeAtHour(database, at(18.1)), closeAtHour(database, at(18.1))])
  expect(both.flat()).toEqual([day])
  expect((await closeOf(day)).closings).toMatchObject([{ by: null, opened_by: null }])
  await open(day)
  expect(await closeAtHour(database, at(20))).toEqual([])
  await nextDay()
  expect(await closeAtHour(database, clock.now())).toEqual([day])
  expect(await closeAtHour(database, clock.now())).toEqual([])
  expect((await closeOf(day)).closings).toHaveLength(2)
  await setHour(0)
  expect(await verifyChain(database)).toMatchObject({ intact: true })
})

it('the owner gets the figures of a closed day by SMS, where the business names a phone; the verdict begins at its hour', async () => {
  await nextDay()
  const one = await beat()
  await server.ask(calls.collections.recordSheet, sheetOf(one), await by(recorder))
  const heard = () => database.select().from(customerMessages).where(isNotNull(customerMessages.closingId))
  await closed()
  expect(await heard()).toEqual([])
  expect(await closeOf()).toMatchObject({ verdict_hour: 18, closings: [{ owner_message: null }] })
  await open()
  await setTo('owner-phone', 8_012_345_678)
  await setTo('verdict-hour', 20)
  const day = today()
  await closed()
  const [message, ...more] = await heard()
  expect(more).toEqual([])
  expect(message).toMatchObject({ customerId: null, phone: '08012345678', state: 'waiting' })
  expect(message?.text).toMatch(
    /^\d+ \w+ \d{4} is closed\. Collected NGN 500\.00 of NGN [\d,.]+ due\. Difference none\. \d+ gaps?\.$/,
  )
  expect(message?.text).not.toContain(one.customer.firstName)
  expect((await closeOf(day)).closings).toMatchObject([{ owner_message: null }, { owner_message: 'waiting' }])
  expect(await closeOf(day)).toMatchObject({ verdict_hour: 20 })
  const sent: SmsMessage[] = []
  const worker = openMessageWorker({
    database,
    send: async (sms) => void sent.push(sms),
    log: server.services.log,
    now: clock.now,
  })
  await worker.run()
  expect(sent.filter(({ phone }) => phone === '08012345678')).toEqual([
    { id: message?.id, phone: '08012345678', text: message?.text },
  ])
  expect((await closeOf(day)).closings?.[1]).toMatchObject({ owner_message: 'sent' })
  // It is of no customer: no list of theirs has it.
  await database
    .update(customerMessages)
    .set({ state: 'failed' })
    .where(isNotNull(customerMessages.closingId))
  expect((await closeOf(day)).unsent).toMatchObject({ failed: 0 })
  await setTo('owner-phone', null)
  await setTo('verdict-hour', 18)
})

it('a day that nobody closes takes what was collected on it for seven days more', async () => {
  await nextDay()
  const one = await beat()
  const day = today()
  await nextDay()
  expect(
    await server.ask(calls.collections.recordSheet, sheetOf(one, day), await by(recorder)),
  ).toMatchObject({
    status: '200',
  })
  const { closings, closed_at } = await closeOf(day)
  expect([closings, closed_at === null]).toEqual([[], false])
})

it('the activity log has the hash of each closing, and a changed figure is found', async () => {
  await nextDay()
  const hash = await closed()
  expect(await verifyChain(database)).toMatchObject({ intact: true })
  const { rows } = await database.$client.query<{ detail: string }>(
    `select detail from admin_activity where action = 'closing.closeDay' and status = 'success' order by id desc limit 1`,
  )
  expect(rows[0]?.detail).toContain(`Hash ${hash}.`)
  const client = await database.$client.connect()
  const damage = async (statement: string) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(statement)
    await client.query('commit')
    return verifyChain(database)
  }
  const last = '(select max(id) from business_days)'
  const set = (path: string, value: string) =>
    `update business_days set figures = jsonb_set(figures, '${path}', '${value}') where id = ${last}`
  expect(await damage(set('{counter,savings}', '1'))).toMatchObject({
    intact: false,
    fault: expect.stringContaining('its figures do not match its hash'),
  })
  expect(await damage(set('{counter,savings}', '0'))).toMatchObject({ intact: true })
  // A hash that fits other figures is not the one that the log has.
  const kept = await database.select().from(businessDays).orderBy(desc(businessDays.id)).limit(1)
  expect(await damage(`update business_days set hash = 'x', comment = 'y' where id = ${last}`)).toMatchObject(
    { intact: false },
  )
  await damage(`update business_days set hash = '${kept[0]?.hash}', comment = 'Seen' where id = ${last}`)
  expect(await verifyChain(database)).toMatchObject({ intact: true })
  expect(await damage(`delete from business_days where id = ${last}`)).toMatchObject({
    intact: false,
    fault: expect.stringContaining('whose closing is missing'),
  })
  client.release()
})

it('the database keeps closings and decided openings as they are', async () => {
  const refused = async (statement: string) =>
    database.$client.query(statement).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  expect(await refused('update business_days set comment = null')).toBe('23001')
  expect(await refused('delete from business_days')).toBe('23001')
  expect(await refused(`update day_openings set day = day + 1`)).toBe('23001')
  expect(await refused('delete from day_openings')).toBe('23001')
})
