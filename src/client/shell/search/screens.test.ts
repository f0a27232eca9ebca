import { expect, it } from 'vitest'
import { screensCalled } from './screens'

const labels = (text: string) => screensCalled(text).map(({ label }) => label)

it('finds screens by a part of their title', () => {
  expect(labels('savings hist')).toEqual(['Savings History'])
})

it('finds lists of movements with their days', () => {
  const [found, ...others] = screensCalled('Savings History last month')
  expect(others).toEqual([])
  expect(found?.label).toBe('Savings History, last month')
  expect(found?.to.to).toBe('savingsHistory')
  expect(found?.to.filters?.start_date).toMatch(/-01$/)
})

it('offers no days for a screen that takes none', () => {
  expect(labels('customers')).toContain('Customers')
  expect(labels('customers last month')).toEqual([])
})
