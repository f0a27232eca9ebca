import { describe, expect, it, vi } from 'vitest'
import type { BodyOf, Read } from '#contract/call'
import { calls } from '#contract/index'
import { type ListReply, pageIn } from '#data/listPage'
import { makeDemo } from '#server/db/demo'
import { manyCalls, openServer } from './harness'

// A search that finds more than can be reached walks through its list: here from the fourth row on.
vi.mock('#server/pageOfIds', async (original) => ({ ...(await original<object>()), mostFound: 3 }))

const server = await openServer({ limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
await makeDemo(server.database, server.clock.now())

const named = `(not c.is_deleted and c.search_text like '%' || lower($1) || '%')`
const ofLoan = `(${named} or ($1 ~ '[-0-9]' and l.reference like '%' || upper($1) || '%'))`
const movements = `loan_history x join loans l on l.id = x.loan_id join customers c on c.id = l.customer_id where ${ofLoan}`
const posted = `ledger_postings x join customers c on c.id = x.customer_id where ${named}`
const answering = `x.first_name || ' ' || x.last_name ilike '%' || $1 || '%' or x.phone ilike '%' || $1 || '%'`
const lists: [string, Read, object, string, string][] = [
  ['loan history', calls.loans.loanHistory, {}, movements, 'x.created_at'],
  ['repayments', calls.loans.loanHistoryRepayment, {}, `${movements} and kind = 'repayment'`, 'x.created_at'],
  [
    'disbursements',
    calls.loans.loanDisbursementHistory,
    {},
    `loans l join customers c on c.id = l.customer_id join loans x on x.id = l.id
     where ${ofLoan} and l.disbursed_date is not null`,
    'x.disbursed_date',
  ],
  [
    'all flows',
    calls.transactions.transactionFlowHistory,
    { transaction_type: 'all' },
    `${posted} and x.flow is not null`,
    'x.made_at',
  ],
  [
    'profit',
    calls.transactions.businessHistory,
    { business_id: 2 },
    `${posted} and account_id = 2`,
    'x.made_at',
  ],
  [
    'guarantors',
    calls.guarantors.getGuarantor,
    {},
    `guarantors x join customers c on c.id = x.customer_id where ${named} or ${answering}`,
    'x.created_at',
  ],
  [
    'rescheduled',
    calls.customers.customerRescheduled,
    {},
    `customer_reassignments x join customers c on c.id = x.customer_id
     where ${named} or (not c.is_deleted and x.reference ilike '%' || $1 || '%')`,
    'x.created_at',
  ],
]

describe.each(lists)('%s', (_name, call, sample, from, at) => {
  it.each(['ng', 'A', '080', '0803', 'ade', 'Ade'])('finds %s page by page', async (search) => {
    for (const page of [1, 2]) {
      const size = 'per_page' in call.input.entries ? { per_page: 20 } : { perPage: 20 }
      const reply = await server.ask(call, { ...sample, search, page, ...size } as BodyOf<Read>, me)
      const { rows } = await server.database.$client.query<{ id: string }>(
        `select x.id from ${from} order by ${at} desc, x.id desc limit 20 offset ${(page - 1) * 20}`,
        [search],
      )
      const found = pageIn(reply.output() as ListReply<{ id: number }>)
      expect(reply.message).toBe('More than 3 records found.')
      expect(found?.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => Number(id)))
      if (page === 1) expect(rows.length).toBeGreaterThan(3)
    }
  })
})

it('that a search finds too many is remembered for a minute, whoever pages on', async () => {
  const ask = async (page: number) => {
    const reply = await server.ask(calls.customers.getCustomers, { search: 'Ngozi', page, perPage: 2 }, me)
    return { message: reply.message, ids: pageIn(reply.output())?.rows.map(({ id }) => id) }
  }
  const found = (
    await server.database.$client.query<{ id: string }>(
      `select c.id from customers c where ${named} order by c.created_at desc, c.id desc`,
      ['Ngozi'],
    )
  ).rows.map(({ id }) => Number(id))
  expect(found.length).toBeGreaterThan(3)
  const tooMany = 'More than 3 records found.'
  expect(await ask(1)).toEqual({ message: tooMany, ids: found.slice(0, 2) })
  expect(await ask(2)).toEqual({ message: tooMany, ids: found.slice(2, 4) })

  const kept = found.slice(-2)
  await server.database.$client.query(
    'update customers set is_deleted = true where id = any($1) and id <> all($2)',
    [found, kept],
  )
  // The rows are as of now all the same.
  expect(await ask(1)).toEqual({ message: tooMany, ids: kept })
  server.clock.pass(1.1)
  expect(await ask(1)).toEqual({ message: '2 records found.', ids: kept })
})
