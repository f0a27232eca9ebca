import { describe, expect, it } from 'vitest'
import { customerFault, mainFault, typeFault } from './filterFaults'

const filter = (filled: Partial<Parameters<typeof mainFault>[0]>) => ({
  search: '',
  choice: '',
  start_date: '',
  end_date: '',
  ...filled,
})
const days = (start_date: string, end_date: string) => ({ start_date, end_date })
const november = days('2026-11-01', '2026-11-30')

describe('the message for a filter', () => {
  it.each([
    [{}, 'Please enter a search term, select business type or select a date range'],
    [{ search: '  ' }, 'Please enter a search term, select business type or select a date range'],
    [{ search: 'TX' }, 'Please select a business type'],
    [november, 'Please select a business type'],
    [days('2026-11-02', '2026-11-01'), 'End date cannot be before start date'],
    [{ choice: '2', start_date: '2026-11-01' }, 'Please select both start and end dates'],
    [{ choice: '2' }, undefined],
    [{ choice: '2', search: 'TX', ...november }, undefined],
  ])('business history: %o', (filled, fault) => {
    expect(typeFault('business type')(filter(filled))).toBe(fault)
  })

  it('flow history: uses its own messages', () => {
    const fault = typeFault('transaction type')
    expect(fault(filter({}))).toBe(
      'Please enter a search term, select transaction type or select a date range',
    )
    expect(fault(filter({ search: 'TX' }))).toBe('Please select a transaction type')
  })

  it.each([
    [{}, 'Please select a saving type'],
    [{ search: 'TX' }, 'Please select a saving type'],
    [{ choice: 'all' }, 'Please enter a search term or select a date range'],
    [days('2026-11-02', '2026-11-01'), 'End date cannot be before start date'],
    [{ choice: 'all', end_date: '2026-11-01' }, 'Please select both start and end dates'],
    [{ choice: 'all', search: 'TX' }, undefined],
    [{ choice: 'daily', ...november }, undefined],
  ])('customer history: %o', (filled, fault) => {
    expect(customerFault(filter(filled))).toBe(fault)
  })

  it.each([
    [{}, 'Please enter a search term or select a date range'],
    [days('2026-11-02', '2026-11-01'), 'End date cannot be before start date'],
    [{ end_date: '2026-11-01' }, 'Please select both start and end dates'],
    [days('2026-10-01', '2026-11-01'), 'Date range cannot exceed 31 days'],
    [days('2026-10-01', '2026-10-31'), undefined],
    [{ search: 'TX' }, undefined],
  ])('main business history: %o', (filled, fault) => {
    expect(mainFault(filter(filled))).toBe(fault)
  })
})
