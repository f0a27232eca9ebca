import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Insight, type InsightPart, insightAccess } from '#contract/calls/insight'
import type { Call } from '#contract/call'
import { calls } from '#contract/index'
import { waitingPermissions } from '#contract/calls/waiting'
import type { Permission } from '#contract/permissionCatalogue'
import type { Kobo } from '#contract/values'
import { kobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { addDays, endOfLagosDay, lagosDay } from '#domain/time/lagos'
import { marketDays, savings, savingsHistory } from '#server/db/tables/money'
import { customers } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import type { Send } from '../ledger/acts'
import { actsOf } from '../ledger/moneyActs'
import { openMoneyModel } from '../ledger/moneyModel'
import { manyCalls, openServer } from '../support/harness'
import { roundsOf, seed } from '../support/rounds'
import { type ListCall, waitingLists } from '../support/waitingLists'

const server = await openServer({ limits: manyCalls })
const { database } = server
const viewer = await server.enter('can-view-all')
/** Again: sessions end while histories pass days. */
const signIn = async () => Object.assign(viewer, { token: await server.openSession(viewer.id) })
const { getInsight } = calls.dashboard

const insight = async (actor = viewer): Promise<Insight> =>
  (await server.ask(getInsight, {}, actor)).output().data

/** All rows of a list, page by page. */
async function allRows<C extends ListCall>(call: C, body: object, actor = viewer) {
  const rows: Record<string, unknown>[] = []
  for (let page = 1; ; page++) {
    const reply = await server.ask(call, { page, ...body } as never, actor)
    type Rows = Record<string, unknown>[]
    const list = (reply.output() as { data: Rows | { data: Rows } }).data
    if (Array.isArray(list)) return list
    const { data } = list
    rows.push(...data)
    if (data.length < 100) return rows
  }
}
const sumOf = (rows: Record<string, unknown>[], field: string) =>
  sumKobo(rows.map((row) => row[field] as Kobo))

const dayClose = async (day: string) =>
  (await server.ask(calls.closing.getDayClose, { day }, viewer)).output().data

/** Compares each figure with the rows of the report that it opens. */
async function expectAsReports() {
  await signIn()
  const now = server.clock.now()
  const today = lagosDay(now)
  const seen = await insight()
  const { today: collected, cash, saved, risk, agents } = seen
  if (!collected || !cash || !saved || !risk || !agents) throw new Error('A part is missing.')
  expect(seen.day).toBe(today)
  expect(seen.mondays).toHaveLength(12)

  const close = await dayClose(today)
  const came = (kind: string) =>
    sumKobo(close.products.filter((one) => one.kind === kind).map(({ amount }) => amount))
  expect(collected.savings.collected).toBe(came('saving'))
  expect(collected.loans.collected).toBe(came('loan'))
  expect(collected.loans.collected).toBe(
    sumOf(await allRows(calls.loans.loanHistoryRepayment, { start_date: today, end_date: today }), 'amount'),
  )
  expect(collected.savings.expected + collected.loans.expected).toBe(
    sumKobo(close.agents.map(({ expected }) => expected)),
  )

  expect(collected.days?.map(({ day }) => day).at(-1)).toBe(today)
  expect(collected.days).toHaveLength(5)
  for (const { day, collected: sum } of collected.days ?? []) {
    const dates = { start_date: day, end_date: day }
    const repaid = await allRows(calls.loans.loanHistoryRepayment, dates)
    expect(sum, day).toBe(sumOf(repaid, 'amount') + sumKobo((await savedOn(day)).map(({ amount }) => amount)))
  }

  const holders = await allRows(calls.cash.getAgentsCash, {})
  const holding = await allRows(calls.cash.getAgentsCash, { holding: 'now' })
  expect(holding).toEqual(holders.filter(({ holds }) => holds !== 0))
  expect(cash.all).toEqual({ agents: holding.length, held: sumOf(holding, 'holds') })
  expect(cash.all.held).toBe(sumKobo(close.agents.map(({ held }) => held)))
  const old = await allRows(calls.cash.getAgentsCash, { holding: 'before' })
  expect(old).toEqual(
    holding.filter(({ held_since }) => held_since !== null && (held_since as string) < today),
  )
  expect(cash.before_today).toEqual({ agents: old.length, held: sumOf(old, 'holds') })
  const highest = holding.map(({ holds }) => holds as number).toSorted((one, other) => other - one)
  expect(cash.most.map(({ held }) => held)).toEqual(highest.slice(0, 4))

  for (const [at, monday] of seen.mondays.entries()) {
    const dates = { start_date: monday, end_date: addDays(monday, 6) }
    expect(seen.paid_out?.[at]).toBe(
      sumOf(await allRows(calls.loans.loanDisbursementHistory, dates), 'amount'),
    )
    expect(seen.repaid?.[at]).toBe(sumOf(await allRows(calls.loans.loanHistoryRepayment, dates), 'amount'))
    expect(saved.weeks[at]).toBe(await savedBy(addDays(monday, 6)))
  }
  const portfolio = (await server.ask(calls.savings.getSavingPortfolio, { page: 1 }, viewer)).output()
  expect(saved.balance).toBe(portfolio.data.activeSave)
  expect(saved.weeks.at(-1)).toBe(saved.balance)
  expect(saved.month_ago.balance).toBe(await savedBy(saved.month_ago.day))

  const arrears = (await server.ask(calls.arrears.getArrearsReport, { group: 'agent' }, viewer)).output().data
  expect(risk.portfolio).toEqual(only(arrears.portfolio, ['loans', 'owed']))
  expect(risk.at_risk).toEqual(arrears.at_risk)
  expect(risk.buckets).toEqual(arrears.buckets.map((one) => only(one, ['bucket', 'label', 'loans', 'owed'])))

  const days: string[] = []
  for (let day = seen.mondays.at(-1) ?? today; day <= today; day = addDays(day, 1)) days.push(day)
  const ofDays = (await Promise.all(days.map(dayClose))).flatMap((one) => one.agents)
  expect(agents.all).toEqual({
    collected: sumKobo(ofDays.map((one) => one.collected)),
    held: cash.all.held,
    at_risk: arrears.at_risk[1]?.owed,
    owed: arrears.portfolio.owed,
  })
  for (const one of agents.most) {
    const group = arrears.groups?.find(({ id }) => id === one.agent_id)
    expect(one).toMatchObject({
      collected: sumKobo(
        ofDays.filter(({ agent_id }) => agent_id === one.agent_id).map(({ collected }) => collected),
      ),
      held: holders.find(({ id }) => id === one.agent_id)?.holds,
      at_risk: group?.at_risk[1] ?? 0,
      owed: group?.owed ?? 0,
    })
  }
  for (const field of ['collected', 'held', 'at_risk', 'owed'] as const)
    expect(sumKobo(agents.most.map((one) => one[field] ?? kobo(0))) + (agents.others[field] ?? 0)).toBe(
      agents.all[field],
    )
}

/** The deposits of a day, as the day's close has them. */
const savedOn = async (day: string) => (await dayClose(day)).products.filter(({ kind }) => kind === 'saving')

const decider = await server.enter(...new Set(Object.values(waitingPermissions)), 'can-view-all')
/** Compares what waits with the rows of the lists that it opens; but for what is about no money. */
async function expectWaiting() {
  Object.assign(decider, { token: await server.openSession(decider.id) })
  const { waiting } = await insight(decider)
  const {
    devices: _devices,
    reopenings: _reopenings,
    day_openings: _openings,
    term_changes: _terms,
    messages_off: _messages,
    setting_changes: _settings,
    ...lists
  } = waitingLists
  for (const [kind, [call, filter]] of Object.entries(lists) as [keyof typeof lists, [ListCall, object]][]) {
    const rows = await allRows(call, filter, decider)
    const oldest = rows.map(({ created_at }) => created_at as string).toSorted()[0]
    const amount = sumKobo(rows.map((row) => kobo(Math.abs(row.amount as number))))
    expect(waiting[kind], kind).toEqual(oldest === undefined ? undefined : { amount, oldest })
  }
}

const only = <T extends object, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))

/** The balance of all savings at the end of a day, from the rows of their history. */
async function savedBy(day: string): Promise<Kobo> {
  const rows = await database
    .select({ before: savingsHistory.amountBefore, after: savingsHistory.amountAfter })
    .from(savingsHistory)
    .where(sql`${savingsHistory.createdAt} < ${endOfLagosDay(day).toISOString()}`)
  const opening = await database.execute<{ amount: string }>(sql`
    select coalesce(sum(p.amount), 0) as amount from ledger_postings p join ledger_accounts a on a.id = p.account_id
    where a.kind = 'savings' and p.made_at < ${endOfLagosDay(day).toISOString()}
      and not exists (select from savings_history h where h.entry_id = p.entry_id)`)
  return sumKobo([
    kobo(Number(opening.rows[0]?.amount)),
    ...rows.map(({ before, after }) => subtractKobo(after, before)),
  ])
}

// The first test leaves the movements that the others look at.
describe('the figures of the dashboard', { shuffle: false }, () => {
  it('equal the rows of their reports after any history', async () => {
    const model = await openMoneyModel(server)
    await expectAsReports()
    await fc.assert(
      fc.asyncProperty(
        fc.array(actsOf(model), { minLength: 10, maxLength: 40, size: 'max' }),
        fc.boolean(),
        async (acts, addsUp) => {
          const send: Send = async (call, body, by, isGood) => {
            const reply = await server.ask(call, body, by)
            expect(reply.status, reply.text).toBe(isGood ? '200' : '400')
            return reply
          }
          for (const act of acts) await act(send, () => undefined)
          if (addsUp) await database.execute(sql`select sum_up_changes()`)
          await expectAsReports()
          await expectWaiting()
        },
      ),
      { numRuns: roundsOf(4), seed, endOnFailure: true },
    )
    expect((await verifyLedger(database)).faults).toEqual([])
  })

  it('follow customers, savings and market days that change', async () => {
    await signIn()
    const [saving] = await database.select().from(savings).limit(1)
    if (!saving) throw new Error('There is no saving.')
    const [market] = await database
      .insert(marketDays)
      .values({ name: 'Oke Arin', period: 1, state: 'Lagos', lga: 'Ikeja', status: 'active' })
      .returning()
    const ofSaving = eq(savings.id, saving.id)
    const ofCustomer = eq(customers.id, saving.customerId)
    const steps: (() => Promise<unknown>)[] = [
      () => database.update(customers).set({ isActive: false }).where(ofCustomer),
      () =>
        database
          .update(savings)
          .set({ fixedAmount: kobo(777_00) })
          .where(ofSaving),
      () => database.update(customers).set({ isActive: true }).where(ofCustomer),
      () => database.update(savings).set({ depositType: 'weekly' }).where(ofSaving),
      () => database.update(savings).set({ depositType: 'monthly' }).where(ofSaving),
      () => database.update(savings).set({ marketId: market?.id }).where(ofSaving),
      ...[2, 3, 4, 5, 6, 7, 1].map(
        (period) => () =>
          database
            .update(marketDays)
            .set({ period })
            .where(eq(marketDays.id, market?.id ?? 0)),
      ),
      () => database.update(savings).set({ marketId: null, depositType: 'daily' }).where(ofSaving),
    ]
    for (const [at, step] of steps.entries()) {
      await step()
      const { today, day } = await insight()
      const { agents } = await dayClose(day)
      expect((today?.savings.expected ?? 0) + (today?.loans.expected ?? 0), `step ${at}`).toBe(
        sumKobo(agents.map(({ expected }) => expected)),
      )
    }
    expect((await verifyLedger(database)).faults).toEqual([])
  })

  it('lose nothing when many are kept and added up at once', async () => {
    const open = await database.select().from(savings).where(eq(savings.status, 'active'))
    const change = (at: number) =>
      database
        .update(savings)
        .set({ fixedAmount: kobo(100_00 + at * 100) })
        .where(eq(savings.id, open[at % open.length]?.id ?? 0))
    await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 4 === 3 ? database.execute(sql`select sum_up_changes()`) : change(at),
      ),
    )
    expect((await verifyLedger(database)).faults).toEqual([])
  })
})

describe('who sees which figures', () => {
  /** The reports that the figures open. */
  const reports = {
    today: calls.closing.getDayClose,
    cash: calls.cash.getAgentsCash,
    paid_out: calls.loans.loanDisbursementHistory,
    repaid: calls.loans.loanHistoryRepayment,
    saved: calls.savings.getSavingPortfolio,
    risk: calls.arrears.getArrearsReport,
    agents: calls.closing.getDayClose,
  } satisfies Record<InsightPart, Call>
  const permissionOf: Record<InsightPart, Permission> = {
    today: 'can-view-day-close',
    cash: 'can-view-remittance',
    paid_out: 'can-view-loan-disbursement',
    repaid: 'can-view-loan-history',
    saved: 'can-view-saving-portfolio',
    risk: 'can-view-arrears',
    agents: 'can-view-day-close',
  }
  const parts = Object.keys(reports) as InsightPart[]

  it.each(parts)('%s needs the permission of its report', async (part) => {
    expect(insightAccess[part]).toEqual(reports[part].access)
    const permission = permissionOf[part]
    const seen = await insight(await server.enter(permission))
    const shown = parts.filter((one) => seen[one] !== null)
    expect(shown).toEqual(permission === 'can-view-day-close' ? ['today', 'agents'] : [part])
    if (seen.agents) expect(seen.agents.all).toMatchObject({ held: null, at_risk: null, owed: null })
  })

  it('nobody sees any without a permission', async () => {
    const seen = await insight(await server.enter())
    expect(parts.filter((part) => seen[part] !== null)).toEqual([])
  })
})

it('the alarm about a day without a proven backup reaches superadmins only', async () => {
  const { id } = await server.makeAdmin({ role: 'SuperAdmin' })
  const superadmin = { ...viewer, token: await server.openSession(id) }
  server.services.lateBackup = () => ({ takenAt: new Date('2026-11-16T08:00:00Z') })
  onTestFinished(() => {
    delete server.services.lateBackup
  })
  expect((await insight(superadmin)).late_backup).toEqual({ taken_at: '2026-11-16T09:00:00.000Z' })
  await signIn()
  expect((await insight(viewer)).late_backup).toBeNull()
})
