import { describe, expect, it } from 'vitest'
import { filterWords, wordsText } from './filterWords'

const choice = {
  name: 'business_id',
  label: 'Business type',
  options: [
    { value: '2', label: 'Profit' },
    { value: '3', label: 'Transaction' },
  ],
}

describe('a filter in words', () => {
  it('uses the labels and values of the form', () => {
    const filters = { search: 'LR-', business_id: '2', start_date: '2026-11-01', end_date: '2026-11-30' }
    expect(filterWords(filters, [choice])).toEqual([
      { label: 'Search', value: 'LR-' },
      { label: 'Business type', value: 'Profit' },
      { label: 'Start date', value: '1 Nov 2026' },
      { label: 'End date', value: '30 Nov 2026' },
    ])
  })

  it('shows unknown filters unchanged and omits empty ones', () => {
    expect(filterWords({ business_id: '9', search: '', other: 'x' }, [choice])).toEqual([
      { label: 'Business type', value: '9' },
      { label: 'other', value: 'x' },
    ])
    expect(filterWords({ start_date: 'no date' })).toEqual([{ label: 'Start date', value: 'NOT AVAILABLE' }])
  })

  it('writes amounts and days of any filter', () => {
    expect(filterWords({ amount_from: '5000', amount_to: 'x', ends_from: '2026-11-16' })).toEqual([
      { label: 'Amount from', value: '₦5,000.00' },
      { label: 'Amount to', value: 'x' },
      { label: 'Ends from', value: '16 Nov 2026' },
    ])
  })

  it('names the choices of single lists', () => {
    const chosen = [
      ['week', 'last'],
      ['week', 'this'],
      ['holding', 'before'],
      ['holding', 'now'],
      ['waiting', 'first'],
      ['waiting', 'second'],
      ['waiting', 'mine'],
      ['waiting', 'other'],
    ] as const
    expect(chosen.map(([name, value]) => wordsText(filterWords({ [name]: value })))).toEqual([
      'Week: Last week',
      'Week: This week',
      'Cash held: since before today',
      'Cash held: now',
      'Waiting: for your first approval',
      'Waiting: for your second approval',
      'Waiting: for you',
      'Waiting: for you',
    ])
    expect(wordsText(filterWords({ day: '2026-11-05' }))).toBe('Day: 5 Nov 2026')
  })

  it('is one line of text', () => {
    expect(wordsText([])).toBe('None')
    const words = [
      { label: 'Customer', value: 'Sade Ojo' },
      { label: 'Search', value: 'LR-' },
    ]
    expect(wordsText(words)).toBe('Customer: Sade Ojo; Search: LR-')
  })
})
