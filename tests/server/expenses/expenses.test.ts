import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { ExpenseSource } from '#contract/calls/expenses'
import type { Kobo } from '#contract/values'
import { lagosDay } from '#domain/time/lagos'
import { expenses } from '#server/db/tables/expenses'
import { verifyLedger } from '#server/ledger/verify'
import { linkFrom, openLink, png, uploaded } from '../support/files'
import { expectRefused } from '../support/guards'
import { openServer } from '../support/harness'
import { moneyOf } from '../support/money'
import { naira } from '../support/people'
import { tillsOf } from '../support/tills'

const server = await openServer()
const money = moneyOf(server)
const clerk = await server.enter('can-request-expense', 'can-view-expense', 'can-edit-books')
const first = await server.enter('can-do-first-approval', 'can-do-second-approval')
const second = await server.enter('can-do-first-approval', 'can-do-second-approval')
const viewer = await server.enter('can-view-books', 'can-view-expense')
const {
  createExpenseCategory,
  switchExpenseCategory,
  getExpenseCategories,
  requestExpense,
  getExpenseCase,
  getExpenseSlip,
  firstExpenseDecision,
  secondExpenseDecision,
} = calls.expenses

let made = 0
async function newCategory() {
  made += 1
  const name = `Rent ${made}`
  ;(await server.ask(createExpenseCategory, { name }, clerk)).output()
  const { data } = (await server.ask(getExpenseCategories, {}, clerk)).output()
  const category = data.find((one) => one.name === name)
  if (!category) throw new Error('No category was made.')
  return category
}

type Asked = { amount?: Kobo; category_id?: number; slip?: number; paid_from?: ExpenseSource }
async function newExpense({ amount = naira(100), ...more }: Asked = {}, by = clerk) {
  const body = {
    category_id: more.category_id ?? (await newCategory()).id,
    amount,
    reason: 'Rent of November',
  }
  const reply = await server.ask(requestExpense, { ...body, paid_from: 'cash', ...more }, by)
  const { reference } = reply.output().data
  const [row] = await server.database.select().from(expenses).where(eq(expenses.reference, reference))
  return { id: row?.id ?? 0, reference, category_id: body.category_id }
}
const accept = (id: number) => ({ id, status: 'accept' }) as const
const approvedOnce = async (asked?: Asked) => {
  const expense = await newExpense(asked)
  ;(await server.ask(firstExpenseDecision, accept(expense.id), first)).output()
  return expense
}
const balances = async () => ({
  profit: (await money.accountOf('PW')).balance,
  cash: (await money.accountOf('CASH')).balance,
})
const lineOf = async (category_id: number) => {
  const { data } = (await server.ask(calls.books.getBooks, {}, viewer)).output()
  return data.lines.find(({ line }) => line === `expense ${category_id}`)?.amount ?? 0
}

const closeOf = async () => {
  const keeper = await server.enter('can-view-day-close')
  const day = lagosDay(server.clock.now())
  return (await server.ask(calls.closing.getDayClose, { day }, keeper)).output().data
}

await money.pay('PW', naira(5_000), { kind: 'Main wallet credit' })

describe('an expense', () => {
  it('is paid in cash from the profit wallet by the second approval, on the line of its category', async () => {
    const before = await balances()
    const { id, category_id } = await approvedOnce({ amount: naira(250.5) })
    expect((await closeOf()).open.expenses).toBe(1)
    expect(await balances()).toEqual(before)
    const reply = await server.ask(secondExpenseDecision, accept(id), second)
    expect(reply.message).toMatch(/^Expense EQ-\S+ approved: ₦250\.50 was paid \(EX-\S+\)\./)
    expect(await balances()).toEqual({
      profit: before.profit - naira(250.5),
      cash: before.cash + naira(250.5),
    })
    expect(await lineOf(category_id)).toBe(naira(250.5))
    expect(await closeOf()).toMatchObject({ paid_out: { expenses: { count: 1, amount: naira(250.5) } } })
    const [row] = (await server.ask(getExpenseCase, { id }, viewer)).output().data
    expect(row).toMatchObject({
      state: 2,
      paid_from: 'Counter',
      has_slip: false,
      wallet_balance: null,
      is_short: null,
    })
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('is taken back by a reversal, on the same line', async () => {
    const before = await balances()
    const { id, category_id } = await approvedOnce()
    const paid = String((await server.ask(secondExpenseDecision, accept(id), second)).message)
    const entry = /EX-[\d-]+/.exec(paid)?.[0] ?? ''
    const asker = await server.enter('can-request-reversal')
    const decider = await server.enter('can-approve-reversal')
    const { requestReversal, reversalDecision, getReversals } = calls.reversals
    ;(await server.ask(requestReversal, { reference: entry, reason: 'Paid twice' }, asker)).output()
    const { data } = (await server.ask(getReversals, { page: 1, per_page: 100 }, decider)).output().data
    ;(await server.ask(reversalDecision, accept(data[0]?.id ?? 0), decider)).output()
    expect(await balances()).toEqual(before)
    expect(await lineOf(category_id)).toBe(0)
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('is refused where the profit wallet does not cover it, and can be rejected', async () => {
    const { id, reference } = await approvedOnce({ amount: naira(90_000) })
    expectRefused(
      await server.ask(secondExpenseDecision, accept(id), second),
      `The profit wallet (PW) does not cover expense ${reference} (₦90,000.00).`,
    )
    const rejected = { id, status: 'reject', comment: 'Too much' } as const
    const reply = await server.ask(secondExpenseDecision, rejected, second)
    expect(reply.message).toBe(`Expense ${reference} (₦90,000.00) was rejected. Nothing is paid.`)
    expectRefused(
      await server.ask(secondExpenseDecision, accept(id), second),
      `Expense ${reference} is rejected already. Reload the list.`,
    )
  })

  it('takes two other admins', async () => {
    const both = await server.enter('can-request-expense', 'can-do-first-approval', 'can-do-second-approval')
    const { id, reference } = await newExpense({}, both)
    expectRefused(
      await server.ask(firstExpenseDecision, accept(id), both),
      `You requested expense ${reference} yourself. Another admin must decide on it.`,
    )
    ;(await server.ask(firstExpenseDecision, accept(id), first)).output()
    expectRefused(
      await server.ask(secondExpenseDecision, accept(id), first),
      `You made the first decision on expense ${reference}. Another admin must make the second.`,
    )
  })

  it('is paid once by two admins at once', async () => {
    const before = await balances()
    const { id } = await approvedOnce()
    const third = await server.enter('can-do-second-approval')
    const replies = await Promise.all(
      [second, third].map((by) => server.ask(secondExpenseDecision, accept(id), by)),
    )
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    expect((await balances()).profit).toBe(before.profit - naira(100))
  })

  it('of two that spend the same money one is paid', async () => {
    const { profit } = await balances()
    const one = await approvedOnce({ amount: profit })
    const other = await approvedOnce({ amount: profit })
    const replies = await Promise.all([
      server.ask(secondExpenseDecision, accept(one.id), second),
      server.ask(secondExpenseDecision, accept(other.id), second),
    ])
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    expect((await balances()).profit).toBe(0)
    await money.pay('PW', naira(5_000), { kind: 'Main wallet credit' })
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('has its slip as a file, for who may see it', async () => {
    const { id } = await newExpense({ slip: await uploaded(server, clerk) })
    const reply = await server.ask(getExpenseSlip, { id }, first)
    const link = linkFrom(reply, reply.output().data.slip ?? '')
    const file = await openLink(server, link)
    expect(file.headers['content-type']).toContain('image/')
    expect(png.length).toBeGreaterThan(0)
    const { id: without } = await newExpense()
    expect((await server.ask(getExpenseSlip, { id: without }, first)).output().data.slip).toBeNull()
    expectRefused(
      await server.ask(
        requestExpense,
        {
          category_id: (await newCategory()).id,
          amount: naira(1),
          reason: 'Fuel',
          paid_from: 'cash',
          slip: 999_999,
        },
        clerk,
      ),
      'The slip is not there any more. Please upload it again.',
    )
  })
})

describe('the place that an expense is paid from', async () => {
  const { manager, makeTill, held, open, newestSession, close, requireTills } = await tillsOf(server)
  const payer = await server.enter('can-open-till', 'can-do-second-approval')
  const pay = async (asked: Asked, by = payer) => {
    const { id } = await approvedOnce(asked)
    return server.ask(secondExpenseDecision, accept(id), by)
  }
  const places = async (account: string) => [await held(account), await held('CASH'), await held('BANK')]
  await money.pay('MBW', naira(90_000), { kind: 'Main wallet credit' })

  it('is the open till of who gives the second approval, the vault, or the bank, as far as it is there', async () => {
    const till = await makeTill()
    expect((await open(till.id, naira(1000), payer)).status).toBe('200')
    const account = `till ${till.id}`
    const [, vault = 0] = await places(account)
    expect((await pay({ amount: naira(300), paid_from: 'cash' })).status).toBe('200')
    expect(await places(account)).toEqual([naira(700), vault, 0])
    expectRefused(await pay({ amount: naira(701), paid_from: 'cash' }), 'The till holds less than ₦701.00.')
    expect((await pay({ amount: naira(250), paid_from: 'vault' })).status).toBe('200')
    expectRefused(await pay({ paid_from: 'bank' }), 'The bank holds less than ₦100.00.')
    const slip = { direction: 'deposit', amount: naira(150), slip_number: 'EX-1' } as const
    ;(await server.ask(calls.tills.recordBankMovement, slip, manager)).output()
    const reply = await pay({ paid_from: 'bank' })
    expect(reply.status).toBe('200')
    expect(await places(account)).toEqual([naira(700), vault - naira(400), naira(50)])
    const { data } = (await server.ask(calls.expenses.getExpenses, { page: 1, per_page: 3 }, viewer)).output()
      .data
    expect(data.map(({ paid_from }) => paid_from)).toEqual(['Bank', 'Bank', 'Vault'])
    await close((await newestSession()).id, naira(700), payer)
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })

  it('is no counter without a till where the business requires tills', async () => {
    await requireTills('on')
    expectRefused(
      await pay({ paid_from: 'cash' }),
      'You have no open till. Open one first: cash at the counter goes through it.',
    )
    expect((await pay({ paid_from: 'vault' })).status).toBe('200')
    await requireTills('off')
    expect((await pay({ paid_from: 'cash' })).status).toBe('200')
  })

  it('pays two at once no more than the till holds, while its admin closes it', async () => {
    const till = await makeTill()
    await open(till.id, naira(150), payer)
    const { id: session } = await newestSession()
    const [one, other] = [await approvedOnce({}), await approvedOnce({})]
    const [first_, second_, closing] = await Promise.all([
      server.ask(secondExpenseDecision, accept(one.id), payer),
      server.ask(secondExpenseDecision, accept(other.id), payer),
      close(session, naira(50), payer),
    ])
    expect(closing?.status).toBe('200')
    for (const { status, message } of [first_, second_])
      if (status !== '200') expect(message).toBe('The till holds less than ₦100.00.')
    expect((await verifyLedger(server.database)).faults).toEqual([])
  })
})

describe('a category', () => {
  it('has a name of its own, a code of its own, and takes none while it is off', async () => {
    const { id, name, code } = await newCategory()
    expectRefused(
      await server.ask(createExpenseCategory, { name: name.toUpperCase() }, clerk),
      'A category with this name already exists.',
    )
    expect(code).toBe(String(6000 + id))
    const off = { id, status: 'inactive' } as const
    expect((await server.ask(switchExpenseCategory, off, clerk)).message).toBe(
      `${name} is switched off. Its expenses stay.`,
    )
    expectRefused(await server.ask(switchExpenseCategory, off, clerk), `${name} is switched off already.`)
    const body = { category_id: id, amount: naira(1), reason: 'Fuel', paid_from: 'cash' } as const
    expectRefused(
      await server.ask(requestExpense, body, clerk),
      `${name} is switched off. Choose another category.`,
    )
  })

  it('gets the next free code where the business gave that one away', async () => {
    const { data } = (await server.ask(calls.books.getBookAccounts, {}, viewer)).output()
    const last = await newCategory()
    const taken = String(6000 + last.id + 1)
    const fees = data.find(({ line }) => line === 'fees')
    const named = { id: fees?.id ?? 0, code: taken, name: 'Fees' }
    ;(await server.ask(calls.books.setBookAccount, named, clerk)).output()
    expect((await newCategory()).code).toBe(String(6000 + last.id + 2))
  })
})
