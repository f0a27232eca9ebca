import { randomUUID } from 'node:crypto'
import { calls, type Calls } from '#contract/index'
import type { Named, BodyOf, Write } from '#contract/call'
import type { Kobo } from '#contract/values'
import { addDays, lagosDay } from '#domain/time/lagos'
import { weekdayOf } from '#domain/time/weekdays'
import { customers, signInThrottles } from '#server/db/tables/schema'
import { desc, eq, isNull, sql } from 'drizzle-orm'
import { holidays } from '#server/db/tables/calendar'
import { monthOf, monthsBefore } from '#domain/time/months'
import { agentPayTerms, agentStatements } from '#server/db/tables/agentPay'
import { cashDifferences } from '#server/db/tables/cash'
import { sheetRequests } from '#server/db/tables/collections'
import { fieldBatches, fieldLines, lateBatches } from '#server/db/tables/field'
import { writeAgentActivity } from '#server/audit/agentActivity'
import { batchHashText, hashOfBatch } from '#server/audit/batchHash'
import { reopenings, runItems, runs } from '#server/db/tables/runs'
import type { ControlTotals } from '#domain/import/totals'
import { expenseCategories, expenses } from '#server/db/tables/expenses'
import { fees } from '#server/db/tables/fees'
import { imports, importUploads } from '#server/db/tables/imports'
import { entries } from '#server/db/tables/ledger'
import { loanHistory, loans } from '#server/db/tables/loans'
import { fundRequests, marketDays, savings, savingTypes, withdrawals } from '#server/db/tables/money'
import { payoutBatches } from '#server/db/tables/payoutBatches'
import { agentPayouts } from '#server/db/tables/payouts'
import { loanChanges } from '#server/db/tables/loanChanges'
import { reversals } from '#server/db/tables/reversals'
import { tills, tillSessions } from '#server/db/tables/tills'
import { dayOpenings } from '#server/db/tables/businessDays'
import { gapsOf } from '#domain/dayVerdict'
import { creditRequests, messagesOffRequests } from '#server/db/tables/limits'
import { settingOf } from '#server/settings/businessSettings'
import { settingChanges } from '#server/db/tables/businessSettings'
import { termChanges } from '#server/db/tables/terms'
import { mainWalletOf } from '#server/ledger/accounts'
import { postSavingsMovement } from '#server/ledger/savings'
import { lockOf } from '#server/auth/throttle'
import type { TestServer } from './harness'
import { loanFixturesOf } from '../loans/loanFixtures'
import { guarantorBody, uploaded } from './files'
import { naira, password, personBody, rate } from './people'
import { samples, unknownId } from './samples'

type WritesOf<G> = { [K in keyof G as G[K] extends Write ? K : never]: G[K] }
/** Prepares what a change needs and returns a body that the server accepts, each time it is called. */
type Prepare<C> = C extends Write ? () => Promise<BodyOf<C>> : never
type Changes = {
  [G in keyof Calls as keyof WritesOf<Calls[G]> extends never ? never : G]: {
    [K in keyof WritesOf<Calls[G]>]: Prepare<Calls[G][K]>
  }
}

export type Changer = Awaited<ReturnType<typeof changerOf>>

/**
 * A superadmin who may make every change, and for each change a body that succeeds. A change without a body does not
 * compile, so that loops over changes cover all of them. The server needs ALLOW_SAME_APPROVER.
 */
export async function changerOf(server: TestServer) {
  const { database } = server
  const parts = await loanFixturesOf(server)
  const boss = await server.enterAs({ role: 'SuperAdmin', name: 'Ngozi Afolabi' })
  await parts.pay('MBW', naira(10_000_000))
  /** A new session: the clock may have passed the end of the last one. */
  const signedIn = async () => ({ token: await server.openSession(boss.id) })
  let made = 0
  /** Names end in digits, for two letters may look like a third one and names that look alike are refused. */
  const name = (noun: string) => {
    made += 1
    return `${noun} ${100 + made}`
  }
  /** The same for a noun whose names have letters only. */
  const letters = (noun: string) => {
    made += 1
    return `${noun} ${'A'.repeat(made)}`
  }
  const place = { state: 'Kano', lga: 'Dala' }

  async function customer() {
    const one = await parts.makeBorrower()
    await parts.pay(mainWalletOf(one.id), naira(5_000))
    return one
  }
  const saving = async () => parts.makeSaving(await customer())
  async function loanAfterFirst(
    owner?: Awaited<ReturnType<typeof customer>>,
    fields: Parameters<typeof parts.apply>[2] = {},
  ) {
    const { id } = await parts.apply(owner ?? (await customer()), {}, fields)
    await server.ask(calls.loans.firstLoanApproval, { id, status: 'accepted' }, await signedIn())
    return id
  }
  async function disbursedLoan(...terms: Parameters<typeof loanAfterFirst>) {
    await parts.pay('MBW', naira(50_000))
    const id = await loanAfterFirst(...terms)
    await server.ask(calls.loans.secondLoanApproval, { id, status: 'accepted' }, await signedIn())
    return id
  }
  /** Makes something as it was made that many days ago, so that the ledger stays right. */
  async function daysAgo<Made>(days: number, make: () => Promise<Made>) {
    server.clock.pass(-days * 24 * 60)
    const made = await make()
    server.clock.pass(days * 24 * 60)
    return made
  }
  /** A sheet of a closed day. */
  async function oldSheet() {
    const { agent_id, lines } = await daysAgo(40, newSheet)
    const day = addDays(lagosDay(server.clock.now()), -10)
    return { agent_id, day, lines, seen: [], reason: 'The agent was ill' }
  }
  /** Lines of a device that wait for an admin, as a batch keeps them. */
  async function makeLateBatch() {
    const { agent_id: agentId, day, lines: sheet } = await oldSheet()
    const [{ savings_id: savingsId = 0 } = {}, { loan_id: loanId = 0 } = {}] = sheet
    const [owner] = await database.select().from(savings).where(eq(savings.id, savingsId))
    const createdAt = server.clock.now()
    const amount = naira(500)
    const reference = `FB-${randomUUID()}`
    const facts = { agentId, day, createdAt }
    const [made] = await database
      .insert(lateBatches)
      .values({ ...facts, reference: `LB-${randomUUID()}`, lines: 2, total: naira(1000), reason: 'too old' })
      .returning()
    const sent = {
      agentId,
      customerId: owner?.customerId ?? 0,
      amount,
      contentHash: '',
      state: 'waiting' as const,
      lateId: made?.id ?? 0,
      recordedAt: createdAt,
    }
    const lines = [
      { ...sent, lineKey: randomUUID(), place: 1, savingsId },
      { ...sent, lineKey: randomUUID(), place: 2, loanId },
    ]
    const batch = { ...facts, reference, deviceId: unknownId }
    const hash = hashOfBatch(batch, lines)
    const [stored] = await database
      .insert(fieldBatches)
      .values({ ...batch, lines: 2, hash })
      .returning()
    await database.insert(fieldLines).values(lines.map((line) => ({ ...line, batchId: stored?.id ?? 0 })))
    const detail = batchHashText(hash)
    await writeAgentActivity(database, {
      agentId,
      action: 'recordedBatch',
      detail,
      reference,
      now: createdAt,
    })
    return sent.lateId
  }

  async function newSheet() {
    const loan_id = await disbursedLoan()
    const { id } = await ownerOf(loan_id)
    const agent = await server.makeAgent()
    await database.update(customers).set({ assignedAgentId: agent.id }).where(eq(customers.id, id))
    const owner = { id, agentId: agent.id }
    const one = await parts.makeSaving(owner)
    return {
      agent_id: owner.agentId,
      day: lagosDay(server.clock.now()),
      lines: [
        { savings_id: one.id, amount: naira(500) },
        { loan_id, amount: naira(700) },
      ],
      counted: naira(480),
    }
  }

  async function ownerOf(loanId: number) {
    const [owner] = await database
      .select({ id: customers.id, agentId: customers.assignedAgentId })
      .from(customers)
      .innerJoin(loans, eq(loans.customerId, customers.id))
      .where(eq(loans.id, loanId))
    if (!owner) throw new Error(`Loan ${loanId} has no customer.`)
    return owner
  }
  /** The payout in cash of a wallet whose first cycle ended some days ago. */
  async function payout(): Promise<BodyOf<typeof calls.payouts.requestPayout>> {
    const { id, reference, customerId } = await daysAgo(40, async () => saving())
    await database.transaction((tx) =>
      postSavingsMovement(tx, id, {
        kind: 'deposit',
        amount: naira(700),
        customerId,
        wallet: reference,
        madeAt: server.clock.now(),
        adminId: boss.id,
      }),
    )
    return { wallets: [id], total: naira(700), paid: 'counter' }
  }
  /** A pending withdrawal of a customer. */
  async function withdrawalOf(customer_id: number): Promise<number> {
    const body = { amount: naira(100), description: 'School fees', customer_id }
    await server.ask(calls.withdrawals.createWithDrawalRequest, body, await signedIn())
    const [one] = await database.select().from(withdrawals).orderBy(desc(withdrawals.id)).limit(1)
    return one?.id ?? 0
  }
  /** One that the customer's agent is to pay. */
  async function toPay(customerId: number, day: string): Promise<number> {
    const id = await withdrawalOf(customerId)
    const body = { id, pay_on: day }
    const reply = await server.ask(calls.withdrawals.approveWithdrawalForAgent, body, await signedIn())
    if (reply.status !== '200') throw new Error(reply.text)
    return id
  }
  /** One that the agent has not paid: its day is over. */
  async function notPaid(): Promise<number> {
    const today = lagosDay(server.clock.now())
    const id = await toPay((await customer()).id, today)
    await database
      .update(agentPayouts)
      .set({ payOn: addDays(today, -1) })
      .where(eq(agentPayouts.withdrawalId, id))
    return id
  }
  /** The reference of the payment of a withdrawal that an agent was to pay. */
  async function paidForAgent(): Promise<string> {
    const id = await notPaid()
    const reply = await server.ask(
      calls.withdrawals.withdrawalPayment,
      { id, payment: 'counter' },
      await signedIn(),
    )
    if (reply.status !== '200') throw new Error(reply.text)
    const [payment] = await database
      .select({ reference: entries.reference })
      .from(agentPayouts)
      .innerJoin(entries, eq(entries.id, agentPayouts.entryId))
      .where(eq(agentPayouts.withdrawalId, id))
    return payment?.reference ?? ''
  }
  async function request() {
    const body = { amount: naira(100), type: 'credit', description: 'Float', flag: 'PW' } as const
    await server.ask(calls.requests.createRequest, body, await signedIn())
    const [one] = await database.select().from(fundRequests).orderBy(desc(fundRequests.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept', flag: 'PW' } as const
  }
  async function device(fields: Parameters<TestServer['makeDevice']>[1] = {}) {
    const agent = await server.makeAgent()
    return server.makeDevice(agent.id, fields)
  }
  /** A day after all that the calendar names. */
  async function freeDay() {
    const { rows } = await database.execute<{
      day: string
    }>(sql`select (greatest('2040-01-01', max(day)) + 2)::text as day
      from (select day from holidays union all select from_day from collection_calendars) d`)
    return rows[0]?.day ?? ''
  }
  /** A day with collection on which an instalment is due. */
  async function dayDue() {
    const [first] = await parts.scheduleOf(await disbursedLoan())
    return first?.dueDate ?? ''
  }
  async function market() {
    const [one] = await database
      .insert(marketDays)
      .values({ name: name('Market'), period: 1, ...place, status: 'active', createdAt: server.clock.now() })
      .returning()
    return { marketId: one?.id ?? 0 }
  }
  async function savingType(fields: { status?: 'inactive' } = {}) {
    const [type] = await database
      .insert(savingTypes)
      .values({ name: name('Type'), category: 'daily', ...fields })
      .returning()
    return { id: type?.id ?? 0 }
  }
  /** A till that nobody has open. What others left open is closed, as an admin has one open. */
  async function till() {
    await database
      .update(tillSessions)
      .set({
        closedAt: server.clock.now(),
        closedBy: sql`${tillSessions.adminId}`,
        expected: sql`(select -a.balance from tills t join ledger_accounts a on a.id = t.account_id where t.id = ${tillSessions.tillId})`,
        counted: naira(0),
      })
      .where(isNull(tillSessions.closedAt))
    await server.ask(calls.tills.createTill, { name: name('Till') }, await signedIn())
    const [one] = await database.select().from(tills).orderBy(desc(tills.id)).limit(1)
    return one?.id ?? 0
  }
  async function openTill() {
    await server.ask(calls.tills.openTill, { till_id: await till(), counted: naira(500) }, await signedIn())
    const [one] = await database.select().from(tillSessions).orderBy(desc(tillSessions.id)).limit(1)
    return one?.id ?? 0
  }
  async function closedTill(counted: Kobo) {
    const body = { till_session_id: await openTill(), counted, counted_again: counted }
    await server.ask(calls.tills.closeTill, body, await signedIn())
    return { id: body.till_session_id }
  }
  const silenced = async () => ({ customer_id: (await parts.makeBorrower()).id, reason: 'Shared phone' })
  const creditAsked = async () => ({
    customer_id: (await customer()).id,
    amount: naira(777),
    reason: 'Sale of a shop',
  })
  /** Another closing hour; what waited is rejected, as one of a setting waits at a time. */
  async function settingChange() {
    await database
      .update(settingChanges)
      .set({ status: 'rejected', comment: 'Another', decidedBy: boss.id, decidedAt: server.clock.now() })
      .where(eq(settingChanges.status, 'pending'))
    const hour = await settingOf(database, 'closing-hour')
    return { key: 'closing-hour' as const, value: String((hour + 1) % 24), reason: 'The office closes later' }
  }
  async function newestTermChange() {
    const [one] = await database.select().from(termChanges).orderBy(desc(termChanges.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept', comment: 'Agreed' } as const
  }
  /** A fee of ₦500.00 of each new customer. */
  async function fee(fields: { status?: 'inactive' } = {}) {
    const [one] = await database
      .insert(fees)
      .values({
        name: name('Fee'),
        kind: 'amount',
        amount: naira(500),
        appliesTo: 'customer',
        moment: 'registration',
        createdAt: server.clock.now(),
        ...fields,
      })
      .returning()
    return { id: one?.id ?? 0 }
  }
  async function permission() {
    const newName = name('can-do').toLowerCase()
    await server.ask(calls.roles.createPermission, { name: newName }, await signedIn())
    const { data } = (await server.ask(calls.roles.getPermissions, {}, await signedIn())).output()
    return data.find((one) => one.name === newName)?.id ?? 0
  }
  async function view() {
    const body = { ...samples.views.saveView, name: name('View') }
    const { id } = (await server.ask(calls.views.saveView, body, await signedIn())).output()
    return { view_id: id }
  }
  const customerBody = () => ({
    first_name: 'Halima',
    last_name: 'Danladi',
    phone_number: personBody().phone_number,
    home_address: '4 Murtala Way, Kano',
    office_address: 'Stall 9, Kantin Kwari',
    ...place,
  })
  const admin = async (options?: Parameters<TestServer['makeAdmin']>[0]) => ({
    admin_id: (await server.makeAdmin(options)).id,
  })
  const agent = async (fields?: Parameters<TestServer['makeAgent']>[0]) => ({
    agent_id: (await server.makeAgent(fields)).id,
  })
  async function agentWithCash() {
    const owner = await parts.makeBorrower()
    const { id } = await server.makeAgent()
    await parts.collect(owner, naira(1000), id, boss.id)
    return { agent_id: id }
  }
  /** Of a new category, with a slip; the profit wallet covers it. */
  async function newExpense() {
    await parts.pay('PW', naira(1000), { kind: 'Main wallet credit' })
    const category = name('Rent')
    const made = await server.ask(calls.expenses.createExpenseCategory, { name: category }, await signedIn())
    made.output()
    const [one] = await database.select().from(expenseCategories).where(eq(expenseCategories.name, category))
    return {
      category_id: one?.id ?? 0,
      amount: naira(100),
      reason: 'Rent of November',
      paid_from: 'cash',
    } as const
  }
  async function expense() {
    await server.ask(calls.expenses.requestExpense, await newExpense(), await signedIn())
    const [one] = await database.select().from(expenses).orderBy(desc(expenses.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept' } as const
  }
  async function difference() {
    const body = { ...(await agentWithCash()), type: 'missing', amount: naira(100), reason: 'Lost' } as const
    await server.ask(calls.cash.requestCashDifference, body, await signedIn())
    const [one] = await database.select().from(cashDifferences).orderBy(desc(cashDifferences.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept' } as const
  }
  /** An agent who gets a tenth of the ₦1,000.00 that came in last month. */
  async function earningAgent() {
    const today = lagosDay(server.clock.now())
    const [month = ''] = monthsBefore(monthOf(today), 1)
    const one = await daysAgo(Number(today.slice(8)) + 2, agentWithCash)
    await database.insert(agentPayTerms).values({
      agentId: one.agent_id,
      fromMonth: month,
      commissionBasisPoints: 0,
      savingsBasisPoints: 1_000,
      repaymentBasisPoints: 0,
      adminId: boss.id,
    })
    return { ...one, month }
  }
  async function statement() {
    await server.ask(calls.agentPay.makeAgentStatements, await earningAgent(), await signedIn())
    const [one] = await database.select().from(agentStatements).orderBy(desc(agentStatements.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept' } as const
  }
  async function statementAfterFirst() {
    const body = await statement()
    await server.ask(calls.agentPay.firstAgentStatementDecision, body, await signedIn())
    return body
  }
  /** An active loan of ₦50,000.00 at 12.5 %, with what is owed on it. */
  const toWriteOff = async () =>
    ({ loan_id: await disbursedLoan(), amount: naira(56_250), reason: 'Moved away' }) as const
  const toReschedule = async () =>
    ({
      ...(await toWriteOff()),
      instalment_period: 'weekly',
      instalment_times: 6,
      first_due: addDays(lagosDay(server.clock.now()), 7),
    }) as const
  /** An active loan that ₦10,000.00 of savings secure. */
  async function toSetOff() {
    const owner = await customer()
    const wallet = await parts.makeSaving(owner)
    await parts.pay(wallet.reference, naira(10_000))
    const secured = { securityBasisPoints: 2000, securitySavingsId: wallet.id }
    const loan_id = await disbursedLoan(owner, secured)
    return { loan_id, amount: naira(56_250), security: naira(10_000), reason: 'Not repaid' }
  }
  async function loanChange() {
    await server.ask(calls.loanChanges.requestWriteOff, await toWriteOff(), await signedIn())
    const [one] = await database.select().from(loanChanges).orderBy(desc(loanChanges.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept', comment: 'Seen' } as const
  }
  async function writtenOffLoan() {
    const body = await loanChange()
    await server.ask(calls.loanChanges.firstLoanChangeDecision, body, await signedIn())
    await server.ask(calls.loanChanges.secondLoanChangeDecision, body, await signedIn())
    const [one] = await database.select().from(loanChanges).where(eq(loanChanges.id, body.id))
    return one?.loanId ?? 0
  }
  async function reversible() {
    const owner = await parts.makeBorrower()
    const { reference } = await parts.collect(owner, naira(700), owner.agentId, boss.id)
    return { reference, reason: 'Typed for another customer' }
  }
  async function reversalOf(movement: Awaited<ReturnType<typeof reversible>>) {
    await server.ask(calls.reversals.requestReversal, movement, await signedIn())
    const [one] = await database.select().from(reversals).orderBy(desc(reversals.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept', comment: 'Seen in the book' } as const
  }
  /** A closed day, without a reopening that awaits its decision. */
  async function closedDay() {
    const now = server.clock.now()
    const decided = { status: 'rejected' as const, decidedBy: boss.id, decidedAt: now, comment: 'Not now' }
    await database.update(reopenings).set(decided).where(eq(reopenings.status, 'pending'))
    const closed = { kind: 'penalties' as const, day: addDays(lagosDay(now), -1), state: 'done' as const }
    await database
      .insert(runs)
      .values({ ...closed, finishedAt: now })
      .onConflictDoNothing()
    return { from_day: closed.day, reason: 'The clock was ahead' }
  }
  let closings = 0
  /** A day that is open, so long ago that other bodies record nothing of it. */
  async function dayToClose(): Promise<BodyOf<typeof calls.closing.closeDay>> {
    const day = addDays(lagosDay(server.clock.now()), closings++ - 31)
    const reply = await server.ask(calls.closing.getDayClose, { day }, await signedIn())
    return { day, gaps: gapsOf(reply.output().data), comment: 'Nobody came' }
  }
  async function dayClosedBefore() {
    const body = await dayToClose()
    const reply = await server.ask(calls.closing.closeDay, body, await signedIn())
    if (reply.status !== '200') throw new Error(reply.text)
    return { day: body.day, reason: 'A sheet was found' }
  }
  /** A reopening of a day whose runs posted a penalty and a charge. */
  async function reopeningOfPostings() {
    const closed = await closedDay()
    const { from_day: day } = closed
    const [now, finishedAt] = [server.clock.now(), server.clock.now()]
    const loanId = await daysAgo(40, disbursedLoan)
    const penalty = (await parts.punish(loanId)).id
    const [row] = await database.select().from(loanHistory).where(eq(loanHistory.id, penalty))
    const owner = await parts.makeBorrower()
    const saving = await parts.makeSaving(owner)
    await parts.pay(saving.reference, naira(500))
    const facts = { customerId: owner.id, wallet: saving.reference, madeAt: now }
    const charge = await database.transaction((tx) =>
      postSavingsMovement(tx, saving.id, { kind: 'charge', amount: naira(100), ...facts }),
    )
    await database
      .insert(runs)
      .values({ kind: 'charges', day, state: 'done', finishedAt })
      .onConflictDoNothing()
    const standing = await database.select().from(runs).where(isNull(runs.reopeningId))
    const runOf = (kind: string) => standing.find((run) => run.kind === kind && run.day === day)?.id ?? 0
    await database.insert(runItems).values([
      {
        runId: runOf('penalties'),
        subjectId: row?.instalmentId ?? 0,
        loanId,
        amount: row?.penalty ?? naira(0),
        entryId: row?.entryId,
      },
      {
        runId: runOf('charges'),
        subjectId: saving.id,
        savingsId: saving.id,
        amount: naira(100),
        entryId: charge.entryId,
      },
    ])
    await database.execute(sql`update runs set posted = of_rows.posted, amount = of_rows.amount
      from (select run_id, count(entry_id) as posted, sum(amount) as amount from run_items group by run_id) of_rows
      where id = run_id`)
    await server.ask(calls.closing.requestReopening, closed, await signedIn())
    const [one] = await database.select().from(reopenings).orderBy(desc(reopenings.id)).limit(1)
    return { id: one?.id ?? 0, status: 'accept', comment: 'Seen in the log' } as const
  }
  const move = async () => {
    const { id: customer_id } = await customer()
    const { id: agent_id } = await server.makeAgent()
    return { agent_id, customer_id }
  }

  /** An import in a state. */
  async function importIn(state: (typeof imports.$inferInsert)['state']) {
    const { id: _id, ...zero } = samples.imports.enterImportTotals
    const totals = Object.fromEntries(Object.entries(zero).map(([key, sum]) => [key, String(sum)]))
    const isReleased = state === 'released' && { releasedBy: boss.id, releasedAt: server.clock.now() }
    const [one] = await database
      .insert(imports)
      .values({
        state,
        cutOverDay: '2026-10-31',
        createdBy: boss.id,
        totals: totals as ControlTotals,
        ...isReleased,
      })
      .returning()
    return { id: one?.id ?? 0 }
  }

  /** An import with a file whose dates are asked for. */
  async function askedIn() {
    const { id } = await importIn('open')
    const question = { column: 'Registered', line: 2, text: '01/02/2025' }
    const [upload] = await database
      .insert(importUploads)
      .values({
        importId: id,
        noun: 'customers',
        name: 'customers.csv',
        parts: [unknownId],
        question,
        addedBy: boss.id,
      })
      .returning()
    return { ...samples.imports.answerImportDates, id, upload_id: upload?.id ?? 0 }
  }

  const changes: Changes = {
    imports: {
      createImport: async () => samples.imports.createImport,
      checkImport: async () => ({ ...(await importIn('open')), files: [] }),
      answerImportDates: () => askedIn(),
      enterImportTotals: async () => ({
        ...samples.imports.enterImportTotals,
        ...(await importIn('checked')),
      }),
      releaseImport: () => importIn('ready'),
      undoImport: () => importIn('released'),
      stopImport: () => importIn('checking'),
      cancelImport: () => importIn('open'),
    },
    views: {
      saveView: async () => ({ ...samples.views.saveView, name: name('View') }),
      updateView: async () => ({ ...samples.views.updateView, ...(await view()), density: 'comfortable' }),
      renameView: async () => ({ ...(await view()), name: name('View') }),
      deleteView: view,
      shareView: async () => ({ ...(await view()), role_id: (await server.makeRole(name('Role'))).id }),
      setDefaultView: async () => ({ ...(await view()), is_default: true }),
    },
    fees: {
      createFee: async () => ({ ...samples.fees.createFee, name: name('Fee') }),
      switchOffFee: () => fee(),
      switchOnFee: () => fee({ status: 'inactive' }),
      payFee: async () => ({
        customer_id: (await customer()).id,
        fee_id: (await fee()).id,
        amount: naira(500),
        from: 'wallet',
      }),
    },
    arrears: {
      setArrearsTerms: async () => samples.arrears.setArrearsTerms,
    },
    expenses: {
      requestExpense: () => newExpense(),
      firstExpenseDecision: expense,
      secondExpenseDecision: async () => {
        const body = await expense()
        await server.ask(calls.expenses.firstExpenseDecision, body, await signedIn())
        return body
      },
      createExpenseCategory: async () => ({ name: name('Rent') }),
      switchExpenseCategory: async () => ({ id: (await newExpense()).category_id, status: 'inactive' }),
    },
    books: {
      setBookAccount: async () => ({ id: 1, code: name('10'), name: name('Cash') }),
    },
    session: {
      changePassword: async () => ({ oldPassword: password, newPassword: `${password}!` }),
      logout: async () => ({}),
    },
    admins: {
      addAdmin: async () => {
        const { name: fullName, email, phone_number } = personBody()
        return { name: fullName, email, phone_number }
      },
      updateAdmin: async () => ({ phone_number: personBody().phone_number, ...(await admin()) }),
      deleteAdmin: () => admin(),
      activateDeletedAdmins: () => admin({ deleted: true }),
      permanentlyDeleteAdmins: () => admin({ deleted: true, permissions: ['can-view-agent'] }),
      reactivateAdminAccount: async () => {
        const { id, email } = await server.makeAdmin()
        const now = server.clock.now()
        const anHourLater = new Date(now.getTime() + 3_600_000)
        await database.insert(signInThrottles).values(lockOf(email, anHourLater, now))
        return { admin_id: id }
      },
      resetPassword: () => admin(),
      assignRoletoAdmin: async () => ({
        role_id: (await server.makeRole(name('Clerk'))).id,
        ...(await admin()),
      }),
      removeRole: async () => {
        const role_id = (await server.makeRole(name('Clerk'))).id
        return { role_id, ...(await admin({ roleId: role_id })) }
      },
      assignPermissionToAdmin: async () => ({ permission: ['can-view-agent'], ...(await admin()) }),
      removePermissionFromAdmin: async () => ({
        permission: ['can-view-agent'],
        ...(await admin({ permissions: ['can-view-agent'] })),
      }),
    },
    roles: {
      addRoles: async () => ({ name: name('Clerk'), permission: ['can-view-agent'] }),
      editRoles: async () => ({
        role_id: (await server.makeRole(name('Clerk'))).id,
        permission: ['can-view-agent'],
      }),
      setRoleLimits: async () => ({
        role_id: (await server.makeRole(name('Clerk'))).id,
        limits: [{ kind: 'loan', step: 1, amount: naira(100_000) }],
      }),
      deleteRoles: async () => ({ role_id: (await server.makeRole(name('Clerk'), 'can-view-agent')).id }),
      createPermission: async () => ({ name: name('can-do').toLowerCase() }),
      editPermission: async () => ({
        permission_id: await permission(),
        name: name('can-do').toLowerCase(),
      }),
      deletePermission: async () => ({ permission_id: await permission() }),
    },
    agents: {
      addAgent: async () => personBody(),
      updateAgent: async () => ({ ...personBody(), ...(await agent()) }),
      deleteAgent: async () => {
        const { agentId } = await device()
        return { agent_id: agentId }
      },
      setDeviceToPrimary: async () => {
        const { id, agentId } = await device({ isApproved: true })
        return { device_id: id, agent_id: agentId }
      },
      approveDevice: async () => ({ device_id: (await device()).id }),
      dissApproveDevice: async () => ({ device_id: (await device({ isApproved: true })).id }),
      deleteDevice: async () => ({ device_id: (await device()).id }),
      reactivateAgent: () => agent({ status: 'SUSPENDED' }),
      suspendAgent: async () => {
        const suspended = await agent()
        await server.makeDevice(suspended.agent_id, { isApproved: true })
        return suspended
      },
      resetAgentPassword: async () => {
        const reset = await agent()
        await server.makeDevice(reset.agent_id)
        return reset
      },
      setAgentTarget: async () => ({
        ...(await agent()),
        month: monthOf(lagosDay(server.clock.now())),
        savings: naira(500_000),
        repaid: naira(200_000),
        customers: 10,
      }),
    },
    agentPay: {
      setAgentPayTerms: async () => ({
        ...(await agent()),
        from_month: monthOf(lagosDay(server.clock.now())),
        commission_rate: rate(50),
        savings_rate: rate(1),
        repayment_rate: rate(2),
      }),
      makeAgentStatements: earningAgent,
      firstAgentStatementDecision: statement,
      secondAgentStatementDecision: statementAfterFirst,
      payAgent: async () => {
        await parts.pay('PW', naira(1_000))
        const { id, status } = await statementAfterFirst()
        await server.ask(calls.agentPay.secondAgentStatementDecision, { id, status }, await signedIn())
        return { statement_id: id, way: 'cash', amount: naira(100) }
      },
    },
    customers: {
      registerCustomer: async () => ({
        ...customerBody(),
        agent_id: (await server.makeAgent()).id,
        bvn: '22345678901',
      }),
      updateCustomer: async () => ({
        ...customerBody(),
        customer_id: (await parts.makeBorrower()).id,
        nin: '12345678901',
      }),
      activateCustomer: async () => {
        const { id: agentId } = await server.makeAgent()
        return { customer_id: (await server.makeCustomer(agentId, { isActive: false })).id }
      },
      deactivateCustomer: async () => ({ customer_id: (await parts.makeBorrower()).id }),
      freezeCustomer: async () => ({ customer_id: (await parts.makeBorrower()).id, reason: 'Court order' }),
      unfreezeCustomer: async () => {
        const body = { customer_id: (await parts.makeBorrower()).id, reason: 'Court order' }
        await server.ask(calls.customers.freezeCustomer, body, await signedIn())
        return body
      },
      assignAgentToCustomer: move,
      BatchassignAgentToCustomer: async () => {
        const { agent_id, customer_id } = await move()
        return { agent_id, customer_id: [customer_id] }
      },
      creditUser: async () => ({ amount: naira(777), customer_id: (await customer()).id }),
      savingWalletToMainWallets: async () => {
        const { customerId, reference } = await saving()
        await parts.pay(reference, naira(1000))
        return { amount: naira(100), customer_id: customerId, savings_ref: reference }
      },
    },
    messages: {
      switchOnMessages: async () => {
        const { id: agentId } = await server.makeAgent()
        return { customer_id: (await server.makeCustomer(agentId, { takesMessages: false })).id }
      },
      switchOffMessages: async () => ({ customer_id: (await parts.makeBorrower()).id }),
      requestMessagesOff: silenced,
      messagesOffDecision: async () => {
        await server.ask(calls.messages.requestMessagesOff, await silenced(), await signedIn())
        const [one] = await database
          .select()
          .from(messagesOffRequests)
          .orderBy(desc(messagesOffRequests.id))
          .limit(1)
        return { id: one?.id ?? 0, status: 'accept' }
      },
    },
    credits: {
      requestCustomerCredit: creditAsked,
      requestMainWalletCredit: async () => ({ amount: naira(1000), reason: 'Capital' }),
      creditDecision: async () => {
        await server.ask(calls.credits.requestCustomerCredit, await creditAsked(), await signedIn())
        const [one] = await database.select().from(creditRequests).orderBy(desc(creditRequests.id)).limit(1)
        return { id: one?.id ?? 0, status: 'accept' }
      },
    },
    dashboard: { creditMainWalletsBalance: async () => ({ amount: naira(1000) }) },
    guarantors: {
      addGuarantor: async () => ({
        loan_id: (await parts.apply(await customer())).id,
        ...(await guarantorBody(server, await signedIn())),
        bvn: '22345678901',
      }),
      addGuarantorFile: async () => ({
        guarantor_id: (await server.makeGuarantor(await parts.makeBorrower())).id,
        file: 'idcard',
        upload: await uploaded(server, await signedIn()),
      }),
    },
    loans: {
      createLoan: async () => ({
        customer_id: (await parts.makeBorrower()).id,
        loan_type_id: (await parts.makeLoanType()).id,
        amount: naira(50_000),
        instalment_period: 'weekly',
        instalment_times: 4,
        description: 'Stock for a stall',
        guarantors: [{ ...(await guarantorBody(server, await signedIn())), bvn: '22345678901' }],
      }),
      repayLoan: async () => ({
        loan_id: await disbursedLoan(),
        amount: naira(500),
        day: lagosDay(server.clock.now()),
      }),
      // On the day of the disbursement no interest has accrued.
      settleLoan: async () => ({
        loan_id: await disbursedLoan(undefined, { settlement: 'accrued' }),
        amount: naira(50_000),
      }),
      recordRepayment: async () => ({ loan_id: await disbursedLoan(), amount: naira(500) }),
      recordRecovery: async () => ({ loan_id: await writtenOffLoan(), amount: naira(500) }),
      createLoanType: async () => ({
        name: name('Loan'),
        description: 'Stock for a stall',
        interest_rate: rate(7.5),
        penalty_rate: rate(5),
        grace_days: 3,
        periods: ['weekly'],
      }),
      updateLoanTypeTerms: async () => ({
        id: (await parts.makeLoanType()).id,
        penalty_rate: rate(5),
        grace_days: 3,
        periods: ['weekly'],
        reason: 'Late repayments',
      }),
      switchOffLoanType: async () => ({ id: (await parts.makeLoanType()).id }),
      switchOnLoanType: async () => ({ id: (await parts.makeLoanType(1250, { status: 'inactive' })).id }),
      updateLoanType: async () => ({
        id: (await parts.makeLoanType()).id,
        description: 'Stock for a stall',
        interest_rate: rate(7.5),
      }),
      firstLoanApproval: async () => ({ id: (await parts.apply(await customer())).id, status: 'accepted' }),
      secondLoanApproval: async () => ({ id: await loanAfterFirst(), status: 'accepted' }),
      updateInterestLoan: async () => ({
        id: (await parts.apply(await customer())).id,
        new_rate: rate(5),
      }),
    },
    loanChanges: {
      requestWriteOff: toWriteOff,
      requestRescheduling: toReschedule,
      requestSetOff: toSetOff,
      requestRelease: toSetOff,
      firstLoanChangeDecision: loanChange,
      // A set-off writes more than others.
      secondLoanChangeDecision: async () => {
        await server.ask(calls.loanChanges.requestSetOff, await toSetOff(), await signedIn())
        const [one] = await database.select().from(loanChanges).orderBy(desc(loanChanges.id)).limit(1)
        const body = { id: one?.id ?? 0, status: 'accept', comment: 'Seen' } as const
        await server.ask(calls.loanChanges.firstLoanChangeDecision, body, await signedIn())
        return body
      },
    },
    markets: {
      createMarket: async () => ({ name: name('Market'), period: 1, ...place, status: 'active' }),
      updateMarket: async () => ({
        name: name('Market'),
        period: 2,
        ...place,
        status: 'active',
        ...(await market()),
      }),
      createMarketByDays: async () => ({
        name: name('Market'),
        ...place,
        status: 'active',
        every_days: 5,
        from_day: '2026-11-20',
      }),
      updateMarketByDays: async () => ({
        ...(await market()),
        status: 'active',
        every_days: 8,
        from_day: '2026-11-20',
      }),
      deleteMarket: market,
    },
    calendar: {
      createHoliday: async () => ({ day: await dayDue(), name: 'Holiday' }),
      setClosedWeekdays: async () => {
        const day = await dayDue()
        return { from_day: day, weekdays: [weekdayOf(day)] }
      },
      removeHoliday: async () => {
        const values = {
          day: await freeDay(),
          name: 'Holiday',
          adminId: boss.id,
          createdAt: server.clock.now(),
        }
        const [one] = await database.insert(holidays).values(values).returning({ id: holidays.id })
        return { id: one?.id ?? 0 }
      },
    },
    collections: {
      recordSheet: async () => {
        const sheet = await newSheet()
        const owner = await ownerOf(sheet.lines[1]?.loan_id ?? 0)
        return { ...sheet, seen: [], payouts: [await toPay(owner.id, sheet.day)] }
      },
      recordCollection: newSheet,
      requestSheet: oldSheet,
      sheetRequestDecision: async () => {
        await server.ask(calls.collections.requestSheet, await oldSheet(), await signedIn())
        const [one] = await database.select().from(sheetRequests).orderBy(desc(sheetRequests.id)).limit(1)
        return { id: one?.id ?? 0, status: 'accept', comment: 'Seen on paper' }
      },
      lateBatchDecision: async () => ({
        id: await makeLateBatch(),
        status: 'accept',
        comment: 'Seen on paper',
      }),
    },
    savings: {
      createSavingType: async () => ({
        name: letters('Thrift'),
        category: 'daily',
        interest: rate(4),
        charge: naira(100),
      }),
      updateSavingType: async () => ({ ...(await savingType()), name: letters('Thrift') }),
      updateSavingTypeTerms: async () => ({
        ...(await savingType()),
        interest: rate(4),
        charge: naira(100),
        reason: 'Higher costs',
      }),
      switchOffSavingType: () => savingType(),
      switchOnSavingType: () => savingType({ status: 'inactive' }),
      openSaving: async () => {
        const { customerId, savingTypeId } = await saving()
        return {
          customer_id: customerId,
          saving_type_id: savingTypeId,
          fixed_amount: naira(500),
          deposit_type: 'daily',
          duration: 90,
        }
      },
      recordDeposit: async () => ({
        savings_id: (await saving()).id,
        amount: naira(500),
        day: lagosDay(server.clock.now()),
      }),
      depositSaving: async () => ({ savings_id: (await saving()).id, amount: naira(500) }),
      changeSavingPlan: async () => ({
        savings_id: (await saving()).id,
        fixed_amount: naira(700),
        deposit_type: 'weekly',
      }),
      closeSaving: async () => {
        const { id, reference } = await saving()
        await parts.pay(reference, naira(1000))
        return { savings_id: id }
      },
    },
    requests: {
      createRequest: async () => ({
        amount: naira(100),
        type: 'credit',
        description: 'Float for new loans',
        flag: 'MBW',
      }),
      firstApprovalOrDisapproval: request,
      secondApprovalOrDisapproval: async () => {
        const body = await request()
        await server.ask(calls.requests.firstApprovalOrDisapproval, body, await signedIn())
        return body
      },
    },
    cash: {
      recordRemittance: async () => ({
        ...(await agentWithCash()),
        counted: naira(900),
        note: 'One note torn',
      }),
      requestCashDifference: async () => ({
        ...(await agentWithCash()),
        type: 'missing',
        amount: naira(100),
        reason: 'Lost on the way',
      }),
      requestTillDifference: async () => ({
        till_session_id: (await closedTill(naira(400))).id,
        reason: 'Too much change given',
      }),
      firstCashDifferenceDecision: difference,
      secondCashDifferenceDecision: async () => {
        const body = await difference()
        await server.ask(calls.cash.firstCashDifferenceDecision, body, await signedIn())
        return body
      },
    },
    closing: {
      requestReopening: closedDay,
      reopeningDecision: reopeningOfPostings,
      closeDay: dayToClose,
      requestDayOpening: dayClosedBefore,
      dayOpeningDecision: async () => {
        const body = await dayClosedBefore()
        await server.ask(calls.closing.requestDayOpening, body, await signedIn())
        const [one] = await database.select().from(dayOpenings).orderBy(desc(dayOpenings.id)).limit(1)
        return { id: one?.id ?? 0, status: 'accept', comment: 'Seen' }
      },
    },
    tills: {
      createTill: async () => ({ name: name('Till') }),
      switchTill: async () => ({ till_id: await till(), is_active: false }),
      openTill: async () => ({ till_id: await till(), counted: naira(500) }),
      closeTill: async () => ({
        till_session_id: await openTill(),
        counted: naira(400),
        counted_again: naira(400),
        notes: { '200': 2 },
        note: 'Quiet day',
      }),
      receiveTillCash: async () => ({
        till_session_id: (await closedTill(naira(500))).id,
        counted: naira(500),
      }),
      recordBankMovement: async () => ({
        direction: 'deposit',
        amount: naira(100),
        slip_number: name('GTB'),
        note: 'Before the weekend',
      }),
    },
    settings: {
      requestSettingChange: settingChange,
      settingChangeDecision: async () => {
        await server.ask(calls.settings.requestSettingChange, await settingChange(), await signedIn())
        const [one] = await database.select().from(settingChanges).orderBy(desc(settingChanges.id)).limit(1)
        return { id: one?.id ?? 0, status: 'accept', comment: 'Agreed' }
      },
    },
    terms: {
      termChangeDecision: async () => {
        const body = await changes.savings.updateSavingTypeTerms()
        await server.ask(calls.savings.updateSavingTypeTerms, body, await signedIn())
        return newestTermChange()
      },
    },
    reversals: {
      requestReversal: reversible,
      reversalDecision: async () => reversalOf(await reversible()),
    },
    payouts: {
      requestPayout: () => payout(),
      payoutDecision: async () => {
        await server.ask(calls.payouts.requestPayout, await payout(), await signedIn())
        const [one] = await database.select().from(payoutBatches).orderBy(desc(payoutBatches.id)).limit(1)
        return { id: one?.id ?? 0, status: 'accept' }
      },
    },
    withdrawals: {
      createWithDrawalRequest: async () => ({
        amount: naira(100),
        description: 'School fees',
        customer_id: (await customer()).id,
      }),
      WithDrawalRequestApproval: async () => ({
        id: await withdrawalOf((await customer()).id),
        status: 'approve',
      }),
      approveWithdrawalForAgent: async () => ({
        id: await withdrawalOf((await customer()).id),
        pay_on: lagosDay(server.clock.now()),
      }),
      withdrawalPayment: async () => ({ id: await notPaid(), payment: 'counter' }),
    },
  }

  /** Further bodies, for a change whose records depend on what it is about. */
  const others: Record<string, () => Promise<object[]>> = {
    'terms.termChangeDecision': async () => {
      const body = await changes.loans.updateLoanTypeTerms()
      await server.ask(calls.loans.updateLoanTypeTerms, body, await signedIn())
      return [await newestTermChange()]
    },
    'reversals.reversalDecision': async () => {
      const body = { loan_id: await disbursedLoan(), amount: naira(500) }
      const reply = await server.ask(calls.loans.recordRepayment, body, await signedIn())
      const reason = 'Typed for another customer'
      return [
        await reversalOf({ reference: reply.output().data.reference, reason }),
        await reversalOf({ reference: await paidForAgent(), reason }),
      ]
    },
  }

  return {
    boss,
    signedIn,
    otherBodiesOf: async (call: Named): Promise<BodyOf<Write>[]> =>
      ((await others[call.name]?.()) ?? []) as BodyOf<Write>[],
    /** A body that the server accepts for this change now. */
    bodyOf: (call: Write & { group: string; name: string }): Promise<BodyOf<Write>> => {
      const ofGroup = changes[call.group as keyof Changes] as Record<string, () => Promise<BodyOf<Write>>>
      const prepare = ofGroup[call.name.slice(call.group.length + 1)]
      if (!prepare) throw new Error(`There is no valid body for ${call.name}.`)
      return prepare()
    },
  }
}
