import { describe, expect, it } from 'vitest'
import { allCalls } from '#contract/index'
import { isSought, soughtBy } from './sought'

const sought = { by: ['reference', 'first last user.phone'], on: 'created_at' }
const row = {
  reference: 'LN-261118-000042',
  first: 'Ada',
  last: 'Obi',
  user: { phone: '08030000001' },
  created_at: '2026-11-18T23:59:00.000Z',
}

describe('a row is found', () => {
  it.each(['ln-26', 'ada obi', 'OBI 0803', '000042', ''])('by %j', (search) =>
    expect(isSought(row, sought, { search })).toBe(true),
  )

  it.each(['obi ada', '000042 ada', 'null', '2026-11'])('not by %j', (search) =>
    expect(isSought({ ...row, reference: null }, sought, { search })).toBe(false),
  )

  it('on its day, both ends being days of the span', () => {
    const isOn = (start_date?: string, end_date?: string) =>
      isSought(row, sought, { ...(start_date && { start_date }), ...(end_date && { end_date }) })
    expect([isOn('2026-11-18', '2026-11-18'), isOn('2026-11-19'), isOn(undefined, '2026-11-17')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('where nobody stands behind it', () => {
    expect(isSought({ ...row, user: null }, sought, { search: 'obi' })).toBe(true)
  })
})

it('a body is parted into what is looked for and what it is about', () => {
  expect(soughtBy({ business_id: '2', search: ' ada ', start_date: '', end_date: '2026-11-18' })).toEqual({
    filter: { search: 'ada', end_date: '2026-11-18' },
    about: { business_id: '2' },
  })
})

it('every list that the server searches says by what', () => {
  const searched = allCalls.filter(({ kind, input }) => kind === 'read' && 'search' in input.entries)
  expect(searched.filter((call) => 'output' in call && !('sought' in call)).map(({ name }) => name)).toEqual([
    'transactions.businessTotals',
    'transactions.transactionFlowTotals',
    'transactions.userTransactionTotals',
  ])
})
