import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { kobo } from '#domain/money/kobo'
import { entries } from '#server/db/tables/ledger'
import { withdrawals } from '#server/db/tables/money'
import type { customers } from '#server/db/tables/schema'
import { mainWalletOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { openServer, type Sender } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { sentences } from '../../sentences'

const { getWithDrawal, getWithDrawList, createWithDrawalRequest, WithDrawalRequestApproval } =
  calls.withdrawals

async function openCounter(env: NodeJS.ProcessEnv = {}) {
  const server = await openServer({ env })
  const money = moneyOf(server)
  const enter = () =>
    server.enter(
      'can-view-withdrawal',
      'can-create-withdrawal',
      'can-approve-withdrawal',
      'can-download-csv-file',
    )
  const [clerk, manager] = [await enter(), await enter()]
  const agent = await server.makeAgent()

  const walletOf = (id: number) => money.accountOf(mainWalletOf(id))
  const ask = (customer_id: number, amount: Kobo, by: Sender = clerk) =>
    server.ask(createWithDrawalRequest, { amount, description: 'School fees', customer_id }, by)
  return {
    server,
    clerk,
    manager,
    walletOf,
    ask,
    customerWith: async (amount: Kobo, fields: Partial<typeof customers.$inferInsert> = {}) => {
      const { id } = await server.makeCustomer(agent.id, fields)
      await money.pay(mainWalletOf(id), amount)
      return id
    },
    pending: async (customerId: number, amount: Kobo) => {
      const { reference } = (await ask(customerId, amount)).output().data
      const [row] = await server.database
        .select()
        .from(withdrawals)
        .where(eq(withdrawals.reference, reference))
      if (!row) throw new Error('No withdrawal was created.')
      return row
    },
    decide: (id: number, status: 'approve' | 'rejected', comment?: string | null, by: Sender = manager) =>
      server.ask(WithDrawalRequestApproval, { id, status, ...(comment !== undefined && { comment }) }, by),
    stateOf: async (id: number) =>
      (await server.database.select().from(withdrawals).where(eq(withdrawals.id, id)))[0],
  }
}

const counter = await openCounter()
const { server, clerk, manager, walletOf, ask, customerWith, pending, decide, stateOf } = counter

describe('a withdrawal', () => {
  it('is held from its creation and leaves the main wallet once approved', async () => {
    const id = await customerWith(naira(1000))
    const reply = await ask(id, naira(600))
    const { reference } = reply.output().data
    expect(reference).toMatch(/^WR-261118-\d{6}$/)
    expect(reply.message).toBe(
      `Withdrawal ${reference} of ₦600.00 was created. The amount is held until it is decided.`,
    )
    expect(await walletOf(id)).toMatchObject({ balance: naira(1000), held: naira(600) })

    const [asked] = await server.database
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.reference, reference))
    const approval = await decide(asked?.id ?? 0, 'approve')
    expect(approval.message).toBe(
      `Withdrawal ${reference} approved: ₦600.00 paid out. Balance of the main wallet: ₦400.00.`,
    )
    expect(approval.output().data).toEqual({ reference })
    expect(await walletOf(id)).toMatchObject({ balance: naira(400), held: 0 })
    const paid = await stateOf(asked?.id ?? 0)
    expect(paid).toMatchObject({ status: 'approved', requestedBy: clerk.id, decidedBy: manager.id })
    const [entry] = await server.database
      .select()
      .from(entries)
      .where(eq(entries.id, paid?.entryId ?? 0))
    expect(entry).toMatchObject({
      kind: 'Withdrawal',
      customerId: id,
      adminId: manager.id,
      reason: reference,
    })
  })

  it('above the available balance is refused with the numbers', async () => {
    const id = await customerWith(naira(1000))
    expectRefused(
      await ask(id, kobo(100_001)),
      'The main wallet has ₦1,000.00 to spend, which does not cover ₦1,000.01.',
    )
    await ask(id, naira(600))
    expectRefused(
      await ask(id, naira(401)),
      'The main wallet has ₦400.00 to spend (₦1,000.00 less ₦600.00 held by pending withdrawals), which does not cover ₦401.00.',
    )
    expect((await ask(id, naira(400))).status).toBe('200')
    expect(await walletOf(id)).toMatchObject({ balance: naira(1000), held: naira(1000) })
  })

  it('is rejected with a reason, and the hold ends', async () => {
    const id = await customerWith(naira(100))
    const one = await pending(id, naira(100))
    for (const comment of [undefined, null, '', '   '])
      expect(await decide(one.id, 'rejected', comment)).toMatchObject({
        status: '100',
        fields: ['Fill status field'],
      })
    expect(await stateOf(one.id)).toMatchObject({ status: 'pending' })
    expect((await decide(one.id, 'rejected', ' Signature differs ')).message).toBe(
      `Withdrawal ${one.reference} rejected. ₦100.00 is free again in the main wallet.`,
    )
    expect(await stateOf(one.id)).toMatchObject({
      status: 'rejected',
      rejectionReason: 'Signature differs',
      entryId: null,
    })
    expect(await walletOf(id)).toMatchObject({ balance: naira(100), held: 0 })
  })

  it('is decided once', async () => {
    const id = await customerWith(naira(100))
    const [paid, refused] = [await pending(id, naira(10)), await pending(id, naira(10))]
    await decide(paid.id, 'approve')
    await decide(refused.id, 'rejected', 'no')
    for (const [row, state] of [
      [paid, 'approved'],
      [refused, 'rejected'],
    ] as const)
      for (const decision of ['approve', 'rejected'] as const)
        expectRefused(
          await decide(row.id, decision, 'no'),
          `Withdrawal ${row.reference} is ${state} already. Reload the list.`,
        )
    expectRefused(await decide(999_999, 'approve'), 'Withdrawal with ID 999999 not found')
    expect(await walletOf(id)).toMatchObject({ balance: naira(90), held: 0 })
  })

  it('can not be decided by the admin who created it', async () => {
    const one = await pending(await customerWith(naira(100)), naira(10))
    const own = `You created withdrawal ${one.reference} yourself. Another admin must decide on it.`
    expectRefused(await decide(one.id, 'approve', null, clerk), own)
    expectRefused(await decide(one.id, 'rejected', 'no', clerk), own)
    expect(await stateOf(one.id)).toMatchObject({ status: 'pending' })
  })

  it('needs an existing customer, an amount and a description', async () => {
    const gone = await customerWith(naira(100), { isDeleted: true })
    for (const id of [gone, 999_999])
      expectRefused(await ask(id, naira(1)), `Customer with ID ${id} not found`)
    const id = await customerWith(naira(100))
    const wrong = async (amount: number, description: string) => {
      const body = { amount: amount as Kobo, description, customer_id: id }
      return (await server.ask(createWithDrawalRequest, body, clerk)).fields
    }
    expect(await wrong(0, 'x')).toEqual([sentences.validAmount])
    expect(await wrong(10_000_000_001, 'x')).toEqual(['One withdrawal may be at most ₦100,000,000.00.'])
    expect(await wrong(1, ' ')).toEqual([sentences.descriptionRequired])
  })

  it('is allowed for an inactive customer', async () => {
    const id = await customerWith(naira(100), { isActive: false })
    expect((await ask(id, naira(100))).status).toBe('200')
  })
})

it('the list is searched and paged, and names both admins', async () => {
  const id = await customerWith(naira(100), { firstName: 'Ngozi', lastName: 'Eze' })
  const first = await pending(id, naira(10))
  server.clock.pass(1)
  const second = await pending(id, naira(20))
  await decide(first.id, 'rejected', 'Asked for twice')
  const list = async (more: object) =>
    (await server.ask(getWithDrawList, { page: 1, ...more }, clerk)).output().data
  const found = await list({ search: 'ngozi eze' })
  expect(found.data.map((row) => row.id)).toEqual([second.id, first.id])
  expect(found.data[1]).toMatchObject({
    reference: first.reference,
    customer: 'Ngozi Eze',
    amount: naira(10),
    status: 'rejected',
    admin: clerk.name,
    admin_id: clerk.id,
    user_id: id,
    approved_by: manager.name,
    rejection_reason: 'Asked for twice',
  })
  expect((await list({ search: first.reference.toLowerCase() })).total).toBe(1)
  const paged = await server.post(getWithDrawList.path, '{"page":2,"per_page":1,"search":"Ngozi"}', clerk)
  expect(paged.json.data).toMatchObject({ total: 2, per_page: 1, page: 2, data: [{ id: first.id }] })
  const caseFor = async (row: { id: number }, actor: Sender) =>
    (await server.ask(getWithDrawal, { id: row.id }, actor)).output().data.data
  const wallet = { main_balance: naira(100), main_held: naira(20) }
  expect(await caseFor(second, manager)).toMatchObject([
    { id: second.id, status: 'pending', approved_by: null, ...wallet, against: null },
  ])
  const own = `You created withdrawal ${second.reference} yourself. Another admin must decide on it.`
  expect(await caseFor(second, clerk)).toMatchObject([{ ...wallet, against: own }])
  expect(await caseFor(first, clerk)).toMatchObject([{ status: 'rejected', against: null }])
  expectRefused(
    await server.ask(getWithDrawal, { id: 999_999 }, manager),
    'Withdrawal with ID 999999 not found',
  )
  const file = await server.ask(getWithDrawList, { page: 1, search: 'Ngozi', download: 'csv' }, clerk)
  expect(file.text).toContain('Ngozi Eze')
  expect(file.text.trim().split('\r\n')).toHaveLength(3)
  expect((await verifyLedger(server.database)).faults).toEqual([])
})

it('ALLOW_SAME_APPROVER lets its creator approve it', async () => {
  const single = await openCounter({ ALLOW_SAME_APPROVER: 'true' })
  const id = await single.customerWith(naira(100))
  const one = await single.pending(id, naira(100))
  const seen = (await single.server.ask(getWithDrawal, { id: one.id }, single.clerk)).output()
  expect(seen.data.data[0]).toMatchObject({ against: null })
  expect((await single.decide(one.id, 'approve', null, single.clerk)).status).toBe('200')
  expect(await single.walletOf(id)).toMatchObject({ balance: 0, held: 0 })
})
