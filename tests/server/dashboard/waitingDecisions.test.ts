import { inArray } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import type { Waiting } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { admins } from '#server/db/tables/schema'
import { manyCalls, openServer } from '../support/harness'
import { type ListCall, waitingLists } from '../support/waitingLists'

const server = await openServer({ demo: true, limits: manyCalls })
const { getPendingLoan, getLoanCase } = calls.loans
const { getRequestList, getRequestCase } = calls.requests
const { getWithDrawList, getWithDrawal } = calls.withdrawals

const named = ['superadmin', 'main', 'admin'].map((name) => `${name}@alajo.test`)
const demoAdmins = await server.database.select().from(admins).where(inArray(admins.email, named))
const demo = await Promise.all(
  demoAdmins.map(async ({ id, email }) => ({ email, token: await server.openSession(id) })),
)
const views = [
  'can-view-pending-loan',
  'can-view-request',
  'can-view-withdrawal',
  'can-view-remittance',
  'can-request-reversal',
  'can-edit-saving-type',
  'can-request-payout',
  'can-view-agent-pay',
  'can-record-collection',
] as const
const allAdmins = [
  ...demo,
  { ...(await server.enter(...views, 'can-do-first-approval')), email: 'an admin with first approvals' },
  { ...(await server.enter(...views, 'can-do-second-approval')), email: 'an admin with second approvals' },
  { ...(await server.enter(...views, 'can-approve-withdrawal')), email: 'an admin with withdrawals' },
  { ...(await server.enter(...views, 'can-approve-reversal')), email: 'an admin with reversals' },
  { ...(await server.enter(...views, 'can-approve-terms')), email: 'an admin with terms' },
  { ...(await server.enter(...views, 'can-approve-messages-off')), email: 'an admin with messages' },
  { ...(await server.enter(...views, 'can-approve-credit')), email: 'an admin with credits' },
  { ...(await server.enter(...views, 'can-approve-setting')), email: 'an admin with settings' },
  { ...(await server.enter(...views, 'can-approve-payout')), email: 'an admin with payouts' },
  { ...(await server.enter(...views, 'can-approve-collection')), email: 'an admin with sheets' },
  { ...(await server.enter(...views, 'can-approve-device')), email: 'an admin with devices' },
  { ...(await server.enter(...views, 'can-view-all')), email: 'an admin with view-all' },
]
type Admin = { token: string }
type Filter = 'first' | 'second' | 'mine'
const page = { page: 1 }

const loansFor = async (actor: Admin, waiting: Filter) =>
  (await server.ask(getPendingLoan, { ...page, waiting }, actor)).output().data
const requestsFor = async (actor: Admin, waiting: Filter) =>
  (await server.ask(getRequestList, { waiting }, actor)).output().data
const withdrawalsFor = async (actor: Admin) =>
  (await server.ask(getWithDrawList, { ...page, waiting: 'mine' }, actor)).output().data

type Row = { id: number; state?: number; status?: string }
async function rowsOf(call: ListCall, body: object, actor: Admin): Promise<Row[]> {
  const { data } = (await server.ask(call, body as never, actor)).output() as { data: { data: Row[] } }
  return data.data
}
/** Requests with their decision screens: the kinds of their one decision, or of their two. */
const cases: { kinds: Waiting[]; list: ListCall; one: ListCall }[] = [
  {
    kinds: ['differences_first', 'differences_second'],
    list: calls.cash.getCashDifferences,
    one: calls.cash.getCashDifferenceCase,
  },
  {
    kinds: ['statements_first', 'statements_second'],
    list: calls.agentPay.getAgentStatements,
    one: calls.agentPay.getAgentStatementCase,
  },
  {
    kinds: ['loan_changes_first', 'loan_changes_second'],
    list: calls.loanChanges.getLoanChanges,
    one: calls.loanChanges.getLoanChangeCase,
  },
  { kinds: ['reversals'], list: calls.reversals.getReversals, one: calls.reversals.getReversalCase },
  { kinds: ['day_openings'], list: calls.closing.getDayOpenings, one: calls.closing.getDayOpeningCase },
  { kinds: ['term_changes'], list: calls.terms.getTermChanges, one: calls.terms.getTermChangeCase },
  { kinds: ['messages_off'], list: calls.messages.getMessagesOff, one: calls.messages.getMessagesOffCase },
  { kinds: ['credits'], list: calls.credits.getCreditRequests, one: calls.credits.getCreditCase },
  {
    kinds: ['setting_changes'],
    list: calls.settings.getSettingChanges,
    one: calls.settings.getSettingChangeCase,
  },
  { kinds: ['payouts'], list: calls.payouts.getPayouts, one: calls.payouts.getPayoutCase },
]

/** How many rows a list has; undefined for an actor who may not open it. */
async function countOf([call, filter]: [ListCall, object], actor: Admin): Promise<number | undefined> {
  const reply = await server.ask(call, { ...page, ...filter } as never, actor)
  if (reply.http !== 200) return undefined
  const { data } = reply.output() as { data: { total: number } | unknown[] }
  return Array.isArray(data) ? data.length : data.total
}
type Listed = keyof typeof waitingLists
const lists = Object.entries(waitingLists) as [Listed, [ListCall, object]][]

it.each(allAdmins)('each figure for $email equals the list that it opens', async (actor) => {
  const { data } = (await server.ask(calls.dashboard.getWaitingDecisions, {}, actor)).output()
  for (const [kind, list] of lists) {
    const count = await countOf(list, actor)
    if (count !== undefined) expect([kind, data[kind] ?? 0]).toEqual([kind, count])
  }
  const both = async (first: Listed, second: Listed) => {
    const [call] = waitingLists[first]
    const count = await countOf([call, { waiting: 'mine' }], actor)
    if (count !== undefined) expect([first, (data[first] ?? 0) + (data[second] ?? 0)]).toEqual([first, count])
  }
  await both('loans_first', 'loans_second')
  await both('requests_first', 'requests_second')
  await both('differences_first', 'differences_second')
  await both('statements_first', 'statements_second')
  await both('loan_changes_first', 'loan_changes_second')
})

it('the demo has decisions of every kind, but for days that were closed, by an admin or by a wrong clock', async () => {
  const counts = await Promise.all(
    demo.map(
      async (actor) => (await server.ask(calls.dashboard.getWaitingDecisions, {}, actor)).output().data,
    ),
  )
  for (const [kind] of lists.filter(([one]) => one !== 'reopenings' && one !== 'day_openings'))
    expect(
      counts.some((one) => (one[kind] ?? 0) > 0),
      kind,
    ).toBe(true)
})

it.each([false, true])(
  'the lists and the decision screens follow one rule of separation of duties: ALLOW_SAME_APPROVER %s',
  async (lifted) => {
    server.services.config.allowSameApprover = lifted
    onTestFinished(() => {
      server.services.config.allowSameApprover = false
    })
    let barred = 0
    for (const actor of demo) {
      const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
      const rightNow = await server.ask(calls.dashboard.getWaitingDecisions, {}, actor)
      const rights = rightNow.output().data
      const mine = {
        loans: ids((await loansFor(actor, 'second')).data),
        requests: ids(await requestsFor(actor, 'mine')),
        withdrawals: ids((await withdrawalsFor(actor)).data),
      }
      const expectSame = (listed: readonly number[], id: number, reason: string | null | undefined) => {
        expect([id, listed.includes(id)]).toEqual([id, reason === null])
        if (reason !== null) barred += 1
      }
      const loans = (await server.ask(getPendingLoan, page, actor)).output().data.data
      for (const { id, application_status } of loans)
        if (rights.loans_second !== undefined && application_status === 'in-progress') {
          const { data } = (await server.ask(getLoanCase, { id }, actor)).output().data
          expectSame(mine.loans, id, data[0]?.second_decision_barred)
        }
      for (const { id, initial_status } of (await server.ask(getRequestList, {}, actor)).output().data) {
        const decides = [rights.requests_first, rights.requests_second][initial_status] !== undefined
        if (!decides) continue
        const { data } = (await server.ask(getRequestCase, { id }, actor)).output()
        expectSame(mine.requests, id, data[0]?.against)
      }
      for (const { kinds, list, one } of cases) {
        const found = await rowsOf(list, page, actor)
        const listed = ids(await rowsOf(list, { ...page, waiting: 'mine' }, actor))
        for (const { id, state, status } of found) {
          const kind = kinds[state ?? (status === 'pending' ? 0 : kinds.length)]
          if (kind === undefined || rights[kind] === undefined) continue
          const reply = await server.ask(one, { id } as never, actor)
          const { data } = reply.output() as { data: { against: string | null }[] }
          expectSame(listed, id, data[0]?.against)
        }
      }
      const all = (await server.ask(getWithDrawList, page, actor)).output().data.data
      for (const { id, status } of all)
        if (rights.withdrawals !== undefined && status === 'pending') {
          const { data } = (await server.ask(getWithDrawal, { id }, actor)).output().data
          expectSame(mine.withdrawals, id, data[0]?.against)
        }
    }
    if (lifted) expect(barred).toBe(0)
    else expect(barred).toBeGreaterThan(5)
  },
)
