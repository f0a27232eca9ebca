import { describe, expect, it } from 'vitest'
import { activeText, loanStatusText, overdueLoanStatusText, repaymentStatusText } from './statusText'

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
  })
})
