import { describe, expect, it } from 'vitest'
import type { BodyOf, Call } from '#contract/call'
import { calls } from '#contract/index'
import { csvCells } from '../../csvCells'
import { sentences } from '../../sentences'
import { openLoanScenario } from './loanScenario'
import { naira, rate } from '../support/people'

const { server, me, musa, ngozi, sade, ...loans } = await openLoanScenario()
const { paid, active, late, rejected, pending, waiting } = loans
const {
  getPendingLoan,
  getPendingLoans,
  loanApplications,
  getOverdueLoan,
  approvedLoan,
  rejectedLoan,
  paidLoan,
  loanPortfolio,
} = calls.loans

const references = (rows: { reference: string }[]) => rows.map(({ reference }) => reference)
const page = { page: 1 }

describe('each list has its loans, newest first', () => {
  it('pending: undecided loans, with the page size in perPage', async () => {
    const reply = await server.ask(getPendingLoan, page, me)
    const { data } = reply.output()
    expect(reply.message).toBe(sentences.twoFound)
    expect(data).toMatchObject({ total: 2, perPage: 100, page: 1 })
    expect(references(data.data)).toEqual([waiting.reference, pending.reference])
    expect(data.data).toMatchObject([
      {
        application_status: 'in-progress',
        first_approval_id: musa.id,
        first_approval_name: 'Musa Bello',
        first_approval_email: musa.email,
        approved_date: null,
        balance: 0,
      },
      { application_status: 'pending', loan_status: 'non-active', first_approval_name: null },
    ])
  })

  it('all pending at once, for the approval screens', async () => {
    const { data } = (await server.ask(getPendingLoans, {}, me)).output()
    expect(references(data.data)).toEqual([waiting.reference, pending.reference])
  })

  it('approved: active and paid loans', async () => {
    const { data } = (await server.ask(approvedLoan, page, me)).output()
    expect(data).toMatchObject({ total: 3, per_page: 100, page: 1 })
    expect(references(data.data)).toEqual([late.reference, active.reference, paid.reference])
    expect(data.data[1]).toEqual({
      id: active.id,
      user_id: sade.id,
      reference: active.reference,
      created_at: '2026-11-19T10:00:00.000Z',
      amount: naira(5000),
      customer: 'Sade Ojo',
      customer_firstname: 'Sade',
      customer_lastname: 'Ojo',
      customer_phone: '08031112222',
      loan_type_name: expect.stringMatching(/^Type /),
      interest_rate: rate(10),
      interest_amount: naira(500),
      total_payable: naira(5500),
      instalment_amount: naira(2750),
      instalment_period: 'weekly',
      instalment_times: 2,
      maturity_period: 14,
      maturity_date: '2026-12-03',
      loan_status: 'active',
      application_status: 'approved',
      description: null,
      agent_id: sade.agentId,
      agentName: 'Bola Ige',
      first_approval_id: musa.id,
      first_approval_name: 'Musa Bello',
      first_approval_email: musa.email,
      first_approval_date: '2026-11-19T10:00:00.000Z',
      approved_amount: naira(5000),
      approved_date: '2026-11-19T10:00:00.000Z',
      approved_by_name: 'Ngozi Afolabi',
      approved_by_email: ngozi.email,
      approvedByName: 'Ngozi Afolabi',
      disbursed_date: '2026-11-19T10:00:00.000Z',
      rejected_date: null,
      rejected_by_name: null,
      rejected_by_email: null,
      rejection_reason: null,
      admin_id: null,
      loan_type_id: expect.any(Number),
      approved_by: ngozi.id,
      rejected_id: null,
      extension_period: null,
      extension_percentage: null,
      balance: naira(5500),
      overdue_amount: naira(5500),
      days_overdue: 9,
    })
  })

  it('rejected, with admin and reason', async () => {
    const { data } = (await server.ask(rejectedLoan, page, me)).output()
    expect(data.data).toMatchObject([
      {
        reference: rejected.reference,
        rejected_by_name: 'Musa Bello',
        rejected_by_email: musa.email,
        rejected_date: '2026-11-21T10:00:00.000Z',
        rejection_reason: 'No guarantor',
      },
    ])
  })

  it('paid', async () => {
    const { data } = (await server.ask(paidLoan, page, me)).output()
    expect(data.data).toMatchObject([{ reference: paid.reference, loan_status: 'paid', balance: 0 }])
    expect(data.total).toBe(1)
  })

  it('overdue: unpaid amount and days of overdue installments', async () => {
    const { data } = (await server.ask(getOverdueLoan, page, me)).output()
    expect(data).toMatchObject({ total: 2, perPage: 100, page: 1 })
    expect(data.data).toMatchObject([
      { reference: late.reference, overdue_amount: naira(2000), days_overdue: 8, balance: naira(3000) },
      { reference: active.reference, overdue_amount: naira(5500), days_overdue: 9 },
    ])
  })

  it('portfolio: active loans and their total balance', async () => {
    const body = { page: 1, per_page: 1, search: 'Sade' }
    const { data } = (await server.ask(loanPortfolio, body, me)).output()
    expect(data.activeLoan).toBe(naira(5500))
    expect(data.getActive).toMatchObject({ total: 1, per_page: 1, page: 1 })
    expect(references(data.getActive.data)).toEqual([active.reference])
    const all = (await server.ask(loanPortfolio, page, me)).output().data
    expect(all.activeLoan).toBe(naira(8500))
    expect(references(all.getActive.data)).toEqual([late.reference, active.reference])
  })
})

describe('search', () => {
  it.each([
    ['a reference', () => late.reference, () => [late.reference]],
    ['part of a name, ignoring case', () => 'EMEK', () => [late.reference]],
    ['first and last name', () => 'emeka 100', () => [late.reference]],
    ['a wildcard, taken literally', () => '100%', () => [late.reference]],
    ['a wildcard alone', () => '_', () => []],
    ['a phone number', () => '0803333', () => [late.reference]],
    ['an unknown text', () => 'Nobody', () => []],
  ])('finds %s', async (_what, search, expected) => {
    const body = { page: 1, search: search() }
    const { data } = (await server.ask(approvedLoan, body, me)).output()
    expect(references(data.data)).toEqual(expected())
    expect(data.total).toBe(expected().length)
  })
})

it('the second page continues where the first ends', async () => {
  const first = (await server.ask(approvedLoan, { page: 1, perPage: 2 }, me)).output().data
  const second = (await server.ask(approvedLoan, { page: 2, perPage: 2 }, me)).output().data
  expect(first.total).toBe(second.total)
  expect([...references(first.data), ...references(second.data)].slice(-3)).toEqual([
    late.reference,
    active.reference,
    paid.reference,
  ])
})

describe('as a file', () => {
  const lines = (text: string) => text.slice(1).split('\r\n')
  it('has the columns of the contract, rates and days as a spreadsheet reads them', async () => {
    const body = { page: 1, download: 'csv' as const, search: late.reference }
    const { text } = await server.ask(getOverdueLoan, body, me)
    const [heading, row, end] = lines(text)
    expect(heading).toBe(getOverdueLoan.csv?.map(({ header }) => header).join(','))
    expect(row).toContain(
      `2026-11-20 10:00:00,${late.reference},Emeka 100%,3000.00,3000.00,2000.00,8,${row?.split(',')[7]},0,0.00,3000.00,1000.00,active,approved,weekly,3,2026-12-11,Bola Ige,21,`,
    )
    expect(end).toBe('')
  })

  it.each([
    ['approved', approvedLoan],
    ['rejected', rejectedLoan],
  ] as const)('%s', async (_name, call) => {
    const { text, http } = await server.ask(call, { page: 1, download: 'csv' }, me)
    expect(http).toBe(200)
    expect(lines(text)[0]).toBe(call.csv?.map(({ header }) => header).join(','))
    expect(lines(text).length).toBeGreaterThan(2)
  })

  it('of the portfolio and of the paid ones has no total', async () => {
    for (const call of [loanPortfolio, paidLoan, getPendingLoan]) {
      const { text } = await server.ask(call, { page: 1, download: 'csv' }, me)
      expect(lines(text)[0]).toMatch(/^Created,Reference,Customer Name,/)
    }
  })
})

it('an installment is overdue from the day after its due date', async () => {
  const other = await openLoanScenario()
  const { disbursed, pass, repay } = other
  const loan = await disbursed(other.sade, { amount: naira(100), rate: rate(0), times: 1 })
  const overdue = async () => {
    const { data } = (
      await other.server.ask(getOverdueLoan, { page: 1, search: loan.reference }, other.me)
    ).output()
    return data.data.map(({ days_overdue }) => days_overdue)
  }
  await pass(7)
  expect(await overdue()).toEqual([])
  await pass(1)
  expect(await overdue()).toEqual([1])
  await repay(loan)
  expect(await overdue()).toEqual([])
})

describe('filters by type, agent and days', async () => {
  const { server: own, parts, sade: borrower, ...made } = await openLoanScenario()
  const reader = await own.enter('can-view-all', 'can-download-csv-file', 'can-do-first-approval')
  const agent = await own.makeAgent({ name: 'Tayo Ojo' })
  const theirs = await own.makeCustomer(agent.id, { firstName: 'Kemi', lastName: 'Ade' })
  const type = await parts.makeLoanType()
  const at = (instant: string) => ({ createdAt: new Date(instant) })
  const ofType = { loanTypeId: type.id }
  // The 2nd begins at 23:00 UTC of the 1st in Lagos.
  const before = await parts.apply(theirs, {}, at('2026-11-01T22:59:59.999Z'))
  const first = await parts.apply(theirs, {}, { ...ofType, ...at('2026-11-01T23:00:00Z') })
  const last = await parts.apply(theirs, {}, at('2026-11-03T22:59:59.999Z'))
  const after = await parts.apply(borrower, {}, { ...ofType, ...at('2026-11-03T23:00:00Z') })
  const active = await made.disbursed(theirs, { amount: naira(2000), rate: rate(0), times: 1 })
  const days = { start_date: '2026-11-02', end_date: '2026-11-03' }

  type Filter = Omit<BodyOf<typeof getPendingLoan>, 'page'>
  it.each<[string, Filter, readonly { reference: string }[]]>([
    ['an agent', { agent_id: agent.id }, [last, first, before]],
    ['a type', { loan_type_id: type.id }, [after, first]],
    ['days in Lagos, inclusive', days, [last, first]],
    ['an agent and a type', { agent_id: agent.id, loan_type_id: type.id }, [first]],
    ['an agent and days', { agent_id: agent.id, ...days }, [last, first]],
    ['all three', { agent_id: agent.id, loan_type_id: type.id, ...days }, [first]],
    ['an agent and a search', { agent_id: agent.id, search: 'Kemi' }, [last, first, before]],
    ['an agent and a search for others', { agent_id: agent.id, search: 'Sade' }, []],
    ['an agent and what waits', { agent_id: borrower.agentId, waiting: 'first' }, [made.pending, after]],
    [
      'an agent, the other way round',
      { agent_id: agent.id, sort: 'created_at', order: 'asc' },
      [before, first, last],
    ],
    ['an unknown agent', { agent_id: 9_999 }, []],
  ])('show the rows of %s, with their number, in list and file', async (_what, filter, expected) => {
    const found = references([...expected])
    const { data } = (await own.ask(getPendingLoan, { page: 1, ...filter }, reader)).output()
    expect(references(data.data)).toEqual(found)
    expect(data.total).toBe(found.length)
    const { text } = await own.ask(getPendingLoan, { page: 1, ...filter, download: 'csv' }, reader)
    const rows = csvCells(text.slice(1)).slice(1)
    expect(rows.map((cells) => cells[1])).toEqual(found)
  })

  it('are those of each list, with the week and the sum of the portfolio', async () => {
    const agentOnly = { page: 1, agent_id: agent.id }
    type Snake = typeof approvedLoan | typeof rejectedLoan | typeof paidLoan
    const rowsOf = async (call: Snake, filter: object) =>
      references((await own.ask<Snake>(call, { page: 1, ...filter }, reader)).output().data.data)
    expect(await rowsOf(approvedLoan, agentOnly)).toEqual([active.reference])
    expect(await rowsOf(approvedLoan, { ...agentOnly, week: 'this' })).toEqual([active.reference])
    expect(await rowsOf(approvedLoan, { ...agentOnly, week: 'last' })).toEqual([])
    expect(await rowsOf(rejectedLoan, agentOnly)).toEqual([])
    expect(await rowsOf(rejectedLoan, { agent_id: borrower.agentId })).toEqual([made.rejected.reference])
    expect(await rowsOf(paidLoan, agentOnly)).toEqual([])
    expect(await rowsOf(paidLoan, { agent_id: borrower.agentId })).toEqual([made.paid.reference])
    expect(await rowsOf(loanApplications, { ...agentOnly, ...days })).toEqual([
      last.reference,
      first.reference,
    ])
    const overdue = async (filter: object) =>
      references((await own.ask(getOverdueLoan, { page: 1, ...filter }, reader)).output().data.data)
    expect(await overdue(agentOnly)).toEqual([])
    expect(await overdue({ agent_id: borrower.agentId })).toEqual([
      made.late.reference,
      made.active.reference,
    ])
    const { data } = (await own.ask(loanPortfolio, agentOnly, reader)).output()
    expect(references(data.getActive.data)).toEqual([active.reference])
    expect(data.activeLoan).toBe(naira(2000))
  })

  const lists = [
    getPendingLoan,
    getOverdueLoan,
    approvedLoan,
    loanApplications,
    rejectedLoan,
    paidLoan,
    loanPortfolio,
  ]
  it.each<[object, object]>([
    [{ start_date: '2026-11-02' }, { fields: ['Please select both start and end dates'] }],
    [{ end_date: '2026-11-02' }, { fields: ['Please select both start and end dates'] }],
    [
      { start_date: '2026-11-02', end_date: '2026-11-01' },
      { fields: ['End date cannot be before start date'] },
    ],
    [{ start_date: 'today', end_date: 'today' }, { fields: ['Dates are written yyyy-mm-dd.'] }],
    [{ agent_id: 'all' }, {}],
    [{ loan_type_id: 0 }, {}],
  ])('refuse %j', async (filter, refusal) => {
    for (const call of lists)
      expect(await own.ask<Call>(call, { page: 1, ...filter }, reader)).toMatchObject({
        status: '100',
        ...refusal,
      })
  })

  it('need the permission of the list', async () => {
    const stranger = await own.enter('can-view-customer')
    expect(await own.ask(getPendingLoan, { page: 1, agent_id: agent.id }, stranger)).toMatchObject({
      status: '400',
      message: sentences.noPermission,
    })
  })
})
