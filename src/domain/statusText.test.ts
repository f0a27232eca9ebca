import { describe, expect, it } from 'vitest'
import {
  activeText,
  loanStatusText,
  marketStatusText,
  overdueLoanStatusText,
  repaymentStatusText,
  savingStatusText,
} from './statusText'

describe('the text of a status', () => {
  it('of a record is Active or Non Active', () => {
    expect([true, false].map(activeText)).toEqual(['Active', 'Non Active'])
  })

  it('of a loan says how it ended, and Active while it runs', () => {
    const statuses = ['active', 'non-active', 'paid', 'written-off', 'reversed']
    expect(statuses.map(loanStatusText)).toEqual([
      'Active',
      'Active',
      'Non Active',
      'Written Off',
      'Reversed',
    ])
  })

  it('of an overdue loan takes 1 for active', () => {
    expect(['1', 'active', '0', 'paid'].map(overdueLoanStatusText)).toEqual([
      'Active',
      'Active',
      'Non Active',
      'Non Active',
    ])
  })

  it('of a repayment is Pending for what is neither paid, late nor ended', () => {
    const statuses = ['paid', 'late', 'pending', 'written-off', 'reversed']
    expect(statuses.map(repaymentStatusText)).toEqual(['Paid', 'Late', 'Pending', 'Written Off', 'Reversed'])
    expect(repaymentStatusText(null)).toBe('Unknown')
  })

  it('of a saving’s movement or a market day is Unknown for what it can’t be', () => {
    expect(['approved', 'rejected', 'posted', ''].map(savingStatusText)).toEqual([
      'approved',
      'rejected',
      'Unknown',
      'Unknown',
    ])
    expect(['active', 'inactive', 'closed'].map(marketStatusText)).toEqual(['active', 'inactive', 'Unknown'])
  })
})
