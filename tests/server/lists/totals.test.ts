import { describe, expect, it } from 'vitest'
import type { BodyOf, ColumnKind, Named, Read } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { type ListReply, pageIn } from '#transport/listPage'
import { manyCalls, openServer } from '../support/harness'
import { aboutBusiest, busiestOf } from '../support/busiest'
import { sampleOf } from '../support/samples'

type Row = { id: number } & Record<string, unknown>
type Listed = { field: string; kind: ColumnKind; isSummed?: true }

const server = await openServer({ demo: true, limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
const { $client: pool } = server.database
const busiest = await busiestOf(pool)

/** Why a column of numbers has no total, by list and column, or by column in all lists. */
const notSummed: Record<string, string> = {
  days_late: 'days of different loans',
  days_overdue: 'days of different loans',
  days: 'days of different wallets',
  duration: 'days of different plans',
  maturity_period: 'days of different loans',
  extension_period: 'days of different loans',
  instalment_times: 'of installments of different amounts',
  instalment_amount: 'installments come daily, weekly or monthly',
  fixed_amount: 'contributions come daily, weekly or monthly',
  charge: 'of cycles of different lengths',
  attempts: 'how often each message was tried',
  looked: 'a run looks at the same rows again',
  held_after: 'a balance after each movement',
  balance_before: 'a balance before each movement',
  id: 'a number that names the row',
  user_id: 'a number that names a customer',
  agent_id: 'a number that names an agent',
  admin_id: 'a number that names an admin',
  loan_type_id: 'a number that names a type',
  savings_type_id: 'a number that names a type',
  approved_by: 'a number that names an admin',
  first_approval_id: 'a number that names an admin',
  rejected_id: 'a number that names an admin',
  'loans.getDueInstalments number': 'a number that names the installment',
  'loans.loanHistory balance': 'a balance after each movement',
  'loans.customerLoanHistory balance': 'a balance after each movement',
  'cash.getRemittances expected': 'what an agent held then, which the next remittance has again',
  'cash.getRemittances left': 'what an agent held then, which the next remittance has again',
  'collections.getCollections expected': 'what an agent held then, which the next sheet has again',
  'admins.getAdminActivityLog amount': 'of acts of different kinds, some of them steps of one movement',
  'transactions.businessHistory amount': 'credits, debits and net stand above the rows, of any number',
  'transactions.businessHistory balance': 'a balance after each movement',
  'transactions.transactionFlowHistory amount': 'credits, debits and net stand above the rows',
  'transactions.transactionFlowHistory balance': 'a balance after each movement',
  'transactions.userTransactionHistory amount': 'credits, debits and net stand above the rows',
  'transactions.userTransactionHistory balance': 'a balance after each movement',
  'books.getBookEntries debit': 'the figure that opens them is their sum',
  'books.getBookEntries credit': 'the figure that opens them is their sum',
  'books.getJournal debit': 'debits equal credits, and say nothing in all',
  'books.getJournal credit': 'debits equal credits, and say nothing in all',
  'tills.getTills holds': 'the sum of all places stands in Cash Now',
  'tills.getCashPlaces holds': 'stands above the rows',
  'tills.getCashPlaces came_in': 'what moves between places is counted twice',
  'tills.getCashPlaces went_out': 'what moves between places is counted twice',
  'tills.getTillSessions float': 'the same cash opens a till day after day',
  'tills.getTillSessions expected': 'the same cash opens a till day after day',
  'tills.getTillSessions counted': 'the same cash opens a till day after day',
  'tills.getTillSessions difference': 'missing and surplus cash of different tills',
  'tills.getPlaceMovements amount': 'what comes and goes; what a place holds stands in Cash Now',
  'tills.getBankMovements amount': 'deposits and withdrawals; what the bank holds stands in Cash Now',
  'expenses.getExpenses amount': 'requested, approved and rejected ones; the books have what was spent',
  'credits.getCreditRequests amount': 'requested, approved and rejected ones',
  'roles.getRoles count': 'roles have the same permissions',
}
/** Whole lists of terms: their amounts and numbers are conditions. */
const ofTerms = ['loans.getLoanType', 'savings.getSavingType', 'arrears.getArrearsTerms', 'fees.getFees']

const reads = allCalls.filter((call): call is Named<Read> => call.kind === 'read')
const columnsOf = ({ csv, whole }: Read) => (csv ?? whole?.columns ?? []) as readonly Listed[]
const lists = reads.filter((call) => columnsOf(call).length > 0)
const isNumber = ({ kind }: Listed) => kind === 'money' || kind === 'number'

it('every column of numbers has a total, or it is said here why not', () => {
  const reasons = new Set<string>()
  const unexplained = lists.flatMap((call) =>
    columnsOf(call).flatMap(({ isSummed, ...column }) => {
      const name = `${call.name} ${column.field}`
      const reason = [name, column.field].find((one) => notSummed[one])
      if (!isNumber(column) || isSummed || ofTerms.includes(call.name)) return []
      if (reason) reasons.add(reason)
      return reason ? [] : [name]
    }),
  )
  expect(unexplained).toEqual([])
  expect(Object.keys(notSummed).filter((reason) => !reasons.has(reason))).toEqual([])
})

async function pageOf(call: Named<Read>, more: object) {
  const size = 'per_page' in call.input.entries ? 'per_page' : 'perPage'
  const body = { ...sampleOf(call), ...aboutBusiest(call, busiest), [size]: 100, ...more }
  const page = pageIn((await server.ask(call, body as BodyOf<Read>, me)).output() as ListReply<Row>)
  if (!page) throw new Error(`${call.name} gave no page.`)
  return page
}

async function expectTotals(call: Named<Read>, fields: readonly string[], more: object) {
  const first = await pageOf(call, { ...more, page: 1 })
  const rows = [...first.rows]
  for (let page = 2; rows.length < first.total; page += 1)
    rows.push(...(await pageOf(call, { ...more, page })).rows)
  const sums = fields.map((field) => [
    field,
    rows.reduce((sum, row) => sum + ((row[field] as number | null) ?? 0), 0),
  ])
  expect(first.totals, JSON.stringify(more)).toEqual(Object.fromEntries(sums))
  return rows
}

const summed = lists.flatMap((call) => {
  const fields = columnsOf(call).flatMap(({ field, isSummed }) => (isSummed ? [field] : []))
  return call.csv && fields.length > 0 ? [[call.name, call, fields] as const] : []
})

describe.each(summed)('the totals of %s', (_name, call, fields) => {
  it('are the sums of all its rows, also of a search and of some days', async () => {
    const rows = await expectTotals(call, fields, {})
    const { entries } = call.input
    if ('search' in entries) {
      const { customer, name, reference } = (rows[0] ?? {}) as Record<string, string | undefined>
      const text = customer ?? name ?? reference ?? 'a'
      await expectTotals(call, fields, { search: text.split(' ')[0] })
    }
    if ('start_date' in entries)
      await expectTotals(call, fields, { start_date: '2026-11-16', end_date: '2026-11-18' })
  })
})

it('totals of more rows than are counted are not added up', async () => {
  await pool.query(`begin; set local session_replication_role = replica; insert into withdrawals (reference, customer_id, amount, description, status, requested_by, created_at, search_text)
    select 'WD-' || n, ${busiest.customer}, 100, 'x', 'pending', 1, now(), 'x' from generate_series(1, 10001) n; commit`)
  const { getWithDrawList } = calls.withdrawals
  expect((await pageOf(getWithDrawList, { page: 1 })).totals).toBeNull()
})
