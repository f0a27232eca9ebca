import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BodyOf } from '#contract/call'
import { calls } from '#contract/index'
import type { BasisPoints, Kobo } from '#contract/values'
import { kobo, sumKobo } from '#domain/money/kobo'
import { collections } from '#server/db/tables/collections'
import { entries } from '#server/db/tables/ledger'
import { customerMessages } from '#server/db/tables/messages'
import { customers } from '#server/db/tables/schema'
import { agentCashOf } from '#server/ledger/accounts'
import { verifyLedger } from '#server/ledger/verify'
import { loanFixturesOf } from '../loans/loanFixtures'
import { openReversalDesk } from '../reversals/reversalDesk'
import { expectRefused } from '../support/guards'
import { naira, rate } from '../support/people'
import { sheetAfterOthers } from '../support/sheets'

const { getCollectable, getCollection, getCollectionSheet, getCollections, recordSheet } = calls.collections
const { getLoanAccount, recordRepayment, firstLoanApproval, secondLoanApproval } = calls.loans
const desk = await openReversalDesk()
const { server, recorder } = desk
const { database } = server
const parts = await loanFixturesOf(server)
const viewer = await server.enter('can-view-loan-details')
const first = await server.enterAs({ name: 'Musa Bello', permissions: ['can-do-first-approval'] })
const second = await server.enterAs({ name: 'Ngozi Afolabi', permissions: ['can-do-second-approval'] })
await parts.pay('MBW', naira(10_000_000))
const today = '2026-11-18'
const yesterday = '2026-11-17'

/** An agent with a borrower, whose loan of ₦12,000.00 with 10 % has four weekly instalments of ₦3,300.00: the second is due today. */
async function borrower(terms: Parameters<typeof parts.apply>[1] = {}, dueSince = 14) {
  const agent = await server.makeAgent()
  const customer = await server.makeCustomer(agent.id)
  const loan = await lend(customer, terms, dueSince)
  return { agent, customer, loan, saving: await parts.makeSaving(customer) }
}
async function lend(
  customer: { id: number; agentId: number },
  terms: Parameters<typeof parts.apply>[1] = {},
  dueSince = 14,
) {
  const loan = await parts.apply(customer, { amount: naira(12_000), rate: rate(10), times: 4, ...terms })
  await server.ask(firstLoanApproval, { id: loan.id, status: 'accepted' }, first)
  await server.ask(secondLoanApproval, { id: loan.id, status: 'accepted' }, second)
  const { $client } = database
  await $client.query('update loan_repayment_schedule set due_date = due_date - $2::int where loan_id = $1', [
    loan.id,
    dueSince,
  ])
  await $client.query(
    `update loans set next_due = next_due - $2::int, maturity_date = maturity_date - $2::int,
      disbursed_date = disbursed_date - make_interval(days => $2::int) where id = $1`,
    [loan.id, dueSince],
  )
  return loan
}
type Body = BodyOf<typeof calls.collections.recordCollection>
const record = async (agent_id: number, lines: Body['lines'], more: Partial<Body> = {}) => {
  const body = await sheetAfterOthers(database, { agent_id, day: today, lines, ...more })
  return server.ask(recordSheet, body, { ...recorder, key: randomUUID() })
}
const repayAtCounter = (loan_id: number, amount: Kobo) =>
  server.ask(recordRepayment, { loan_id, amount }, { ...recorder, key: randomUUID() })
const accountOf = async (loan_id: number) =>
  (await server.ask(getLoanAccount, { loan_id }, viewer)).output().data
const sheetOf = async (agent_id: number, day = today) =>
  (await server.ask(getCollectionSheet, { agent_id, day }, recorder)).output().data
const balanceOf = async (account: string) => (await parts.accountOf(account)).balance
const business = async () => ({ main: await balanceOf('MBW'), profit: await balanceOf('PW') })
const faultless = async () => expect((await verifyLedger(database)).faults).toEqual([])

describe('a repayment on a sheet', () => {
  it('pays the penalty and the oldest installment first, with its own reference, split exactly', async () => {
    const { agent, customer, loan, saving } = await borrower()
    await parts.punish(loan.id)
    const before = await business()
    const reply = await record(
      agent.id,
      [
        { savings_id: saving.id, amount: naira(500) },
        { loan_id: loan.id, amount: naira(5165) },
      ],
      { counted: naira(5665) },
    )
    const { data } = reply.output()
    expect(reply.message).toBe(
      `Receipt ${data.reference}: 2 lines of ${agent.name}, ₦5,665.00. ₦5,665.00 counted. It is what was expected.`,
    )
    expect(data).toMatchObject({ lines: 2, collected_lines: 2, total: naira(5665), repayments: naira(5165) })
    expect(data.rows).toMatchObject([
      { savings_id: saving.id, savings_reference: saving.reference, loan_id: null, still_owed: null },
      {
        savings_id: null,
        loan_id: loan.id,
        loan_reference: loan.reference,
        expected: naira(6765),
        amount: naira(5165),
        still_owed: naira(8200),
        user_id: customer.id,
      },
    ])
    const [deposit, repayment] = data.rows.map(({ reference }) => reference ?? '')
    expect(deposit).toMatch(/^SD-/)
    expect(repayment).toMatch(/^LR-/)
    // 1,200 of interest in 13,200: 454.54 in 5,000, rounded down; and the penalty of 165.
    expect(await business()).toEqual({
      main: before.main + naira(4545.46),
      profit: before.profit + naira(619.54),
    })
    expect(await balanceOf(agentCashOf(agent.id))).toBe(0)
    const account = await accountOf(loan.id)
    expect(account).toMatchObject({ balance: naira(8200), interest_paid: naira(454.54) })
    expect(account.schedule.map(({ paid, open }) => [paid, open])).toEqual([
      [naira(3465), 0],
      [naira(1700), naira(1600)],
      [0, naira(3300)],
      [0, naira(3300)],
    ])
    expect(account.movements.slice(0, 2).map((one) => [one.reference, one.instalment, one.by])).toEqual([
      [repayment, 2, agent.name],
      [repayment, 1, agent.name],
    ])
    const messages = await database
      .select()
      .from(customerMessages)
      .where(eq(customerMessages.customerId, customer.id))
      .orderBy(asc(customerMessages.id))
    expect(messages.slice(-2).map(({ text }) => text)).toEqual([
      expect.stringContaining(`Deposit of NGN 500.00 received by ${agent.name}.`),
      `Loan repayment of NGN 5,165.00 received by ${agent.name}. You still owe NGN 8,200.00. Receipt ${repayment}.`,
    ])
    const stored = await server.ask(getCollection, { collection_id: data.id }, recorder)
    expect(stored.output().data).toEqual(data)
    const listed = await server.ask(getCollections, { page: 1, search: data.reference }, recorder)
    expect(listed.output().data.data).toMatchObject([{ repayments: naira(5165) }])
    await faultless()
  })

  it('of the last kobo makes the loan paid, at once', async () => {
    const { agent, loan } = await borrower()
    await record(agent.id, [{ loan_id: loan.id, amount: naira(13_199.99) }])
    expect(await accountOf(loan.id)).toMatchObject({ balance: 1, loan_status: 'active' })
    const { data } = (await record(agent.id, [{ loan_id: loan.id, amount: kobo(1) }])).output()
    expect(data.rows[0]).toMatchObject({ amount: 1, still_owed: 0 })
    expect(await accountOf(loan.id)).toMatchObject({
      balance: 0,
      loan_status: 'paid',
      interest_paid: naira(1200),
      arrears: { days: 0, amount: 0 },
    })
    expect((await sheetOf(agent.id)).loans).toEqual([])
    await faultless()
  })

  it('in any parts, of several loans at once, ends with all interest paid, exactly', async () => {
    const agent = await server.makeAgent()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 24 }),
        fc.integer({ min: 0, max: 3333 }),
        async (cuts, times, percent) => {
          const terms = { amount: naira(10_000.01), rate: percent as BasisPoints, times }
          const loans = [
            await lend(await server.makeCustomer(agent.id), terms),
            await lend(await server.makeCustomer(agent.id), terms),
          ]
          for (const cut of cuts) {
            const lines = []
            for (const { id } of loans) {
              const { balance } = await accountOf(id)
              const amount = kobo(Math.min(cut, balance))
              if (amount > 0) lines.push({ loan_id: id, amount })
            }
            if (lines.length > 0) expect(await record(agent.id, lines)).toMatchObject({ status: '200' })
          }
          const rest = await Promise.all(loans.map(({ id }) => accountOf(id)))
          const lines = rest.flatMap(({ id, balance }) =>
            balance > 0 ? [{ loan_id: id, amount: balance }] : [],
          )
          if (lines.length > 0) expect(await record(agent.id, lines)).toMatchObject({ status: '200' })
          for (const { id } of loans) {
            const end = await accountOf(id)
            expect(end).toMatchObject({ balance: 0, loan_status: 'paid', interest_paid: end.interest_amount })
            expect(sumKobo(end.movements.map(({ amount }) => amount))).toBe(end.total_payable)
          }
        },
      ),
      { numRuns: 8 },
    )
    await faultless()
  })

  it('is accepted from a customer who is not active, whose savings are not collected', async () => {
    const { agent, customer, loan, saving } = await borrower()
    await database.update(customers).set({ isActive: false }).where(eq(customers.id, customer.id))
    expect(await sheetOf(agent.id)).toMatchObject({ lines: [], loans: [{ loan_id: loan.id }] })
    const lines = [
      { savings_id: saving.id, amount: naira(1) },
      { loan_id: loan.id, amount: naira(1) },
    ]
    expect((await record(agent.id, lines)).message).toContain('1 line of 2 can’t be')
    expect(await record(agent.id, lines.slice(1))).toMatchObject({ status: '200' })
  })

  it('of nothing is kept with its reason, also for a loan that was paid meanwhile', async () => {
    const { agent, loan } = await borrower()
    const before = await database.$count(entries)
    const line = { loan_id: loan.id, amount: 0 as Kobo, reason: 'travelled' as const }
    const { data } = (await record(agent.id, [line])).output()
    expect(data).toMatchObject({ total: 0, repayments: null })
    expect(data.rows).toMatchObject([{ expected: naira(6600), reason: 'travelled', still_owed: null }])
    expect(await database.$count(entries)).toBe(before)
    await repayAtCounter(loan.id, naira(13_200))
    expect((await record(agent.id, [line])).output().data.rows).toMatchObject([{ expected: 0 }])
  })
})

describe('a refused line', () => {
  it('refuses the whole sheet, and is named with its reason', async () => {
    const { agent, customer, loan, saving } = await borrower()
    const name = `${customer.firstName} ${customer.lastName}`
    const pending = await parts.apply(customer)
    const before = await server.checksums()
    const good = { savings_id: saving.id, amount: naira(500) }
    expectRefused(
      await record(agent.id, [good, { loan_id: loan.id, amount: naira(13_200.01) }]),
      `Nothing was recorded. 1 line of 2 can’t be: ${name}, ${loan.reference}: Only ₦13,200.00 is owed on loan ${loan.reference}`,
    )
    expectRefused(
      await record(agent.id, [good, { loan_id: pending.id, amount: naira(1) }]),
      `Nothing was recorded. 1 line of 2 can’t be: ${name}, ${pending.reference}: Loan ${pending.reference} was not paid out. Nothing is owed on it`,
    )
    expectRefused(
      await record(agent.id, [good, { loan_id: 999_999, amount: naira(1) }]),
      'Nothing was recorded. 1 line of 2 can’t be: loan 999999 was not found',
    )
    const line = { loan_id: loan.id, amount: naira(1) }
    expectRefused(
      await record(agent.id, [line, line]),
      'A loan is on this sheet twice. Nothing was recorded.',
    )
    for (const odd of [{ amount: naira(1) }, { ...line, savings_id: saving.id }])
      expect(await record(agent.id, [odd])).toMatchObject({
        status: '100',
        fields: ['A line is either for a savings wallet or for a loan.'],
      })
    const other = await server.makeAgent()
    expectRefused(
      await record(other.id, [line]),
      `Nothing was recorded. 1 line of 1 can’t be: ${name}, ${loan.reference}: another agent collects from this customer now`,
    )
    const {
      idempotency_keys: _keys,
      admin_activity: _log,
      agents: _agents,
      ...after
    } = await server.checksums()
    expect(before).toMatchObject({ ...after, ledger_accounts: expect.anything() })

    await repayAtCounter(loan.id, naira(13_200))
    expectRefused(
      await record(agent.id, [good, line]),
      `Nothing was recorded. 1 line of 2 can’t be: ${name}, ${loan.reference}: Loan ${loan.reference} is paid. Nothing is owed on it`,
    )
    expect(await balanceOf(saving.reference)).toBe(0)
    expect(await database.$count(collections, eq(collections.agentId, agent.id))).toBe(0)
  })
})

describe('the same loan', () => {
  it('is repaid once for one key', async () => {
    const { agent, loan } = await borrower()
    const key = randomUUID()
    const lines = [{ loan_id: loan.id, amount: naira(700) }]
    const body = { agent_id: agent.id, day: today, lines, seen: [] }
    const [once, again] = [
      await server.ask(recordSheet, body, { ...recorder, key }),
      await server.ask(recordSheet, body, { ...recorder, key }),
    ]
    expect(again.output().data).toEqual(once.output().data)
    expect(await accountOf(loan.id)).toMatchObject({ balance: naira(12_500) })
  })

  it('at the counter and on sheets of two days at once: one settles it, the others are refused', async () => {
    for (let round = 0; round < 3; round++) {
      const { agent, loan } = await borrower()
      const lines = [{ loan_id: loan.id, amount: naira(13_200) }]
      const replies = await Promise.all([
        record(agent.id, lines, { counted: naira(13_200) }),
        repayAtCounter(loan.id, naira(13_200)),
        record(agent.id, lines, { day: yesterday }),
      ])
      const [settled, ...others] = replies.toSorted((a, b) => Number(a.status) - Number(b.status))
      expect(settled).toMatchObject({ status: '200' })
      for (const reply of others)
        expect(reply.message).toContain(`Loan ${loan.reference} is paid. Nothing is owed on it`)
      expect(await accountOf(loan.id)).toMatchObject({ balance: 0, loan_status: 'paid' })
    }
    await faultless()
  })

  it('at the counter and on sheets of two days at once: parts that it covers are all repaid', async () => {
    const { agent, loan } = await borrower()
    const part = (amount: Kobo) => [{ loan_id: loan.id, amount }]
    const replies = await Promise.all([
      record(agent.id, part(naira(1000.01)), { counted: naira(1) }),
      repayAtCounter(loan.id, naira(2000.02)),
      record(agent.id, part(naira(3000.03)), { day: yesterday }),
    ])
    expect(replies.map(({ status }) => status)).toEqual(['200', '200', '200'])
    expect(await accountOf(loan.id)).toMatchObject({
      balance: naira(13_200 - 6000.06),
      // 1,200 of 13,200 in 6,000.06, rounded down.
      interest_paid: naira(545.46),
    })
    await faultless()
  })
})

describe('the sheet of a day', () => {
  it('has the loans of which something is due or overdue, with what was repaid on the day', async () => {
    const { agent, customer, loan } = await borrower()
    await lend(customer, {}, 0)
    const stranger = await borrower()
    const name = `${customer.firstName} ${customer.lastName}`
    expect((await sheetOf(agent.id)).loans).toEqual([
      {
        loan_id: loan.id,
        loan_reference: loan.reference,
        user_id: customer.id,
        customer: name,
        customer_reference: expect.stringMatching(/^CU-/),
        customer_phone: customer.phoneNumber,
        loan_type_name: expect.any(String),
        instalment: 1,
        late: 1,
        overdue: naira(3300),
        due_instalment: 2,
        expected: naira(6600),
        owed: naira(13_200),
        collected: 0,
        collected_at: null,
      },
    ])
    expect((await sheetOf(agent.id, '2026-11-17')).loans).toMatchObject([
      { late: 1, due_instalment: null, expected: naira(3300) },
    ])
    await record(agent.id, [{ loan_id: loan.id, amount: naira(3000) }])
    await repayAtCounter(loan.id, naira(3600))
    expect((await sheetOf(agent.id)).loans).toMatchObject([
      {
        instalment: 3,
        late: 0,
        due_instalment: null,
        expected: 0,
        owed: naira(6600),
        collected: naira(6600),
        collected_at: expect.stringMatching(/^2026-11-18T/),
      },
    ])
    expect((await sheetOf(stranger.agent.id)).loans).toMatchObject([{ loan_id: stranger.loan.id }])
  })

  it('can be extended by a loan that is not due, found by its reference or its customer', async () => {
    const { agent, customer, loan } = await borrower({}, 0)
    expect((await sheetOf(agent.id)).loans).toEqual([])
    const find = async (search: string, agent_id = agent.id) =>
      (await server.ask(getCollectable, { agent_id, day: today, search }, recorder)).output()
    expect(await find(loan.reference)).toMatchObject({
      data: [],
      loans: [{ loan_id: loan.id, expected: 0, owed: naira(13_200), instalment: 1 }],
    })
    const both = await find(customer.phoneNumber)
    expect([both.data.length, both.loans.length]).toEqual([1, 1])
    const other = await server.makeAgent()
    expect((await find(loan.reference, other.id)).loans).toEqual([])
  })

  it('has a reversed repayment due again; the receipt names the reversal', async () => {
    const { agent, loan, saving } = await borrower()
    const lines = [
      { savings_id: saving.id, amount: naira(50) },
      { loan_id: loan.id, amount: naira(13_200) },
    ]
    const { data } = (await record(agent.id, lines)).output()
    expect((await sheetOf(agent.id)).loans).toEqual([])
    const entry = await desk.reverse(data.rows[1]?.reference ?? '')
    expect((await sheetOf(agent.id)).loans).toMatchObject([
      { loan_id: loan.id, collected: 0, expected: naira(6600), owed: naira(13_200) },
    ])
    const receipt = (await server.ask(getCollection, { collection_id: data.id }, recorder)).output().data
    expect(receipt).toMatchObject({ total: naira(13_250), reversed: naira(13_200) })
    expect(receipt.rows.map(({ reversed_by }) => reversed_by)).toEqual([null, entry])
    expect(await balanceOf(agentCashOf(agent.id))).toBe(naira(-50))
    await faultless()
  })
})
