import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { calls } from '#contract/index'
import { fundRequests } from '#server/db/moneyTables'
import { databaseError } from '#server/refusals'
import { openLoanDesk } from './loanDesk'
import { naira } from './people'

const { server, inState } = await openLoanDesk()
const { database } = server

/** What the database itself says to a change that no handler makes. */
const codeOf = (change: ReturnType<typeof sql>) =>
  database.execute(change).then(
    () => 'done',
    (error: unknown) => databaseError(error)?.code,
  )
const restricted = '23001'

it.each([
  ['pending', sql`application_status = 'approved'`],
  ['in-progress', sql`application_status = 'pending', first_approval_id = null`],
  ['rejected', sql`application_status = 'in-progress', rejected_id = null`],
  ['rejected', sql`amount = amount + 1, total_payable = total_payable + 1`],
  ['approved', sql`application_status = 'rejected'`],
  ['approved', sql`amount = amount + 1, total_payable = total_payable + 1`],
  ['approved', sql`loan_status = 'non-active'`],
] as const)('a loan that is %s does not become another: %#', async (state, change) => {
  const loan = await inState[state]()
  expect(await codeOf(sql`update loans set ${change} where id = ${loan.id}`)).toBe(restricted)
})

it('a fund request goes through its decisions in their order, as it was asked for', async () => {
  const asks = await server.enter('can-create-request')
  const body = { amount: naira(5), type: 'credit', description: 'x', flag: 'MBW' } as const
  await server.ask(calls.requests.createRequest, body, asks)
  const [{ id } = { id: 0 }] = await database.select({ id: fundRequests.id }).from(fundRequests)
  const change = (what: ReturnType<typeof sql>) =>
    codeOf(sql`update fund_requests set ${what} where id = ${id}`)
  expect(await change(sql`initial_status = 2`)).toBe(restricted)
  expect(await change(sql`amount = amount + 1`)).toBe(restricted)
  expect(await change(sql`flag = 'PW'`)).toBe(restricted)
  expect(await change(sql`description = 'y'`)).toBe('done')
})
