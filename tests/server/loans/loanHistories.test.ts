import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { nairaOf, negateKobo, sumKobo } from '#domain/money/kobo'
import { toLagosStamp } from '#domain/time/lagos'
import { postings } from '#server/db/tables/ledger'
import { loanHistory } from '#server/db/tables/loans'
import { csvCells } from '../../csvCells'
import { expectRefused } from '../support/guards'
import { openLoanScenario } from './loanScenario'
import { naira } from '../support/people'

const story = await openLoanScenario()
const { server, parts, me, repay, paid, repayment, active, late, rejected, pending } = story
const { database, clock } = server
const { customerLoanHistory, loanDisbursementHistory, loanHistoryRepayment } = calls.loans
const history = calls.loans.loanHistory

const penalty = await parts.punish(late.id)
clock.pass(1)
/** Its second row; the first is of the first instalment. */
const second = await repay(active)
const secondsFirst = second.id - 1

const movements = async (more: object = {}) =>
  (await server.ask(history, { page: 1, ...more }, me)).output().data
const repayments = async (more: object = {}) =>
  (await server.ask(loanHistoryRepayment, { page: 1, ...more }, me)).output().data
const disbursements = async (more: object = {}) =>
  (await server.ask(loanDisbursementHistory, { page: 1, ...more }, me)).output().data
const ids = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)

/** The posting of a movement on the loan's account. */
async function postingOf(reference: string) {
  const rows = await database.select().from(postings).where(eq(postings.reference, reference))
  const row = rows.find(({ walletCode }) => walletCode === 'LOAN')
  if (!row) throw new Error(`There is no posting of ${reference}.`)
  return row
}

describe('loan history', () => {
  it('has each movement of a balance, newest first, as in the ledger', async () => {
    const { data, total, per_page, page } = await movements()
    expect(ids({ data })).toEqual([second.id, secondsFirst, penalty.id, repayment.id])
    expect({ total, per_page, page }).toEqual({ total: 4, per_page: 100, page: 1 })
    for (const row of data) {
      const posting = await postingOf(row.reference)
      const rows = data.filter(({ reference }) => reference === row.reference)
      expect(sumKobo(rows.map((one) => (one.repayment > 0 ? negateKobo(one.repayment) : one.penalty)))).toBe(
        posting.amount,
      )
      expect(rows[0]?.balance).toBe(posting.balanceAfter)
      expect(row.created_at).toBe(toLagosStamp(posting.madeAt))
    }
    expect(data[2]).toMatchObject({
      loan_id: late.id,
      loan_reference: late.reference,
      amount: naira(1000),
      status: 'pending',
      penalty: naira(50),
      repayment: 0,
      balance: naira(3050),
      customer: 'Emeka 100%',
      customer_firstname: 'Emeka',
      customer_lastname: '100%',
      customer_phone: '08033334444',
      due_date: '2026-11-27',
      loan_type_name: expect.stringMatching(/^Type /),
    })
  })

  it.each([
    ['the loan’s reference', () => late.reference, () => [penalty.id]],
    ['the movement’s reference in lower case', () => penalty.reference.toLowerCase(), () => [penalty.id]],
    ['the start of a reference', () => 'LR-', () => [second.id, secondsFirst, repayment.id]],
    ['the number at the end of a reference', () => penalty.reference.slice(-6), () => [penalty.id]],
    ['a name', () => 'SADE', () => [second.id, secondsFirst, repayment.id]],
    ['a phone number', () => '0803333', () => [penalty.id]],
    ['a wildcard, taken literally', () => 'LR_', () => []],
    ['an unknown name', () => 'Nobody', () => []],
  ])('is searched by %s', async (_what, search, expected) => {
    expect(ids(await movements({ search: search() }))).toEqual(expected())
  })

  it('is filtered by whole days in Lagos, given as a pair in order', async () => {
    const day = '2026-11-18'
    expect(ids(await movements({ start_date: day, end_date: day }))).toEqual([repayment.id])
    for (const call of [history, loanHistoryRepayment, loanDisbursementHistory]) {
      const ask = async (days: object) => server.ask(call, { page: 1, ...days }, me)
      expect(await ask({ start_date: day })).toMatchObject({
        status: '100',
        fields: ['Please select both start and end dates'],
      })
      expect(await ask({ start_date: day, end_date: '2026-11-17' })).toMatchObject({
        status: '100',
        fields: ['End date cannot be before start date'],
      })
    }
  })

  it('comes as a file', async () => {
    const { text } = await server.ask(history, { page: 1, download: 'csv' }, me)
    const [heading, ...rows] = csvCells(text.slice(1))
    expect(heading).toEqual(history.csv?.map(({ header }) => header))
    const stored = await database.select().from(loanHistory)
    const plain = (amount: Kobo) => nairaOf(amount)
    expect(
      rows.map(([, , amount, , status, balance, , , due, repaid, cost]) => [
        amount,
        status,
        balance,
        due,
        repaid,
        cost,
      ]),
    ).toEqual(
      stored
        .toSorted((a, b) => b.id - a.id)
        .map((row) => [
          plain(row.amount),
          row.status,
          plain(row.amountAfter),
          row.dueDate,
          plain(row.repayment),
          plain(row.penalty),
        ]),
    )
    expect(rows[2]?.slice(-5)).toEqual(['0.00', '50.00', '', '', ''])
  })
})

describe('repayments', () => {
  it('leave out penalties', async () => {
    const { data } = await repayments()
    expect(ids({ data })).toEqual([second.id, secondsFirst, repayment.id])
    expect(data[2]).toMatchObject({
      loan_id: paid.id,
      user_id: paid.customerId,
      reference: paid.reference,
      amount: naira(1100),
      customer: 'Sade Ojo',
      maturity_period: 7,
      agent_name: 'Bola Ige',
      created_at: '2026-11-18T10:00:00.000Z',
    })
    expect(ids(await repayments({ search: paid.reference }))).toEqual([repayment.id])
    expect(ids(await repayments({ search: penalty.reference }))).toEqual([])
  })

  it('are exported with the columns of the screen', async () => {
    const { text } = await server.ask(loanHistoryRepayment, { page: 1, search: 'sade', download: 'csv' }, me)
    expect(csvCells(text.slice(1))).toEqual([
      [
        'Created',
        'Reference',
        'Customer Name',
        'Amount',
        'Loan Type',
        'Phone Number',
        'Reversed By',
        'Reverses',
        'Collected On',
        'Maturity Period (days)',
      ],
      [
        expect.any(String),
        active.reference,
        'Sade Ojo',
        '2750.00',
        expect.any(String),
        '08031112222',
        '',
        '',
        '',
        expect.stringMatching(/^\d+$/),
      ],
      [
        expect.any(String),
        active.reference,
        'Sade Ojo',
        '2750.00',
        expect.any(String),
        '08031112222',
        '',
        '',
        '',
        expect.stringMatching(/^\d+$/),
      ],
      [
        '2026-11-18 10:00:00',
        paid.reference,
        'Sade Ojo',
        '1100.00',
        expect.any(String),
        '08031112222',
        '',
        '',
        '',
        expect.stringMatching(/^\d+$/),
      ],
    ])
  })
})

describe('disbursements', () => {
  it('are the disbursed loans by day of disbursement', async () => {
    const { data } = await disbursements()
    expect(ids({ data })).toEqual([late.id, active.id, paid.id])
    expect(data[1]).toMatchObject({
      user_id: active.customerId,
      reference: active.reference,
      amount: naira(5000),
      interest_amount: naira(500),
      total_payable: naira(5500),
      instalment_amount: naira(2750),
      instalment_period: 'weekly',
      instalment_times: 2,
      maturity_period: 14,
      loan_status: 'paid',
      application_status: 'approved',
      agent_name: 'Bola Ige',
      customer: 'Sade Ojo',
      created_at: '2026-11-19T10:00:00.000Z',
    })
    expect(ids(await disbursements({ search: rejected.reference }))).toEqual([])
    expect(ids(await disbursements({ search: 'emeka' }))).toEqual([late.id])
    expect(ids(await disbursements({ start_date: '2026-11-19', end_date: '2026-11-19' }))).toEqual([
      active.id,
    ])
  })

  it('add up to what left the main wallet', async () => {
    const { data } = await disbursements()
    const out = await database.select().from(postings).where(eq(postings.source, 'Loan disbursement'))
    const lentOut = out
      .filter(({ walletCode }) => walletCode === 'MBW')
      .map(({ amount }) => negateKobo(amount))
    expect(new Set(data.map(({ amount }) => amount))).toEqual(new Set(lentOut))
    expect(lentOut).toHaveLength(data.length)
  })

  it('come as a file', async () => {
    const { text } = await server.ask(loanDisbursementHistory, { page: 1, download: 'csv' }, me)
    const [heading, ...rows] = csvCells(text.slice(1))
    expect(heading).toEqual(loanDisbursementHistory.csv?.map(({ header }) => header))
    expect(rows.map((row) => [row[1], row[4], row[8], row[9], row[10]])).toEqual([
      [late.reference, '3000.00', '0.00', '3000.00', '1000.00'],
      [active.reference, '5000.00', '500.00', '5500.00', '2750.00'],
      [paid.reference, '1000.00', '100.00', '1100.00', '1100.00'],
    ])
  })
})

describe('the history of one loan', () => {
  const historyOf = (loan_id: number) => server.ask(customerLoanHistory, { loan_id }, me)
  it('has its own movements only', async () => {
    expect((await historyOf(late.id)).output().data).toMatchObject([
      {
        id: penalty.id,
        reference: penalty.reference,
        status: 'pending',
        balance: naira(3050),
        due_date: '2026-11-27',
      },
    ])
  })
  it('is empty before the first movement, and refused for an unknown loan', async () => {
    expect((await historyOf(pending.id)).output().data).toEqual([])
    expectRefused(await historyOf(999_999), 'Loan with ID 999999 not found')
  })
})

it.each([history, loanHistoryRepayment, loanDisbursementHistory])(
  '$path needs its permission',
  async (call) => {
    const other = await server.enter('can-view-loan', 'can-view-withdrawal')
    const right = call === loanDisbursementHistory ? 'can-view-loan-disbursement' : 'can-view-loan-history'
    expect((await server.ask(call, { page: 1 }, other)).http).toBe(403)
    expect((await server.ask(call, { page: 1 }, await server.enter(right))).status).toBe('200')
  },
)
