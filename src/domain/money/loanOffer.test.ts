import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import type { LoanFee } from './fees'
import type { Terms } from './instalments'
import { kobo } from './kobo'
import { loanOffer } from './loanOffer'

const flat: Terms = { amount: kobo(10_000_000), rate: 1000 as BasisPoints, times: 10, period: 'monthly' }
const reducing: Terms = { ...flat, rate: 2400 as BasisPoints, times: 3, interestKind: 'reducing' }
const once: Terms = { ...flat, rate: 1000 as BasisPoints, times: 1 }
const keptBack: LoanFee = { moment: 'kept-back', amount: kobo(200_000) }
const inAdvance: LoanFee = { moment: 'before-approval', amount: kobo(100_000) }

describe('what a loan of ₦100,000.00 gives and costs', () => {
  // Of one instalment a month later, the rate is twelve times what it costs of what is in hand, by hand:
  // 12 × (110,000 ÷ 100,000 − 1), 12 × (110,000 ÷ 98,000 − 1), 12 × (110,000 ÷ 99,000 − 1), 12 × (110,000 ÷ 97,000 − 1).
  it.each<[string, Terms, LoanFee[], object]>([
    ['at once, no fee', once, [], { received: 10_000_000, paid: 11_000_000, yearlyRate: '120% a year' }],
    [
      'at once, 2 % kept back',
      once,
      [keptBack],
      { keptBack: 200_000, received: 9_800_000, paid: 11_000_000, yearlyRate: '146.94% a year' },
    ],
    [
      'at once, ₦1,000.00 paid before: it is in hand no more, and all the same what is paid in all',
      once,
      [inAdvance],
      { inAdvance: 100_000, received: 10_000_000, paid: 11_100_000, yearlyRate: '133.33% a year' },
    ],
    [
      'at once, both',
      once,
      [keptBack, inAdvance],
      { received: 9_800_000, paid: 11_100_000, yearlyRate: '160.82% a year' },
    ],
    [
      'reducing, no fee: the rate of its terms',
      reducing,
      [],
      { totalPayable: 10_402_640, instalmentAmount: 3_467_547, yearlyRate: '24% a year' },
    ],
  ])('%s', (_name, terms, fees, offer) => {
    expect(loanOffer(terms, fees)).toMatchObject(offer)
  })

  it('has the rate of what is left after all fees, of many installments too', () => {
    const rates = [[], [inAdvance], [keptBack], [keptBack, inAdvance]].map((fees) =>
      Number.parseFloat(loanOffer(flat, fees).yearlyRate),
    )
    expect(rates).toEqual(rates.toSorted((a, b) => a - b))
    expect(new Set(rates).size).toBe(4)
  })

  it('has no rate where nothing is left in hand, nor where its terms do not say what is owed', () => {
    expect(loanOffer(once, [{ moment: 'before-approval', amount: kobo(10_000_000) }]).yearlyRate).toBe('–')
    expect(loanOffer(once, [], kobo(11_000_001))).toMatchObject({ totalPayable: 11_000_001, yearlyRate: '–' })
  })
})
