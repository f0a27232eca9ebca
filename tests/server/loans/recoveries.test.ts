import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { negateKobo } from '#domain/money/kobo'
import { customerMessages } from '#server/db/tables/messages'
import { verifyLedger } from '#server/ledger/verify'
import { expectRefused } from '../support/guards'
import { naira } from '../support/people'
import { roundsOf } from '../support/rounds'
import { openLoanChangeDesk } from './loanChangeDesk'

const { recordRecovery } = calls.loans
const desk = await openLoanChangeDesk()
const { server, parts, recorder, lend, account, carryOut, writeOff, ask, decide, request, reverse } = desk
const viewer = await server.enter('can-view-all', 'can-export-customer')

/** A loan of which ₦13,200.00 was written off, and the reference of that movement. */
async function writtenOffLoan() {
  const loan = await lend()
  await carryOut(loan.id, writeOff)
  const { movements } = await account(loan.id)
  return { ...loan, writtenOffBy: movements[0]?.reference ?? '' }
}
const recover = (loan_id: number, amount: Kobo, key?: string) =>
  server.ask(recordRecovery, { loan_id, amount }, { ...recorder, ...(key && { key }) })
const recovered = async (loan_id: number, amount: Kobo) =>
  (await recover(loan_id, amount)).output().data.reference
const wallets = async () => ({
  main: (await parts.accountOf('MBW')).balance,
  profit: (await parts.accountOf('PW')).balance,
  cash: (await parts.accountOf('CASH')).balance,
})
const faultless = async () => expect((await verifyLedger(server.database)).faults).toEqual([])
const statuses = async (...replies: Promise<{ status: unknown }>[]) =>
  (await Promise.all(replies)).map(({ status }) => String(status)).toSorted()

describe('a recovery', () => {
  it('is income of the profit wallet; the loan stays written off, and nothing is owed on it', async () => {
    const loan = await writtenOffLoan()
    const before = { ...(await wallets()), account: await account(loan.id) }
    const reply = await recover(loan.id, naira(500))
    const { reference, left } = reply.output().data
    expect(reference).toMatch(/^LV-/)
    expect(left).toBe(naira(12_700))
    expect(reply.message).toBe(
      `₦500.00 recovered on loan ${loan.reference} (${reference}). ₦12,700.00 is left to recover.`,
    )
    expect(await wallets()).toEqual({
      main: before.main,
      profit: before.profit + naira(500),
      cash: before.cash - naira(500),
    })
    const { recovered: sum, recoveries, ...same } = await account(loan.id)
    const { recovered: none, recoveries: noRows, ...was } = before.account
    expect([none, noRows, same]).toEqual([0, [], was])
    expect(sum).toBe(naira(500))
    expect(recoveries).toEqual([
      expect.objectContaining({ reference, amount: naira(500), reversed_by: null, reverses: null }),
    ])
    const rest = (await recover(loan.id, naira(12_700))).message
    expect(rest).toMatch(/ All that was written off was recovered\.$/)
    await faultless()
  })

  it('is at most what is left of the write-off, and only on a loan that is written off', async () => {
    const loan = await writtenOffLoan()
    expectRefused(
      await recover(loan.id, naira(13_200.01)),
      `Only ₦13,200.00 is left to recover on loan ${loan.reference}.`,
    )
    await recovered(loan.id, naira(13_200))
    expectRefused(
      await recover(loan.id, naira(0.01)),
      `All that was written off of loan ${loan.reference} was recovered.`,
    )
    const active = await lend()
    expectRefused(
      await recover(active.id, naira(1)),
      `Loan ${active.reference} is not written off. Nothing can be recovered on it.`,
    )
    expectRefused(await recover(999_999, naira(1)), 'Loan with ID 999999 not found')
    await faultless()
  })

  it('is recorded once for one key', async () => {
    const loan = await writtenOffLoan()
    const key = 'b7a5cf3d-5e04-4f3e-9a33-0d1a0c6f6a77'
    const replies = [await recover(loan.id, naira(700), key), await recover(loan.id, naira(700), key)]
    expect(new Set(replies.map((reply) => reply.output().data.reference)).size).toBe(1)
    expect(await account(loan.id)).toMatchObject({ recovered: naira(700) })
  })

  it('is reversed by request and approval, and its amount can be recovered again', async () => {
    const loan = await writtenOffLoan()
    const before = await wallets()
    const reference = await recovered(loan.id, naira(13_200))
    const { id } = await ask(reference)
    const reply = await decide(id)
    const { entry } = reply.output().data
    expect(reply.message).toContain(
      `₦13,200.00 of ${reference} was reversed by ${entry}. Left to recover on loan ${loan.reference}: ₦13,200.00.`,
    )
    expect(await wallets()).toEqual(before)
    const after = await account(loan.id)
    expect(after).toMatchObject({ recovered: 0, loan_status: 'written-off' })
    expect(
      after.recoveries?.map(({ amount, reversed_by, reverses }) => [amount, reversed_by, reverses]),
    ).toEqual([
      [negateKobo(naira(13_200)), null, reference],
      [naira(13_200), entry, null],
    ])
    expectRefused(await request(reference), `Movement ${reference} was reversed by ${entry} already.`)
    await recovered(loan.id, naira(13_200))
    const texts = await server.database
      .select({ text: customerMessages.text })
      .from(customerMessages)
      .where(eq(customerMessages.customerId, loan.owner.id))
      .orderBy(customerMessages.id)
    expect(texts.slice(-3).map(({ text }) => text)).toEqual([
      `Loan payment of NGN 13,200.00 received at the office. Nothing is unpaid any more. Receipt ${reference}.`,
      `Loan payment ${reference} of NGN 13,200.00 was reversed. NGN 13,200.00 is unpaid. Ref. ${entry}.`,
      expect.stringMatching(/^Loan payment of NGN 13,200\.00 received/),
    ])
    await faultless()
  })

  it('stands in the way of the reversal of the write-off, until it is reversed', async () => {
    const loan = await writtenOffLoan()
    const [one, two] = [await recovered(loan.id, naira(200)), await recovered(loan.id, naira(300))]
    expectRefused(
      await request(loan.writtenOffBy),
      `₦500.00 was recovered on loan ${loan.reference} (${one}, ${two}). That must be reversed first.`,
    )
    await reverse(one)
    await reverse(two)
    await reverse(loan.writtenOffBy)
    expect(await account(loan.id)).toMatchObject({
      loan_status: 'active',
      balance: naira(13_200),
      recovered: 0,
    })
    await faultless()
  })

  it('is in the statement, in the day’s close and in the customer’s data, and is no repayment', async () => {
    const loan = await writtenOffLoan()
    const { day } = (await server.ask(calls.closing.getDayClose, { day: '2026-11-18' }, viewer)).output().data
    const close = async () => (await server.ask(calls.closing.getDayClose, { day }, viewer)).output().data
    const repayments = async () =>
      (await server.ask(calls.loans.loanHistoryRepayment, { page: 1 }, viewer)).output().data.total
    const insight = async () => (await server.ask(calls.dashboard.getInsight, {}, viewer)).output().data.today
    const before = { close: await close(), repayments: await repayments(), insight: await insight() }
    const reference = await recovered(loan.id, naira(1_500))
    const { counter, places = [] } = before.close
    expect(await close()).toEqual({
      ...before.close,
      counter: { ...counter, recoveries: (counter.recoveries ?? 0) + naira(1_500) },
      places: places.map((one) => (one.place === 'vault' ? { ...one, held: one.held + naira(1_500) } : one)),
    })
    expect([await repayments(), await insight()]).toEqual([before.repayments, before.insight])
    const body = { customer_id: loan.owner.id, account: loan.reference }
    const { data } = (await server.ask(calls.customers.getCustomerStatement, body, viewer)).output()
    const [statement] = data.accounts
    expect(statement?.rows.at(-1)).toMatchObject({
      reference,
      source: 'Loan recovery of ₦1,500.00',
      amount: 0,
      balance: 0,
    })
    expect(statement?.closing).toBe(0)
    const file = await server.ask(calls.customers.exportCustomer, { customer_id: loan.owner.id }, viewer)
    expect(file.text.split(reference).length).toBeGreaterThan(2)
  })
})

describe('at once', () => {
  const rounds = roundsOf(4)

  it('two recoveries never come to more than was written off', async () => {
    for (let round = 0; round < rounds; round++) {
      const loan = await writtenOffLoan()
      expect(await statuses(recover(loan.id, naira(7_000)), recover(loan.id, naira(7_000)))).toEqual([
        '200',
        '400',
      ])
      expect(await account(loan.id)).toMatchObject({ recovered: naira(7_000) })
    }
    await faultless()
  })

  it('of a recovery and the reversal of the write-off one is made', async () => {
    for (let round = 0; round < rounds; round++) {
      const loan = await writtenOffLoan()
      const { id } = await ask(loan.writtenOffBy)
      const [paid, reversed] = await Promise.all([recover(loan.id, naira(100)), decide(id)])
      expect(paid.status === '200').toBe(reversed.status !== '200')
      expect(await account(loan.id)).toMatchObject(
        paid.status === '200'
          ? { loan_status: 'written-off', recovered: naira(100) }
          : { loan_status: 'active', recovered: 0 },
      )
    }
    await faultless()
  })
})
