import { expect, it } from 'vitest'
import type { NamedWrite } from '#contract/call'
import { requiredFields } from '#contract/call'
import { allCalls, calls } from '#contract/index'
import { isSameSubject } from './sameSubject'

const changes = allCalls.filter((call): call is NamedWrite => call.kind === 'write')
/** Changes of a single record: the own password, the own session, the main business wallet. */
const single = [
  'session.changePassword',
  'session.logout',
  'dashboard.creditMainWalletsBalance',
  'credits.requestMainWalletCredit',
]

it.each(changes)('$name names its subject by required fields', (call) => {
  expect(requiredFields(call)).toEqual(expect.arrayContaining([...call.subject]))
  if (!single.includes(call.name)) expect(call.subject.length, call.name).toBeGreaterThan(0)
})

it('compares customers by id and ignores the amount', () => {
  const { creditUser } = calls.customers
  const body = { customer_id: 7, amount: 77_700 }
  expect(isSameSubject(creditUser, body, { customer_id: 7, amount: 100 })).toBe(true)
  expect(isSameSubject(creditUser, body, { customer_id: 8, amount: 77_700 })).toBe(false)
})

it('matches lists with a common item, and texts in any case', () => {
  const { BatchassignAgentToCustomer } = calls.customers
  expect(isSameSubject(BatchassignAgentToCustomer, { customer_id: [1, 2] }, { customer_id: [2, 3] })).toBe(
    true,
  )
  expect(isSameSubject(BatchassignAgentToCustomer, { customer_id: [1, 2] }, { customer_id: [3] })).toBe(false)
  const { addAgent } = calls.agents
  expect(isSameSubject(addAgent, { email: 'Ada@alajo.test' }, { email: ' ada@alajo.test' })).toBe(true)
})

it('matches every change of a single record', () => {
  const { creditMainWalletsBalance } = calls.dashboard
  expect(isSameSubject(creditMainWalletsBalance, { amount: 1 }, { amount: 2 })).toBe(true)
})
