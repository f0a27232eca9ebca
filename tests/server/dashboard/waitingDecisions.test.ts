import { inArray } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/index'
import { admins } from '#server/db/tables/schema'
import { manyCalls, openServer } from '../support/harness'

const server = await openServer({ demo: true, limits: manyCalls })
const { getPendingLoan, getLoanCase } = calls.loans
const { getRequestList, getRequestCase } = calls.requests
const { getCashDifferences, getCashDifferenceCase } = calls.cash
const { getReversals, getReversalCase } = calls.reversals
const { getWithDrawList, getWithDrawal } = calls.withdrawals
const { getTermChanges, getTermChangeCase } = calls.terms

const named = ['superadmin', 'main', 'admin'].map((name) => `${name}@alajo.test`)
const demoAdmins = await server.database.select().from(admins).where(inArray(admins.email, named))
const demo = await Promise.all(
  demoAdmins.map(async ({ id, email }) => ({ email, token: await server.openSession(id) })),
)
const lists = [
  'can-view-pending-loan',
  'can-view-request',
  'can-view-withdrawal',
  'can-view-remittance',
  'can-request-reversal',
  'can-edit-saving-type',
] as const
const allAdmins = [
  ...demo,
  { ...(await server.enter(...lists, 'can-do-first-approval')), email: 'an admin with first approvals' },
  { ...(await server.enter(...lists, 'can-do-second-approval')), email: 'an admin with second approvals' },
  { ...(await server.enter(...lists, 'can-approve-withdrawal')), email: 'an admin with withdrawals' },
  { ...(await server.enter(...lists, 'can-approve-reversal')), email: 'an admin with reversals' },
  { ...(await server.enter(...lists, 'can-approve-terms')), email: 'an admin with terms' },
  { ...(await server.enter(...lists, 'can-approve-device')), email: 'an admin with devices' },
  { ...(await server.enter(...lists, 'can-view-all')), email: 'an admin with view-all' },
]
type Admin = { token: string }
type Filter = 'first' | 'second' | 'mine'
const page = { page: 1 }

const loansFor = async (actor: Admin, waiting: Filter) =>
  (await server.ask(getPendingLoan, { ...page, waiting }, actor)).output().data
const requestsFor = async (actor: Admin, waiting: Filter) =>
  (await server.ask(getRequestList, { waiting }, actor)).output().data
const differencesFor = async (actor: Admin, waiting: Filter) =>
  (await server.ask(getCashDifferences, { ...page, waiting }, actor)).output().data
const reversalsFor = async (actor: Admin) =>
  (await server.ask(getReversals, { ...page, waiting: 'mine' }, actor)).output().data
const termChangesFor = async (actor: Admin) =>
  (await server.ask(getTermChanges, { ...page, waiting: 'mine' }, actor)).output().data
const withdrawalsFor = async (actor: Admin) =>
  (await server.ask(getWithDrawList, { ...page, waiting: 'mine' }, actor)).output().data

it.each(allAdmins)('each figure for $email equals the list that it opens', async (actor) => {
  const { data } = (await server.ask(calls.dashboard.getWaitingDecisions, {}, actor)).output()
  const listed = {
    loans_first: (await loansFor(actor, 'first')).total,
    loans_second: (await loansFor(actor, 'second')).total,
    requests_first: (await requestsFor(actor, 'first')).length,
    requests_second: (await requestsFor(actor, 'second')).length,
    withdrawals: (await withdrawalsFor(actor)).total,
    differences_first: (await differencesFor(actor, 'first')).total,
    differences_second: (await differencesFor(actor, 'second')).total,
    reversals: (await reversalsFor(actor)).total,
    term_changes: (await termChangesFor(actor)).total,
  }
  for (const [kind, total] of Object.entries(listed))
    expect([kind, data[kind as keyof typeof listed] ?? 0]).toEqual([kind, total])
  expect((await loansFor(actor, 'mine')).total).toBe(listed.loans_first + listed.loans_second)
  expect(await requestsFor(actor, 'mine')).toHaveLength(listed.requests_first + listed.requests_second)
  expect((await differencesFor(actor, 'mine')).total).toBe(
    listed.differences_first + listed.differences_second,
  )
  const devices = await server.ask(calls.agents.waitingDevices, page, actor)
  if (devices.http === 200) expect(devices.output().data.total).toBe(data.devices ?? 0)
  else expect(data.devices).toBeUndefined()
})

it('the demo has decisions of every kind', async () => {
  const counts = await Promise.all(
    demo.map(
      async (actor) => (await server.ask(calls.dashboard.getWaitingDecisions, {}, actor)).output().data,
    ),
  )
  for (const kind of [
    'loans_first',
    'loans_second',
    'requests_first',
    'requests_second',
    'withdrawals',
    'differences_first',
    'differences_second',
    'reversals',
    'term_changes',
    'devices',
  ] as const)
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
        differences: ids((await differencesFor(actor, 'mine')).data),
        reversals: ids((await reversalsFor(actor)).data),
        termChanges: ids((await termChangesFor(actor)).data),
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
      const found = (await server.ask(getCashDifferences, page, actor)).output().data.data
      for (const { id, state } of found) {
        if ([rights.differences_first, rights.differences_second][state] === undefined) continue
        const { data } = (await server.ask(getCashDifferenceCase, { id }, actor)).output()
        expectSame(mine.differences, id, data[0]?.against)
      }
      const asked = (await server.ask(getReversals, page, actor)).output().data.data
      for (const { id, status } of asked)
        if (rights.reversals !== undefined && status === 'pending') {
          const { data } = (await server.ask(getReversalCase, { id }, actor)).output()
          expectSame(mine.reversals, id, data[0]?.against)
        }
      const terms = (await server.ask(getTermChanges, page, actor)).output().data.data
      for (const { id, status } of terms)
        if (rights.term_changes !== undefined && status === 'pending') {
          const { data } = (await server.ask(getTermChangeCase, { id }, actor)).output()
          expectSame(mine.termChanges, id, data[0]?.against)
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
