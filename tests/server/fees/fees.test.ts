import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { kobo } from '#domain/money/kobo'
import { fees } from '#server/db/tables/fees'
import { expectRefused } from '../support/guards'
import { naira, rate } from '../support/people'
import { roundsOf } from '../support/rounds'
import { openFeeDesk } from './feeDesk'

const desk = await openFeeDesk()
const { server, parts, create, makeFee, feesOf, pay, paid, changed, credit, messagesTo, faults } = desk
const { switchOffFee, switchOnFee, getFees } = calls.fees
const newCustomer = () => parts.makeBorrower()
const later = () => server.clock.pass(1)
const statuses = async (...replies: Promise<{ status: unknown }>[]) =>
  (await Promise.all(replies)).map(({ status }) => String(status)).toSorted()

describe('a fee', () => {
  it('is created with its price, what it is for and when it is paid', async () => {
    const reply = await create({
      name: '  Form   fee ',
      applies_to: 'loan',
      moment: 'kept-back',
      kind: 'percent',
      amount: kobo(0),
      rate: rate(1.5),
    })
    expect(reply.message).toBe('Fee created: Form fee, 1.5% of the loan, each loan, kept back from the loan.')
    const { data } = (await server.ask(getFees, {}, desk.owner)).output()
    expect(data.at(-1)).toMatchObject({
      name: 'Form fee',
      kind: 'percent',
      amount: 0,
      rate: 150,
      applies_to: 'loan',
      loan_type_id: null,
      moment: 'kept-back',
      status: 'active',
    })
    await server.ask(switchOffFee, { id: data.at(-1)?.id ?? 0 }, desk.owner)
    expectRefused(
      await create({ name: 'FORM-FEE' }),
      'A fee with this name, or one that looks like it, already exists.',
    )
  })

  it.each([
    ['of nothing', { amount: kobo(0) }, 'Please enter an amount above zero, without a percentage.'],
    ['of both', { rate: rate(1) }, 'Please enter an amount above zero, without a percentage.'],
    [
      'of 0 %',
      { applies_to: 'loan', moment: 'kept-back', kind: 'percent', amount: kobo(0) },
      'Please enter a percentage above zero, without an amount.',
    ],
    [
      'of a part of a card',
      { applies_to: 'card', kind: 'percent', amount: kobo(0), rate: rate(1) },
      'Only a fee of loans can be a percentage.',
    ],
    [
      'of a customer before the approval',
      { moment: 'before-approval' },
      'A fee of a customer or a card is paid at the registration.',
    ],
    [
      'of a loan at the registration',
      { applies_to: 'loan' },
      'A fee of a loan is paid before the second approval, or kept back.',
    ],
    ['of a customer and a loan type', { loan_type_id: 1 }, 'Only a fee of loans is for one loan type.'],
  ] as const)('%s is refused', async (_what, terms, message) => {
    const before = await server.database.$count(fees)
    const reply = await create(terms)
    expect(await server.database.$count(fees)).toBe(before)
    expect(reply.json).toMatchObject({ status: '100' })
    expect(JSON.stringify(reply.json)).toContain(message)
  })

  it('of more than 100 %, or of an unknown loan type, is refused', async () => {
    const ofLoan = { applies_to: 'loan', moment: 'kept-back' } as const
    const tooMuch = await create({ ...ofLoan, kind: 'percent', amount: kobo(0), rate: rate(120) })
    expect(JSON.stringify(tooMuch.json)).toContain('A rate may be at most 100 percent.')
    expectRefused(await create({ ...ofLoan, loan_type_id: 999_999 }), 'Loan type with ID 999999 not found')
  })

  it('is switched off and on once each, and never changes otherwise', async () => {
    const fee = await makeFee()
    const off = () => server.ask(switchOffFee, { id: fee.id }, desk.owner)
    const on = () => server.ask(switchOnFee, { id: fee.id }, desk.owner)
    expectRefused(await on(), `${fee.name} is already switched on. Nothing was done.`)
    expect((await off()).message).toBe(
      `${fee.name} is switched off. Loans that were applied for with it keep it.`,
    )
    expectRefused(await off(), `${fee.name} is already switched off. Nothing was done.`)
    expect((await on()).status).toBe('200')
    await off()
    const update = server.database.$client.query(`update fees set amount = 1 where id = ${fee.id}`)
    await expect(update).rejects.toThrow(`fee ${fee.id} never changes, but for its status`)
    expectRefused(await server.ask(switchOffFee, { id: 999_999 }, desk.owner), 'Fee with ID 999999 not found')
  })
})

describe('a fee of new customers', () => {
  it('is due of who came since, and can be paid by others', async () => {
    const older = await newCustomer()
    later()
    const fee = await makeFee()
    later()
    const newer = await newCustomer()
    const own = async (id: number) => (await feesOf(id)).open.find(({ fee_id }) => fee_id === fee.id)
    expect(await own(newer.id)).toEqual({
      fee_id: fee.id,
      name: fee.name,
      amount: naira(500),
      applies_to: 'customer',
      loan_id: null,
      savings_id: null,
      about: null,
      is_due: true,
    })
    expect(await own(older.id)).toMatchObject({ is_due: false })
    expect((await pay(older.id, fee.id)).status).toBe('200')
    expect(await own(older.id)).toBeUndefined()
    await server.ask(switchOffFee, { id: fee.id }, desk.owner)
    expect(await own(newer.id)).toBeUndefined()
    expectRefused(
      await pay(newer.id, fee.id),
      `${fee.name} is paid already, or is not to be paid. Reload the page. Nothing was done.`,
    )
    await server.ask(switchOnFee, { id: fee.id }, desk.owner)
    expect(await own(newer.id)).toMatchObject({ is_due: true })
    await server.ask(switchOffFee, { id: fee.id }, desk.owner)
  })

  it('is paid in cash into the transaction wallet, with a message, once', async () => {
    const fee = await makeFee()
    const { id } = await newCustomer()
    const key = '0f0d5d6a-53a4-4a64-9f5e-2b2a4a3d7a01'
    let reference = ''
    const change = await changed(id, async () => {
      const reply = await pay(id, fee.id, {}, key)
      ;({ reference } = reply.output().data)
      expect(reply.message).toBe(`${fee.name}, ₦500.00, was paid (${reference}) in cash.`)
    })
    expect(change).toEqual({ main: 0, fees: naira(500), cash: naira(-500), wallet: 0 })
    expect(reference).toMatch(/^FE-/)
    expect(await messagesTo(id)).toEqual([`Fee of NGN 500.00 received at the office. Receipt ${reference}.`])
    expect((await pay(id, fee.id, {}, key)).output().data.reference).toBe(reference)
    expectRefused(
      await pay(id, fee.id),
      `${fee.name} is paid already, or is not to be paid. Reload the page. Nothing was done.`,
    )
    expect((await feesOf(id)).paid).toEqual([
      expect.objectContaining({
        reference,
        name: fee.name,
        amount: naira(500),
        paid_from: 'cash',
        reversed_by: null,
        reverses: null,
      }),
    ])
    expect(await faults()).toEqual([])
  })

  it('is paid from the main wallet, as far as pending withdrawals leave it free', async () => {
    const fee = await makeFee()
    const { id } = await newCustomer()
    await credit(id, naira(800))
    const request = { customer_id: id, amount: naira(300.01), description: 'Rent' }
    await server.ask(calls.withdrawals.createWithDrawalRequest, request, desk.clerk)
    expectRefused(
      await pay(id, fee.id, { from: 'wallet' }),
      'The main wallet has ₦499.99 to spend (₦800.00 less ₦300.01 held by pending withdrawals), which does not cover ₦500.00.',
    )
    await credit(id, naira(0.01))
    const change = await changed(id, async () => {
      const reply = await pay(id, fee.id, { from: 'wallet' })
      const { reference } = reply.output().data
      expect(reply.message).toBe(
        `${fee.name}, ₦500.00, was paid (${reference}) from the main wallet. New balance: ₦300.01.`,
      )
      expect((await messagesTo(id)).at(-1)).toBe(
        `Fee of NGN 500.00 taken from your main wallet. Balance: NGN 300.01. Receipt ${reference}.`,
      )
    })
    expect(change).toEqual({ main: 0, fees: naira(500), cash: 0, wallet: naira(-500) })
    expect(await faults()).toEqual([])
  })

  it('is refused at another price, of another kind, of nobody and of a deleted customer', async () => {
    const fee = await makeFee()
    const { id } = await newCustomer()
    const saving = await parts.makeSaving({ id, agentId: parts.agent.id })
    expectRefused(
      await pay(id, fee.id, { amount: naira(499.99) }),
      `${fee.name} costs ₦500.00, not ₦499.99. Look at it again.`,
    )
    const notOpen = `${fee.name} is paid already, or is not to be paid. Reload the page. Nothing was done.`
    expectRefused(await pay(id, fee.id, { savings_id: saving.id }), notOpen)
    expectRefused(await pay(id, fee.id, { loan_id: 999_999 }), notOpen)
    expectRefused(await pay(id, 999_999), 'Fee with ID 999999 not found')
    expectRefused(await pay(999_999, fee.id), 'Customer with ID 999999 not found')
    expect((await feesOf(id)).paid).toEqual([])
  })
})

describe('a fee of cards', () => {
  it('is due of each wallet that was opened since, and paid once for each', async () => {
    const { id } = await newCustomer()
    const owner = { id, agentId: parts.agent.id }
    const older = await parts.makeSaving(owner)
    later()
    const fee = await makeFee({ applies_to: 'card' })
    later()
    const newer = await parts.makeSaving(owner)
    const open = async () =>
      (await feesOf(id)).open
        .filter(({ fee_id }) => fee_id === fee.id)
        .map(({ about, is_due }) => [about, is_due])
    expect(await open()).toEqual([
      [newer.reference, true],
      [older.reference, false],
    ])
    await paid(id, fee.id, { savings_id: newer.id })
    expect(await open()).toEqual([[older.reference, false]])
    await paid(id, fee.id, { savings_id: older.id })
    expect(await open()).toEqual([])
    const other = await newCustomer()
    expect((await pay(other.id, fee.id, { savings_id: newer.id })).status).toBe('400')
    expect(await faults()).toEqual([])
  })
})

describe('the reversal of a fee', () => {
  it('gives cash back, and the fee can be paid again', async () => {
    const fee = await makeFee()
    const { id } = await newCustomer()
    const reference = await paid(id, fee.id)
    let entry = ''
    const change = await changed(id, async () => {
      const asked = await desk.ask(reference)
      const reply = await desk.decide(asked.id)
      entry = reply.output().data.entry ?? ''
      expect(reply.message).toContain(
        `₦500.00 of ${reference} was reversed by ${entry}. To pay back in cash: ₦500.00.`,
      )
    })
    expect(change).toEqual({ main: 0, fees: naira(-500), cash: naira(500), wallet: 0 })
    expect((await messagesTo(id)).at(-1)).toBe(
      `Fee ${reference} of NGN 500.00 was reversed. It is paid back at the office. Ref. ${entry}.`,
    )
    const again = await paid(id, fee.id)
    expect((await feesOf(id)).paid.map((one) => [one.amount, one.reversed_by, one.reverses])).toEqual([
      [naira(500), null, null],
      [naira(-500), null, reference],
      [naira(500), entry, null],
    ])
    await desk.reverse(again)
    expect(await faults()).toEqual([])
  })

  it('gives back to the main wallet what came from it', async () => {
    const fee = await makeFee()
    const { id } = await newCustomer()
    await credit(id, naira(500))
    const reference = await paid(id, fee.id, { from: 'wallet' })
    const change = await changed(id, async () => {
      const asked = await desk.ask(reference)
      expect((await desk.decide(asked.id)).message).toContain('Main wallet: ₦500.00.')
    })
    expect(change).toEqual({ main: 0, fees: naira(-500), cash: 0, wallet: naira(500) })
    expect((await messagesTo(id)).at(-1)).toMatch(
      /^Receipt FE-\S+ of NGN 500\.00 was reversed\. New balance: NGN 500\.00\./,
    )
    expect(await faults()).toEqual([])
  })

  it('is refused once the transaction wallet does not cover it', async () => {
    const fee = await makeFee()
    const { id } = await newCustomer()
    const reference = await paid(id, fee.id)
    const left = await desk.balance('TW')
    await parts.pay('TW', kobo(-left + 1))
    expectRefused(
      await desk.request(reference),
      'Transaction wallet has ₦0.01, which does not cover the ₦500.00 that the reversal takes back.',
    )
    await parts.pay('TW', kobo(left - 1))
    expect((await desk.request(reference)).status).toBe('200')
  })
})

describe('at once', () => {
  const rounds = roundsOf(3)

  it('a fee is paid once, of a customer, a card and a loan', async () => {
    const [ofCustomer, ofCard] = [await makeFee(), await makeFee({ applies_to: 'card' })]
    const type = await parts.makeLoanType(1250)
    const ofLoan = await desk.ofLoan({ loan_type_id: type.id })
    for (let round = 0; round < rounds; round++) {
      const { id } = await newCustomer()
      const saving = await parts.makeSaving({ id, agentId: parts.agent.id })
      const loan = await desk.applied(type.id, id)
      for (const [fee, more] of [
        [ofCustomer, {}],
        [ofCard, { savings_id: saving.id }],
        [ofLoan, { loan_id: loan.id }],
      ] as const)
        expect(await statuses(pay(id, fee.id, more), pay(id, fee.id, more))).toEqual(['200', '400'])
      expect((await feesOf(id)).paid.length).toBe(3)
    }
    expect(await faults()).toEqual([])
  })

  it('of a fee and a withdrawal from the same money one is done', async () => {
    const fee = await makeFee()
    for (let round = 0; round < rounds; round++) {
      const { id } = await newCustomer()
      await credit(id, naira(700))
      const request = { customer_id: id, amount: naira(600), description: 'Rent' }
      expect(
        await statuses(
          pay(id, fee.id, { from: 'wallet' }),
          server.ask(calls.withdrawals.createWithDrawalRequest, request, desk.clerk),
        ),
      ).toEqual(['200', '400'])
    }
    expect(await faults()).toEqual([])
  })
})
