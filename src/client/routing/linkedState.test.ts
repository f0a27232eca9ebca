import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { fragmentOf, stateIn } from './linkedState'
import type { Route } from './route'
import { routes } from './routes'

it('carries ids, references and days, and no names of people', () => {
  const state = {
    loan_id: 12,
    loan_reference: 'LN-261124-000123',
    day: '2026-11-24',
    name: 'Ngozi Umeh',
    customer_firstname: 'Ngozi',
    customer_lastname: null,
    customers: [{ user_id: 3, name: 'Ada' }],
  }
  expect(fragmentOf(state)).toBe('#loan_id=12&loan_reference=LN-261124-000123&day=2026-11-24')
  expect(stateIn(fragmentOf(state))).toEqual({
    loan_id: 12,
    loan_reference: 'LN-261124-000123',
    day: '2026-11-24',
  })
})

it.each([null, undefined, {}, { name: 'Ngozi' }])('is empty without ids: %j', (state) =>
  expect(fragmentOf(state)).toBe(''),
)

/** Ids as a screen gets them. */
const filled = (state: v.GenericSchema): Record<string, unknown> | undefined => {
  const { entries } = (state.type === 'nullish' ? (state as { wrapped?: unknown }).wrapped : state) as {
    entries?: Record<string, v.GenericSchema>
  }
  if (!entries) return undefined
  return Object.fromEntries(
    Object.entries(entries).flatMap(([field, schema]) => {
      const value = v.is(schema, 1) ? 1 : '2026-11-24'
      return v.is(schema, value) ? [[field, value]] : []
    }),
  )
}

const withIds = Object.entries(routes as Record<string, Route>).flatMap(([name, { state }]) =>
  // A batch of customers is chosen in a list, not opened.
  state && !['customersReassign', 'savingsCardsPrint'].includes(name) ? [{ name, state }] : [],
)

describe('the link of a route with ids', () => {
  it.each(withIds)('$name opens it', ({ state }) => {
    const ids = filled(state)
    expect(ids).toBeDefined()
    expect(v.is(state, ids)).toBe(true)
    expect(v.is(state, stateIn(fragmentOf(ids)))).toBe(true)
  })

  it.each(withIds)('$name does not open it with something else in its fragment', ({ state }) => {
    for (const fragment of ['#user_id=x', '#=', '#content', '#loan_id=1.5&agent_id=-1', '#__proto__=1'])
      expect(v.is(state, stateIn(fragment)) && !v.is(state, {}), fragment).toBe(false)
  })
})
