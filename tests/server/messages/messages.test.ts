import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { segmentsOf } from '#domain/text/sms'
import { entries } from '#server/db/tables/ledger'
import { customerMessages } from '#server/db/tables/messages'
import { mainWalletOf } from '#server/ledger/accounts'
import { withdrawals } from '#server/db/tables/money'
import { reversals } from '#server/db/tables/reversals'
import { writeMessages } from '#server/messages/outbox'
import { loanFixturesOf } from '../loans/loanFixtures'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { openMessageDesk } from './messageDesk'

const desk = await openMessageDesk({ ALLOW_SAME_APPROVER: 'true' })
const { server, database, money, clerk, agent, saver, deposit, messagesTo } = desk
const loans = await loanFixturesOf(server)
const boss = await server.enterAs({ role: 'SuperAdmin' })
await money.pay('MBW', naira(1_000_000))
const entryOf = async (reference: string) => {
  const [entry] = await database.select().from(entries).where(eq(entries.reference, reference))
  if (!entry) throw new Error(`There is no entry ${reference}.`)
  return entry
}
const {
  getCustomerMessages,
  getMessageSummary,
  getUnsentMessages,
  requestMessagesOff,
  switchOffMessages,
  switchOnMessages,
} = calls.messages

describe('the message of', () => {
  it('a deposit at the counter names amount, balance and receipt, and belongs to its movement', async () => {
    const { id, saving } = await saver()
    await money.pay(saving.reference, naira(1000))
    const { reference } = (await deposit(saving.id, naira(500))).output().data
    const [message, ...more] = await messagesTo(id)
    expect(more).toEqual([])
    expect(message).toMatchObject({
      text: `Deposit of NGN 500.00 received at the office. Savings balance: NGN 1,500.00. Receipt ${reference}.`,
      state: 'waiting',
      attempts: 0,
      dueAt: server.clock.now(),
      entryId: (await entryOf(reference)).id,
      createdAt: server.clock.now(),
    })
  })

  it('each collected line of a sheet names the agent in letters of an SMS; other lines have none', async () => {
    const [one, two] = [await saver(), await saver()]
    const reply = await server.ask(
      calls.collections.recordCollection,
      {
        agent_id: agent.id,
        day: '2026-11-18',
        lines: [
          { savings_id: one.saving.id, amount: naira(200) },
          { savings_id: two.saving.id, amount: naira(0), reason: 'travelled' },
        ],
      },
      clerk,
    )
    const [line] = reply.output().data.rows
    expect((await messagesTo(one.id)).map(({ text }) => text)).toEqual([
      `Deposit of NGN 200.00 received by Bola Igè. Savings balance: NGN 200.00. Receipt ${line?.reference}.`,
    ])
    expect(await messagesTo(two.id)).toEqual([])
  })

  it('a reversal names the receipt that it takes back', async () => {
    const { id, saving } = await saver()
    await deposit(saving.id, naira(200))
    const { reference } = (await deposit(saving.id, naira(500))).output().data
    await server.ask(calls.reversals.requestReversal, { reference, reason: 'Typed twice' }, boss)
    const [request] = await database.select().from(reversals).where(eq(reversals.customerId, id))
    const body = { id: request?.id ?? 0, status: 'accept' as const }
    const { entry } = (await server.ask(calls.reversals.reversalDecision, body, boss)).output().data
    const message = (await messagesTo(id)).at(-1)
    expect(message).toMatchObject({
      text: `Receipt ${reference} of NGN 500.00 was reversed. New balance: NGN 200.00. Ref. ${entry}.`,
      state: 'waiting',
      entryId: (await entryOf(entry ?? '')).id,
    })
  })

  it('a credit, a transfer from savings, a closing and a withdrawal name what is left', async () => {
    const { id, saving } = await saver()
    await money.pay(saving.reference, naira(300))
    const { data: credit } = (
      await server.ask(calls.customers.creditUser, { amount: naira(50), customer_id: id }, boss)
    ).output()
    const body = { amount: naira(100), customer_id: id, savings_ref: saving.reference }
    const { data: transfer } = (
      await server.ask(calls.customers.savingWalletToMainWallets, body, boss)
    ).output()
    await server.ask(calls.savings.closeSaving, { savings_id: saving.id }, boss)
    await server.ask(
      calls.withdrawals.createWithDrawalRequest,
      { amount: naira(350), description: 'Rent', customer_id: id },
      boss,
    )
    const [request] = await database.select().from(withdrawals).where(eq(withdrawals.customerId, id))
    expect(await messagesTo(id)).toHaveLength(3)
    const decision = { id: request?.id ?? 0, status: 'approve' } as const
    expect((await server.ask(calls.withdrawals.WithDrawalRequestApproval, decision, boss)).status).toBe('200')
    const texts = (await messagesTo(id)).map(({ text }) => text)
    expect(texts).toEqual([
      `NGN 50.00 paid into your main wallet. Balance: NGN 50.00. Receipt ${credit.reference}.`,
      `NGN 100.00 moved from savings to your main wallet. Savings: NGN 200.00. Main wallet: NGN 150.00. Ref. ${transfer.reference}.`,
      expect.stringMatching(
        /^Savings wallet closed\. NGN 200\.00 moved to your main wallet\. Main wallet balance: NGN 350\.00\. Ref\. ST-261118-\d{6}\.$/,
      ),
      expect.stringMatching(
        /^Withdrawal of NGN 350\.00 paid out\. Main wallet balance: NGN 0\.00\. Ref\. WD-261118-\d{6}\.$/,
      ),
    ])
  })

  it('the closing of an empty wallet names no movement', async () => {
    const { id, saving } = await saver()
    await server.ask(calls.savings.closeSaving, { savings_id: saving.id }, boss)
    expect(await messagesTo(id)).toMatchObject([
      {
        entryId: null,
        text: `Savings wallet closed. Main wallet balance: NGN 0.00. Ref. ${saving.reference}.`,
      },
    ])
  })

  it('a loan is written at its disbursement, not before', async () => {
    const { id, agentId } = await saver()
    const loan = await loans.apply({ id, agentId }, { amount: naira(5000) }, { reference: 'LN-1' })
    await server.ask(calls.loans.firstLoanApproval, { id: loan.id, status: 'accepted' }, boss)
    expect(await messagesTo(id)).toEqual([])
    const decision = { id: loan.id, status: 'accepted' } as const
    const reply = await server.ask(calls.loans.secondLoanApproval, decision, boss)
    expect(reply.status, reply.text).toBe('200')
    expect((await messagesTo(id)).map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Loan of NGN 5,000\.00 paid into your main wallet\. Balance: NGN 5,000\.00\. Ref\. LD-261118-\d{6}\.$/,
      ),
    ])
  })
})

describe('a text', () => {
  it('is stored in letters of an SMS', async () => {
    const { id } = await saver()
    const all = ['Ɗanladi Ƙasimu “ọ”…', 'Àjàyí – ₦5.00'].map((text) => ({
      customerId: id,
      entryId: null,
      text,
    }))
    await writeMessages({ queries: database, now: server.clock.now(), services: server.services }, all)
    expect((await messagesTo(id)).map(({ text }) => text)).toEqual([
      'Danladi Kasimu "o"...',
      'Ajàyi - NGN 5.00',
    ])
  })

  it('has as many SMS in lists as it is sent by', async () => {
    const { id: customer_id } = await saver()
    const letter = fc.constantFrom('a', 'è', '€', '\\', ']', '^', '-', "'", '\n', 'ж', 'ọ', '😀')
    const text = fc.array(fc.tuple(letter, fc.integer({ min: 1, max: 160 })), { maxLength: 4 })
    const gsm = fc.array(fc.tuple(fc.constantFrom('a', '€', '\n', '['), fc.integer({ min: 1, max: 160 })), {
      maxLength: 4,
    })
    const texts = [...fc.sample(text, 40), ...fc.sample(gsm, 50)].map((parts) =>
      parts.map(([part, times]) => part.repeat(times)).join(''),
    )
    await database.insert(customerMessages).values(
      texts.map((one) => ({
        customerId: customer_id,
        text: one,
        state: 'off' as const,
        createdAt: server.clock.now(),
      })),
    )
    const token = await server.openSession(clerk.id)
    const reply = await server.ask(getCustomerMessages, { customer_id, page: 1, per_page: 100 }, { token })
    const { data } = reply.output().data
    expect(data).toHaveLength(90)
    for (const row of data) expect(row.segments, row.text).toBe(segmentsOf(row.text))
    expect(new Set(data.map(({ segments }) => segments)).size).toBeGreaterThan(3)
  })
})

describe('in the transaction of the movement', () => {
  it('a message is rolled back with a movement that fails afterwards', async () => {
    const { id, saving } = await saver()
    // The audit row is the last statement of the transaction.
    await database.execute(
      sql`create function refuse_row() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
    )
    await database.execute(
      sql`create trigger refuse_row before insert on admin_activity for each row execute function refuse_row()`,
    )
    expect((await deposit(saving.id)).http).toBe(500)
    await database.execute(sql`drop function refuse_row cascade`)
    expect(await messagesTo(id)).toEqual([])
    expect((await money.accountOf(saving.reference)).balance).toBe(0)
    expect((await deposit(saving.id)).status).toBe('200')
    expect(await messagesTo(id)).toHaveLength(1)
  })

  it('a refused movement has none', async () => {
    const { id, saving } = await saver({ isActive: false })
    expect((await deposit(saving.id)).status).toBe('400')
    expect(await messagesTo(id)).toEqual([])
  })

  it('a repeated change has one', async () => {
    const { id, saving } = await saver()
    const key = randomUUID()
    for (let times = 0; times < 3; times++)
      expect((await deposit(saving.id, naira(70), { key })).status).toBe('200')
    expect(await messagesTo(id)).toHaveLength(1)
  })

  it('a movement without a change of an admin, such as one of the demo, has none', async () => {
    const { id, saving } = await saver()
    await money.pay(saving.reference, naira(10))
    await money.pay(mainWalletOf(id), naira(10))
    expect(await messagesTo(id)).toEqual([])
  })
})

describe('switched off', () => {
  it('for a customer, messages are listed as off and never sent, until they are switched on', async () => {
    const { id: customer_id, saving, firstName, lastName, phoneNumber } = await saver()
    const name = `${firstName} ${lastName}`.trim()
    const off = await desk.switchOff(customer_id)
    expect(off.message).toBe(`Messages to ${name} are off now. The day’s close lists what is not sent.`)
    const again = { customer_id, reason: 'Again' }
    expectRefused(await server.ask(requestMessagesOff, again, clerk), `Messages to ${name} are off already.`)
    await deposit(saving.id)
    expect(await messagesTo(customer_id)).toMatchObject([{ state: 'off', dueAt: null }])
    const worker = desk.worker()
    await worker.run()
    expect(worker.sent.map(({ phone }) => phone)).not.toContain(phoneNumber)
    expect(await messagesTo(customer_id)).toMatchObject([{ state: 'off', attempts: 0 }])
    expect((await server.ask(switchOnMessages, { customer_id }, clerk)).message).toBe(
      `Messages to ${name} are on now.`,
    )
    await deposit(saving.id)
    expect((await messagesTo(customer_id)).map(({ state }) => state)).toEqual(['off', 'waiting'])
  })

  it('needs can-edit-customer, and an existing customer', async () => {
    const { id: customer_id } = await saver()
    const viewer = await server.enter('can-view-customer-details', 'can-view-all')
    const reason = 'Shares the phone'
    expect((await server.ask(requestMessagesOff, { customer_id, reason }, viewer)).http).toBe(403)
    expectRefused(
      await server.ask(requestMessagesOff, { customer_id: 999_999, reason }, clerk),
      'Customer with ID 999999 not found',
    )
  })

  it('is only requested by the call of older portals, which has no reason', async () => {
    const { id: customer_id, saving } = await saver()
    const reply = await server.ask(switchOffMessages, { customer_id }, clerk)
    expect(reply.message).toMatch(
      /^Request MO-.* was made\. It awaits its approval; until then they are sent\.$/,
    )
    await deposit(saving.id)
    expect(await messagesTo(customer_id)).toMatchObject([{ state: 'waiting' }])
  })

  it('for the business, all messages are listed as off', async () => {
    const quiet = await openMessageDesk({ SMS: 'off' })
    const { id: customer_id, saving } = await quiet.saver()
    await quiet.deposit(saving.id)
    expect(await quiet.messagesTo(customer_id)).toMatchObject([{ state: 'off', dueAt: null }])
    const reply = await quiet.server.ask(getMessageSummary, { customer_id }, quiet.clerk)
    expect(reply.output().data).toMatchObject({ customer: true, business: false })
  })
})

describe('the messages of a customer', () => {
  it('are listed by page, newest first, to who may view details', async () => {
    const { id: customer_id, saving } = await saver()
    const other = await saver()
    await deposit(other.saving.id)
    for (let at = 1; at <= 7; at++) {
      server.clock.pass(1)
      await deposit(saving.id, naira(at))
    }
    const page = (number: number) =>
      server.ask(getCustomerMessages, { customer_id, page: number, per_page: 5 }, clerk)
    const [first, second] = [(await page(1)).output().data, (await page(2)).output().data]
    expect(first).toMatchObject({ total: 7, per_page: 5, page: 1 })
    const amounts = [...first.data, ...second.data].map(({ text }) => /NGN (\d)\.00 received/.exec(text)?.[1])
    expect(amounts).toEqual(['7', '6', '5', '4', '3', '2', '1'])
    const { data } = (await server.ask(getMessageSummary, { customer_id }, clerk)).output()
    expect(data).toMatchObject({ customer: true, business: true })
    expect(data.last).toEqual(first.data)
    expect(Object.keys(first.data[0] ?? {}).toSorted()).toEqual([
      'attempts',
      'created_at',
      'id',
      'last_attempt_at',
      'problem',
      'segments',
      'state',
      'text',
    ])
    const stranger = await server.enter('can-view-customer')
    expect((await server.ask(getMessageSummary, { customer_id }, stranger)).http).toBe(403)
    expect((await server.ask(getCustomerMessages, { customer_id, page: 1 }, stranger)).http).toBe(403)
  })
})

describe('messages that were not sent', () => {
  it('are counted in the close of their day, and listed behind its figures without their texts', async () => {
    const { server: own, database: books, ...mine } = await openMessageDesk({})
    const { deposit: pay } = mine
    const [heard, silent] = [await mine.saver(), await mine.saver()]
    const closer = await own.enter('can-view-day-close')
    const listed = async (day: string) =>
      (await own.ask(getUnsentMessages, { page: 1, day }, closer)).output().data
    const counted = async (day: string) =>
      (await own.ask(calls.closing.getDayClose, { day }, closer)).output().data.unsent

    expect(await counted('2026-11-18')).toEqual({ off: 0, failed: 0 })
    await pay(heard.saving.id)
    await mine.switchOff(silent.id)
    const unheard = (await pay(silent.saving.id)).output().data.reference
    await own.ask(switchOnMessages, { customer_id: silent.id }, mine.clerk)
    await pay(silent.saving.id)
    const failed = (await pay(heard.saving.id)).output().data.reference
    await books
      .update(customerMessages)
      .set({ state: 'failed', dueAt: null, attempts: 8, problem: 'HTTP 500' })
      .where(eq(customerMessages.text, (await mine.messagesTo(heard.id)).at(-1)?.text ?? ''))

    expect(await counted('2026-11-18')).toEqual({ off: 1, failed: 1 })
    const { total, data } = await listed('2026-11-18')
    expect(total).toBe(2)
    expect(data.toSorted((a, b) => a.id - b.id)).toEqual([
      expect.objectContaining({
        user_id: silent.id,
        movement: 'Savings deposit',
        reference: unheard,
        state: 'off',
        problem: null,
      }),
      expect.objectContaining({
        user_id: heard.id,
        reference: failed,
        state: 'failed',
        attempts: 8,
        problem: 'HTTP 500',
      }),
    ])
    expect(JSON.stringify(data)).not.toContain('balance')

    expect(await counted('2026-11-17')).toEqual({ off: 0, failed: 0 })
    expect((await listed('2026-11-17')).total).toBe(0)
    const stranger = await own.enter('can-view-customer-details', 'can-view-collection')
    expect((await own.ask(getUnsentMessages, { page: 1, day: '2026-11-18' }, stranger)).http).toBe(403)
  })
})
