import { describe, expect, it } from 'vitest'
import type { BodyOf, Named, Read } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { type ListReply, pageIn } from '#transport/listPage'
import { manyCalls, openServer } from '../support/harness'
import { aboutBusiest, busiestOf } from '../support/busiest'
import { sampleOf } from '../support/samples'

type Row = { id: number } & Record<string, unknown>
type Values = Record<string, string | number>

const server = await openServer({ demo: true, limits: manyCalls })
const me = await server.enterAs({ role: 'SuperAdmin' })
const { $client: pool } = server.database
const busiest = await busiestOf(pool)
const { rows: admins } = await pool.query<{ id: string; name: string }>(
  'select id, name from admins order by id',
)
const nameOf = (id: unknown) => admins.find((one) => one.id === String(id))?.name
const { rows: collectors } = await pool.query<{ id: string; agent: string }>(
  'select id, assigned_agent_id as agent from customers',
)
const collectorOf = (customer: unknown) => Number(collectors.find(({ id }) => id === String(customer))?.agent)

/** The column of an amount's bounds, where it is another one than the amount. */
const amountIn: Record<string, string> = {
  'cash.getRemittances': 'counted',
  'agentPay.getAgentStatements': 'total',
  'payouts.getPayouts': 'total',
  'collections.getCollections': 'total',
  'collections.getSheetRequests': 'total',
  'collections.getLateBatches': 'total',
}
/** Lists whose amounts have a sign in the row and none in the filter. */
const isSigned = [
  'savings.savingHistory',
  'transactions.businessHistory',
  'transactions.transactionFlowHistory',
  'transactions.userTransactionHistory',
]
const byName: Record<string, (row: Row) => unknown[]> = {
  decided_by: (row) => [
    row.approved_by,
    row.decided_by_name,
    row.first_decision_name,
    row.second_decision_name,
  ],
}
/** Lists of which the agent is that of the customer, whom the row does not name by id. */
const ofCollector = ['withdrawals.getWithDrawList']

/** Whether a row has a filter's value, read from what the row shows. */
const has: Record<string, (call: Named<Read>, row: Row, value: string | number) => boolean> = {
  amount_from: (call, row, value) => amountOf(call, row) >= Number(value) * 100,
  amount_to: (call, row, value) => amountOf(call, row) <= Number(value) * 100,
  agent_id: (call, row, value) =>
    ofCollector.includes(call.name)
      ? collectorOf(row.user_id) === value
      : (row.assigned_agent_id ?? row.agent_id) === value,
  decided_by: (_call, row, value) => (byName.decided_by?.(row) ?? []).includes(nameOf(value)),
  market_id: (_call, row, value) => row.market_id === value,
  savings_type_id: (_call, row, value) => row.savings_type_id === value,
  status: (_call, row, value) => row.status === value,
  type: (_call, row, value) => row.type === value,
  kind: (_call, row, value) => (row.kind ?? row.transaction_source) === value,
}
const amountOf = (call: Named<Read>, row: Row) => {
  const amount = row[amountIn[call.name] ?? 'amount'] as number
  return isSigned.includes(call.name) ? Math.abs(amount) : amount
}

/** Filters that no column of the row shows: tested with their lists. */
const elsewhere = ['savings.getNotSaving market_id', 'loans.loanHistory agent_id']

const lists = allCalls.filter((call): call is Named<Read> => call.kind === 'read' && call.csv !== undefined)
const tried = lists.flatMap((call) =>
  Object.keys(call.input.entries)
    .filter(
      (name) =>
        has[name] &&
        call.input.entries[name]?.type === 'optional' &&
        !elsewhere.includes(`${call.name} ${name}`),
    )
    .map((name) => [call.name, name, call] as const),
)

async function rowsOf(call: Named<Read>, more: object) {
  const size = 'per_page' in call.input.entries ? 'per_page' : 'perPage'
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const body = { ...sampleOf(call), ...aboutBusiest(call, busiest), [size]: 100, page, ...more }
    const found = pageIn((await server.ask(call, body as BodyOf<Read>, me)).output() as ListReply<Row>)
    rows.push(...(found?.rows ?? []))
    if (!found || found.rows.length === 0 || rows.length >= found.total) return rows
  }
}
const all = new Map<string, Promise<Row[]>>()
const allOf = (call: Named<Read>) => {
  const rows = all.get(call.name) ?? rowsOf(call, {})
  all.set(call.name, rows)
  return rows
}

/** A value that some rows have, and for a bound one in the middle. */
function valueFor(call: Named<Read>, name: string, rows: readonly Row[]): string | number | undefined {
  if (name.startsWith('amount')) {
    const amounts = rows.map((row) => amountOf(call, row)).toSorted((a, b) => a - b)
    return (amounts[Math.floor(amounts.length / 2)] ?? 0) / 100
  }
  if (name === 'decided_by')
    return admins
      .map(({ id }) => Number(id))
      .find((id) => rows.some((row) => has.decided_by?.(call, row, id)))
  const key = name === 'kind' ? (rows[0]?.kind === undefined ? 'transaction_source' : 'kind') : name
  if (name === 'agent_id')
    return rows
      .map((row) =>
        ofCollector.includes(call.name) ? collectorOf(row.user_id) : (row.assigned_agent_id ?? row.agent_id),
      )
      .find((one) => one !== null && one !== undefined) as number | undefined
  return rows.map((row) => row[key]).find((one) => one !== null && one !== undefined) as
    | Values[string]
    | undefined
}

describe.each(tried)('%s by %s', (_list, name, call) => {
  it('has exactly the rows with that value', async () => {
    const rows = await allOf(call)
    const value = valueFor(call, name, rows)
    // The demo has no row with one.
    if (value === undefined) return
    const asked = name.startsWith('amount') ? (value as number).toFixed(2) : value
    const expected = rows.filter((row) => has[name]?.(call, row, value))
    expect(expected.length).toBeGreaterThan(0)
    expect((await rowsOf(call, { [name]: asked })).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
  })
})

it('amounts in the wrong order are refused', async () => {
  const { getWithDrawList } = calls.withdrawals
  const reply = await server.post(
    getWithDrawList.path,
    { page: 1, amount_from: '5.00', amount_to: '4.00' },
    me,
  )
  expect(reply.text).toContain('The second amount cannot be below the first')
})
