import { expect, it } from 'vitest'
import type { BasisPoints, Kobo } from '#contract/values'
import { changesText, loanTermWords, savingTermWords, termRows } from './termWords'

const rate = (percent: number) => (percent * 100) as BasisPoints
const naira = (amount: number) => (amount * 100) as Kobo

it('shows each term of a savings type before and after', () => {
  const rows = termRows(
    savingTermWords,
    { interest: rate(4), charge: naira(0) },
    { interest: rate(5.5), charge: naira(250) },
  )
  expect(rows).toEqual([
    { term: 'Interest a Year', before: '4%', after: '5.5%' },
    { term: 'Charge a Month', before: '₦0.00', after: '₦250.00' },
  ])
  expect(changesText(rows)).toBe('Interest a Year from 4% to 5.5%. Charge a Month from ₦0.00 to ₦250.00.')
})

it('shows each term of a loan type, and says only what changes', () => {
  const before = {
    interest_rate: rate(12.5),
    penalty_rate: rate(5),
    grace_days: 7,
    periods: ['weekly' as const],
  }
  const rows = termRows(loanTermWords, before, { ...before, grace_days: 0, periods: ['weekly', 'monthly'] })
  expect(rows).toEqual([
    { term: 'Interest Rate', before: '12.5%', after: '12.5%' },
    { term: 'Penalty Rate', before: '5%', after: '5%' },
    { term: 'Days of Grace', before: '7', after: '0' },
    { term: 'Installment Periods', before: 'weekly', after: 'weekly, monthly' },
  ])
  expect(changesText(rows)).toBe(
    'Days of Grace from 7 to 0. Installment Periods from weekly to weekly, monthly.',
  )
  expect(changesText(termRows(loanTermWords, before, before))).toBe('')
})

it('leaves out a term that the stored change does not have', () => {
  const { charge: _charge, ...older } = { interest: rate(4), charge: naira(100) }
  expect(termRows(savingTermWords, older, { interest: rate(5), charge: naira(50) })).toEqual([
    { term: 'Interest a Year', before: '4%', after: '5%' },
  ])
})
