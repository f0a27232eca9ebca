import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { QueueGroup, QueueRow } from '#contract/calls/decisions'
import { type Waiting, waitingKinds, waitingPermissions } from '#contract/calls/waiting'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { agentDevices, admins, customers } from '#server/db/tables/schema'
import { customerFreezes } from '#server/db/tables/limits'
import { guarantors, loans } from '#server/db/tables/loans'
import { withdrawals } from '#server/db/tables/money'
import { manyCalls, openServer } from '../support/harness'
import { type ListCall, waitingLists } from '../support/waitingLists'

const server = await openServer({ demo: true, limits: manyCalls })
const { database } = server
const { getDecisionQueue } = calls.decisions

type Admin = { token: string }
const queueOf = async (actor: Admin) => (await server.ask(getDecisionQueue, {}, actor)).output().data
const countsOf = async (actor: Admin) =>
  (await server.ask(calls.dashboard.getWaitingDecisions, {}, actor)).output().data

const named = ['superadmin', 'main', 'admin'].map((name) => `${name}@alajo.test`)
const demoAdmins = await database.select().from(admins).where(inArray(admins.email, named))
const demo = await Promise.all(
  demoAdmins.map(async ({ id, email }) => ({ id, email, token: await server.openSession(id) })),
)
const outsider = { ...(await server.enter(...permissionCatalogue)), email: 'an admin with every permission' }

/** The ids of the list that a kind opens, with its filter. */
async function listed([call, filter]: [ListCall, object], actor: Admin) {
  const { data } = (await server.ask(call, { page: 1, ...filter } as never, actor)).output() as {
    data: { id: number }[] | { data: { id: number }[] }
  }
  return (Array.isArray(data) ? data : data.data).map(({ id }) => id).toSorted((a, b) => a - b)
}
const idsOf = (group: QueueGroup | undefined) =>
  (group?.rows ?? []).map(({ id }) => id).toSorted((a, b) => a - b)

describe.each([false, true])('the queue, with ALLOW_SAME_APPROVER %s', (lifted) => {
  it.each([...demo, outsider])('has for $email what each list offers, and counts it alike', async (actor) => {
    server.services.config.allowSameApprover = lifted
    onTestFinished(() => {
      server.services.config.allowSameApprover = false
    })
    const queue = await queueOf(actor)
    const counts = await countsOf(actor)
    for (const kind of waitingKinds) {
      expect([kind, queue[kind]?.count ?? 0]).toEqual([kind, counts[kind] ?? 0])
      if (kind === 'imports' || counts[kind] === undefined) continue
      const rows = await server.ask(
        waitingLists[kind][0],
        { page: 1, ...waitingLists[kind][1] } as never,
        actor,
      )
      if (rows.http === 200)
        expect([kind, idsOf(queue[kind])]).toEqual([kind, await listed(waitingLists[kind], actor)])
    }
  })
})

it.each(waitingKinds)('%s is offered with its own permission alone', async (kind) => {
  const own = waitingPermissions[kind]
  const queue = await queueOf(await server.enter(own))
  for (const other of Object.keys(queue) as Waiting[]) expect(waitingPermissions[other]).toBe(own)
  const others = [...new Set<string>(Object.values(waitingPermissions))].filter((one) => one !== own)
  expect((await queueOf(await server.enter(...(others as never[]))))[kind]).toBeUndefined()
})

it('is closed to who may decide on nothing, and empty for who may only see', async () => {
  expect((await server.ask(getDecisionQueue, {}, await server.enter('can-view-loan'))).http).toBe(403)
  expect(await queueOf(await server.enter('can-view-all'))).toEqual({})
})

it('names each row, adds up what waits, and has flags first, then the oldest', async () => {
  const groups = Object.entries(await queueOf(outsider)) as [Waiting, QueueGroup][]
  expect(groups.length).toBeGreaterThan(10)
  for (const [kind, { rows, amount, count, oldest }] of groups) {
    for (const { reference, subject } of rows)
      expect([kind, reference, subject].every((text) => text.trim())).toBe(true)
    expect(rows).toHaveLength(count)
    if (amount !== null) expect(rows.reduce((sum, row) => sum + (row.amount ?? 0), 0)).toBe(amount)
    expect(rows.map(({ created_at }) => created_at).toSorted()[0]).toBe(oldest)
    const flagged = rows.filter(({ flags }) => flags.length > 0)
    const plain = rows.filter(({ flags }) => flags.length === 0)
    expect(rows).toEqual([...flagged, ...plain])
    const sums = flagged.map((row) => Math.abs(row.amount ?? 0))
    expect(sums).toEqual(sums.toSorted((a, b) => b - a))
    const ages = plain.map(({ created_at }) => created_at)
    expect(ages).toEqual(ages.toSorted())
  }
})

it('has of some rows those that wait, alone', async () => {
  const { withdrawals, ...others } = await queueOf(outsider)
  const [first, second] = withdrawals?.rows ?? []
  if (!first || !second) throw new Error('Two withdrawals must wait.')
  const isOther = ({ id }: QueueRow) => id === second.id
  const { data } = (await server.ask(getDecisionQueue, { ids: [second.id, 999_999] }, outsider)).output()
  expect(data.withdrawals).toEqual({
    count: 1,
    amount: second.amount,
    oldest: second.created_at,
    rows: [second],
  })
  for (const [kind, group] of Object.entries(others) as [Waiting, QueueGroup][])
    expect([kind, data[kind]?.rows ?? []]).toEqual([kind, group.rows.filter(isOther)])
})

describe('a red flag', () => {
  const rulesOf = async (kind: Waiting, id: number) => {
    const row = (await queueOf(outsider))[kind]?.rows.find((one) => one.id === id)
    return (row?.flags ?? []).map(({ rule }) => rule)
  }
  const firstOf = async (kind: Waiting): Promise<QueueRow> => {
    const row = (await queueOf(outsider))[kind]?.rows.at(-1)
    if (!row) throw new Error(`Nothing waits: ${kind}.`)
    return row
  }

  it('is said alike by the queue and the case', async () => {
    const queue = await queueOf(outsider)
    const cases = {
      loans_first: calls.loans.getLoanCase,
      withdrawals: calls.withdrawals.getWithDrawal,
      differences_first: calls.cash.getCashDifferenceCase,
    } as const
    for (const kind of ['loans_first', 'withdrawals', 'differences_first'] as const)
      for (const { id, flags } of (queue[kind]?.rows ?? []).slice(0, 5)) {
        const reply = (await server.ask(cases[kind] as ListCall, { id } as never, outsider)).output() as {
          data: { flags: unknown }[] | { data: { flags: unknown }[] }
        }
        const [one] = Array.isArray(reply.data) ? reply.data : reply.data.data
        expect([kind, one?.flags]).toEqual([kind, flags])
      }
  })

  it('is on loans: deposits, other loans, security, sums, guarantors and their cards', async () => {
    const { id } = await firstOf('loans_first')
    const [loan] = await database.select().from(loans).where(eq(loans.id, id))
    if (!loan) throw new Error('no loan')
    await database
      .update(loans)
      .set({
        amount: 9_000_000_000 as never,
        totalPayable: (9_000_000_000 + loan.interestAmount) as never,
        securityBasisPoints: 2000,
        securitySavingsId: null,
      })
      .where(eq(loans.id, id))
    const [late] = await database
      .select()
      .from(loans)
      .where(eq(loans.loanStatus, 'active'))
      .orderBy(loans.nextDue)
      .limit(1)
    const [lateCustomer] = await database
      .select()
      .from(customers)
      .where(eq(customers.id, late?.customerId ?? 0))
    await database.insert(guarantors).values({
      customerId: loan.customerId,
      loanId: id,
      agentId: loan.agentId,
      firstName: 'Ikenna',
      lastName: 'Eze',
      phone: lateCustomer?.phoneNumber ?? '',
      address: '1 Market Road',
    })
    const rules = await rulesOf('loans_first', id)
    for (const rule of [
      'Installments are above the deposits',
      'Security is short',
      'Guarantor is late',
      'A file is missing',
    ])
      expect(rules).toContain(rule)
    const [row] = (await queueOf(outsider)).loans_first?.rows ?? []
    expect(row?.id).toBe(id)
    expect(row?.flags.find(({ rule }) => rule === 'Guarantor is late')?.text).toMatch(
      /^Ikenna Eze owes ₦[\d,.]+ on an own loan, \d+ days? late\.$/,
    )
  })

  it('is on withdrawals: frozen, not active, a new phone number, a new device', async () => {
    const { id } = await firstOf('withdrawals')
    const [request] = await database.select().from(withdrawals).where(eq(withdrawals.id, id))
    const customerId = request?.customerId ?? 0
    const [customer] = await database.select().from(customers).where(eq(customers.id, customerId))
    const [by] = demoAdmins
    await database.insert(customerFreezes).values({
      customerId,
      reason: 'Stolen phone',
      frozenBy: by?.id ?? 0,
      createdAt: server.clock.now(),
    })
    await database
      .update(customers)
      .set({ isActive: false, phoneNumber: '08099988877' })
      .where(eq(customers.id, customerId))
    await database.insert(agentDevices).values({
      agentId: customer?.assignedAgentId ?? 0,
      deviceName: 'Tecno Spark 20',
      createdAt: server.clock.now(),
    })
    const rules = await rulesOf('withdrawals', id)
    for (const rule of [
      'The customer is frozen',
      'The customer is not active',
      'The phone number is new',
      'A device is new',
    ])
      expect(rules).toContain(rule)
  })

  it('is on cash differences above the limit of the business', async () => {
    const all = (await queueOf(outsider)).differences_first?.rows ?? []
    for (const { amount, flags } of all)
      expect([amount, flags.length > 0]).toEqual([amount, Math.abs(amount ?? 0) > 500_000])
  })
})
