import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { BodyOf } from '#contract/call'
import { formatNaira, kobo } from '#domain/money/kobo'
import { entries } from '#server/db/tables/ledger'
import { fundRequests } from '#server/db/tables/money'
import { adminActivity } from '#server/db/tables/schema'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { sentences } from '../../sentences'

const {
  createRequest,
  getRequestList,
  getRequestCase,
  firstApprovalOrDisapproval,
  secondApprovalOrDisapproval,
} = calls.requests
type Wish = BodyOf<typeof createRequest>

async function openOffice(env: NodeJS.ProcessEnv = {}) {
  const server = await openServer({ env })
  const money = moneyOf(server)
  const enter = () =>
    server.enter('can-view-request', 'can-create-request', 'can-do-first-approval', 'can-do-second-approval')
  const [asker, one, two] = [await enter(), await enter(), await enter()]
  type Admin = typeof asker

  async function ask(wish: Partial<Wish> = {}, by: Admin = asker) {
    const body: Wish = { amount: naira(100), type: 'credit', description: 'Float', flag: 'PW', ...wish }
    const reply = await server.ask(createRequest, body, by)
    const { reference } = reply.output().data
    const [request] = await server.database
      .select()
      .from(fundRequests)
      .where(eq(fundRequests.reference, reference))
    if (!request) throw new Error('No request was created.')
    return { ...request, message: reply.message }
  }
  type Asked = { id: number; flag: Wish['flag'] }
  const decide =
    (call: typeof firstApprovalOrDisapproval) =>
    ({ id, flag }: Asked, by: Admin, status: 'accept' | 'reject' = 'accept') =>
      server.ask(call, { id, flag, status }, by)
  /** The case as the decision screen reads it. */
  const caseOf = async ({ id }: Asked, by: Admin) => {
    const { data } = (await server.ask(getRequestCase, { id }, by)).output()
    return data[0]
  }
  const stateOf = async (id: number) => {
    const [row] = await server.database.select().from(fundRequests).where(eq(fundRequests.id, id))
    return row
  }
  return {
    server,
    money,
    asker,
    one,
    two,
    ask,
    first: decide(firstApprovalOrDisapproval),
    second: decide(secondApprovalOrDisapproval),
    caseOf,
    stateOf,
    balance: async (wallet: string) => (await money.accountOf(wallet)).balance,
  }
}

const office = await openOffice()
const { server, money, asker, one, two, ask, first, second, caseOf, stateOf, balance } = office

describe('a fund request', () => {
  it('is posted after two approvals and listed with the admins of each step', async () => {
    const before = await balance('PW')
    const request = await ask({ amount: naira(2500), description: '  Float for loans ' })
    expect(request.reference).toMatch(/^RQ-261118-\d{6}$/)
    expect(request.message).toBe(
      `Request ${request.reference} to credit the profit wallet (PW) with ₦2,500.00 was created. It awaits its first approval.`,
    )
    expect(request).toMatchObject({ description: 'Float for loans', initialStatus: 0, requestedBy: asker.id })
    expect((await first(request, one)).message).toBe(
      `Request ${request.reference} (₦2,500.00) has its first approval. It awaits the second.`,
    )
    expect(await stateOf(request.id)).toMatchObject({
      initialStatus: 1,
      firstDecidedBy: one.id,
      entryId: null,
    })
    expect(await balance('PW')).toBe(before)

    const reply = await second(request, two)
    expect(reply.message).toBe(
      `Request ${request.reference} approved: ₦2,500.00 credited to the profit wallet (PW).`,
    )
    expect(await balance('PW')).toBe(before + naira(2500))
    const done = await stateOf(request.id)
    expect(done).toMatchObject({ initialStatus: 2, secondDecidedBy: two.id })
    const [entry] = await server.database
      .select()
      .from(entries)
      .where(eq(entries.id, done?.entryId ?? 0))
    expect(entry).toMatchObject({ kind: 'Fund request', adminId: two.id, reason: request.reference })

    const [row] = (await server.ask(getRequestList, {}, asker)).output().data
    expect(row).toMatchObject({
      id: request.id,
      amount: naira(2500),
      flag: 'PW',
      initial_status: 2,
      requested_by_id: asker.id,
      requested_by_name: asker.name,
      first_decision_id: one.id,
      first_decision_name: one.name,
      second_decision_name: two.name,
      second_decision_at: '2026-11-18T10:00:00.000Z',
    })
  })

  it('to debit reduces the wallet', async () => {
    await money.pay('TW', naira(300))
    const before = await balance('TW')
    const request = await ask({ type: 'debit', flag: 'TW', amount: naira(120) })
    await first(request, one)
    expect((await second(request, two)).message).toContain('debited from the transaction wallet (TW)')
    expect(await balance('TW')).toBe(before - naira(120))
  })

  it('names the new balance to an approver who may see it, and to no other', async () => {
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    await money.pay('TW', naira(500))
    for (const type of ['credit', 'debit'] as const)
      for (const approver of [two, boss]) {
        const before = await balance('TW')
        const request = await ask({ type, flag: 'TW', amount: naira(20) })
        await first(request, one)
        const { message } = await second(request, approver)
        const done = type === 'credit' ? 'credited to' : 'debited from'
        const after = kobo(before + (type === 'credit' ? 1 : -1) * naira(20))
        const shown = approver === boss ? ` New balance: ${formatNaira(after)}.` : ''
        expect(message).toBe(
          `Request ${request.reference} approved: ₦20.00 ${done} the transaction wallet (TW).${shown}`,
        )
        expect(await balance('TW')).toBe(after)
      }
  })

  it('to debit more than the wallet holds is refused, and can be approved later', async () => {
    await money.pay('SW', naira(50))
    const request = await ask({ type: 'debit', flag: 'SW', amount: naira(80) })
    await first(request, one)
    expectRefused(
      await second(request, two),
      `The saving wallet (SW) does not cover request ${request.reference} (₦80.00).`,
    )
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    expectRefused(
      await second(request, boss),
      `The saving wallet (SW) holds ₦50.00, which does not cover request ${request.reference} (₦80.00).`,
    )
    expect(await stateOf(request.id)).toMatchObject({ initialStatus: 1, secondDecidedBy: null })
    const [logged] = await server.database
      .select()
      .from(adminActivity)
      .where(eq(adminActivity.subject, `fund request ${request.id}`))
      .orderBy(adminActivity.id)
      .offset(3)
    expect(logged?.detail).toBe(
      `The saving wallet (SW) holds ₦…, which does not cover request ${request.reference} (₦…).`,
    )
    await money.pay('SW', naira(30))
    expect((await second(request, two)).status).toBe('200')
    expect(await balance('SW')).toBe(0)
  })

  it.each([1, 2])('is rejected at decision %i and posts nothing', async (step) => {
    const request = await ask()
    const sum = await balance('PW')
    if (step === 2) await first(request, one)
    const reply = step === 1 ? await first(request, one, 'reject') : await second(request, two, 'reject')
    expect(reply.message).toBe(`Request ${request.reference} (₦100.00) was rejected.`)
    expect(await stateOf(request.id)).toMatchObject({ initialStatus: 3, entryId: null })
    expect(await balance('PW')).toBe(sum)
    for (const decision of [first, second])
      expectRefused(
        await decision(request, two),
        `Request ${request.reference} is rejected already. Reload the list.`,
      )
  })

  it('requires its decisions in order, each once', async () => {
    const request = await ask()
    const named = `Request ${request.reference}`
    expectRefused(await second(request, two), `${named} awaits its first decision. Reload the list.`)
    await first(request, one)
    expectRefused(await first(request, two), `${named} awaits its second decision. Reload the list.`)
    await second(request, two)
    for (const decision of [first, second])
      expectRefused(await decision(request, one), `${named} is approved already. Reload the list.`)
    expectRefused(await first({ ...request, id: 999_999 }, one), 'Request with ID 999999 not found')
  })

  it('is decided for its own wallet only', async () => {
    const request = await ask({ flag: 'PW' })
    const message = `Request ${request.reference} is for the profit wallet (PW), not the main business wallet (MBW).`
    expectRefused(await first({ ...request, flag: 'MBW' }, one), message)
    await first(request, one)
    expectRefused(await second({ ...request, flag: 'MBW' }, two), message)
  })

  it('needs three admins: the requester and two others', async () => {
    const request = await ask()
    const own = `You created request ${request.reference} yourself. Another admin must decide on it.`
    expectRefused(await first(request, asker), own)
    await first(request, one)
    expectRefused(await second(request, asker), own)
    const twice = `You made the first decision on request ${request.reference}. Another admin must make the second.`
    expectRefused(await second(request, one), twice)
    expectRefused(await second(request, one, 'reject'), twice)
    expect((await second(request, two)).status).toBe('200')
  })

  it('shows the balance to who may open the histories of the wallets, and to each admin whether they may decide', async () => {
    await money.pay('TW', naira(10))
    const request = await ask({ flag: 'TW' })
    const own = `You created request ${request.reference} yourself. Another admin must decide on it.`
    const twice = `You made the first decision on request ${request.reference}. Another admin must make the second.`
    const shown = {
      id: request.id,
      reference: request.reference,
      requested_by_name: asker.name,
      wallet_balance: null,
      is_short: false,
    }
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    expect(await caseOf(request, boss)).toMatchObject({ ...shown, wallet_balance: await balance('TW') })
    expect(await caseOf(request, one)).toMatchObject({ ...shown, against: null })
    expect(await caseOf(request, asker)).toMatchObject({ ...shown, against: own })
    await first(request, one)
    expect(await caseOf(request, one)).toMatchObject({ first_decision_name: one.name, against: twice })
    expect(await caseOf(request, asker)).toMatchObject({ against: own })
    expect(await caseOf(request, two)).toMatchObject({ against: null })
    await second(request, two, 'reject')
    expect(await caseOf(request, one)).toMatchObject({ initial_status: 3, against: null })

    const onlooker = await server.enter('can-view-request')
    expect(await caseOf(request, onlooker)).toMatchObject({ id: request.id, wallet_balance: null })
    const reader = await server.enter('can-view-all')
    expect(await caseOf(request, reader)).toMatchObject({ wallet_balance: await balance('TW') })
    expectRefused(await server.ask(getRequestCase, { id: 999_999 }, one), 'Request with ID 999999 not found')
  })

  it.each([
    [{ amount: kobo(0) }, sentences.validAmount],
    [{ amount: kobo(100_000_000_001) }, 'One request may be at most ₦1,000,000,000.00.'],
    [{ description: '  ' }, sentences.descriptionRequired],
    [{ flag: 'XX' as 'PW' }, 'Please select a wallet.'],
    [{ type: 'gift' as 'debit' }, 'Please select credit or debit.'],
  ])('is not created with %o', async (wish, message) => {
    const before = await server.database.$count(fundRequests)
    const body: Wish = { amount: naira(1), type: 'credit', description: 'x', flag: 'PW', ...wish }
    expect(await server.ask(createRequest, body, asker)).toMatchObject({ status: '100', fields: [message] })
    expect(await server.database.$count(fundRequests)).toBe(before)
  })
})

it('ALLOW_SAME_APPROVER lets one admin request and approve', async () => {
  const single = await openOffice({ ALLOW_SAME_APPROVER: 'true' })
  const request = await single.ask()
  expect(await single.caseOf(request, single.asker)).toMatchObject({ against: null })
  expect((await single.first(request, single.asker)).status).toBe('200')
  expect((await single.second(request, single.asker)).status).toBe('200')
  expect(await single.balance('PW')).toBe(naira(100))
  expect((await verifyLedger(single.server.database)).faults).toEqual([])
})
