import { describe, expect, it } from 'vitest'
import type { BodyOf, Call, Named } from '#contract/call'
import { allCalls } from '#contract/index'
import { busiestOf } from '../support/busiest'
import { manyCalls, openServer } from '../support/harness'
import { sampleOf } from '../support/samples'
import { specifiedFields, specifiedFileFields } from '../support/specified'

const server = await openServer({ demo: true, limits: manyCalls })
const { $client: pool } = server.database
const me = await server.enterAs({ role: 'SuperAdmin' })
await pool.query(
  "update admins set status = 'inactive', deleted = true where email = 'supervisor@alajo.test'",
)
const { customer } = await busiestOf(pool)

const idOf = async (sql: string) => Number((await pool.query<{ id: string }>(sql)).rows[0]?.id)
const ids: Record<string, object> = {
  'admins.getAdmin': { id: me.id },
  'admins.getAdminById': { admin_id: me.id },
  'agents.agentDevice': { agent_id: await idOf('select agent_id as id from agent_devices limit 1') },
  'agents.agentDownline': { agent_id: await idOf('select agent_id as id from customers limit 1') },
  'customers.getCustomer': { customer_id: customer },
  'savings.getSavingType': {},
  'savings.customerSavingHistory': {
    savings_id: await idOf('select savings_id as id from savings_history limit 1'),
  },
  'savings.savingDetails': { saving_history_id: await idOf('select id from savings_history limit 1') },
  'loans.getLoanType': {},
  'loans.loanDetails': { loan_history_id: await idOf('select id from loan_history limit 1') },
  'loans.customerLoanHistory': { loan_id: await idOf('select loan_id as id from loan_history limit 1') },
  'transactions.userTransactionHistory': { page: 1, customer_id: customer, savings_type: 'all' },
}
const callNamed = (name: string) => allCalls.find((call) => call.name === name) as Named<Call>

/** The first row of a reply, wherever the reply has its rows. */
function firstRow(reply: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(reply)) return reply[0] as Record<string, unknown>
  if (typeof reply !== 'object' || reply === null) return undefined
  const inner = ['data', 'agent', 'history', 'getActive'].find((name) => name in reply)
  return inner ? firstRow(reply[inner as keyof typeof reply]) : (reply as Record<string, unknown>)
}

describe('a reply has every field that the specification lists', () => {
  it.each(Object.entries(specifiedFields))('%s', async (name, fields) => {
    const call = callNamed(name)
    const body = (ids[name] ?? sampleOf(call)) as BodyOf<Call>
    const reply = await server.ask(call, body, me)
    expect(reply.http, reply.text.slice(0, 300)).toBe(200)
    const row = firstRow(reply.json)
    expect(row, 'the demo has a row').toBeDefined()
    expect(fields.filter((field) => !(field in (row ?? {})))).toEqual([])
  })
})

it.each(Object.entries(specifiedFileFields))(
  'the file of %s has every column that the specification names',
  (name, fields) => {
    const call = callNamed(name)
    const columns = ('csv' in call && call.csv ? call.csv : []).map(({ field }) => field as string)
    expect(fields.filter((field) => !columns.includes(field))).toEqual([])
  },
)
