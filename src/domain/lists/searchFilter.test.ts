import { describe, expect, it } from 'vitest'
import { allCalls } from '#contract/index'
import { matchesFilter, splitFilter } from './searchFilter'

const searchable = { by: ['reference', 'first last user.phone'], on: 'created_at' }
const row = {
  reference: 'LN-261118-000042',
  first: 'Ada',
  last: 'Obi',
  user: { phone: '08030000001' },
  created_at: '2026-11-18T23:59:00.000Z',
}

describe('matchesFilter', () => {
  it.each(['ln-26', 'ada obi', 'obi ada', 'OBI 0803', '000042', ''])('matches %j', (search) =>
    expect(matchesFilter(row, searchable, { search })).toBe(true),
  )

  it.each(['obi 000042', '000042 ada', 'null', '2026-11'])('does not match %j', (search) =>
    expect(matchesFilter({ ...row, reference: null }, searchable, { search })).toBe(false),
  )

  it('includes both ends of the date range', () => {
    const isOn = (start_date?: string, end_date?: string) =>
      matchesFilter(row, searchable, { ...(start_date && { start_date }), ...(end_date && { end_date }) })
    expect([isOn('2026-11-18', '2026-11-18'), isOn('2026-11-19'), isOn(undefined, '2026-11-17')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('skips a nested field whose object is null', () => {
    expect(matchesFilter({ ...row, user: null }, searchable, { search: 'obi' })).toBe(true)
  })
})

it('splits a body into filter and the rest', () => {
  expect(splitFilter({ business_id: '2', search: ' ada ', start_date: '', end_date: '2026-11-18' })).toEqual({
    filter: { search: 'ada', end_date: '2026-11-18' },
    about: { business_id: '2' },
  })
})

it('every list with a search declares its searchable fields', () => {
  const searched = allCalls.filter(({ kind, input }) => kind === 'read' && 'search' in input.entries)
  expect(
    searched.filter((call) => 'output' in call && !('searchable' in call)).map(({ name }) => name),
  ).toEqual([
    // A picker: it needs a connection.
    'collections.getCollectable',
    // Not a list: it searches all of them.
    'search.searchEverything',
    'transactions.businessTotals',
    'transactions.transactionFlowTotals',
    'transactions.userTransactionTotals',
  ])
})
