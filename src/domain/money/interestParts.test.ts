import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kobo, subtractKobo, sumKobo } from './kobo'
import { type InterestPart, interestIn, interestOf, keptInterest, shareOut } from './repayment'

const nothing = { moved: kobo(0), waived: kobo(0) }
const part = (amount: number, interest: number | null, paid: number, more: Partial<InterestPart> = {}) => ({
  ...nothing,
  amount: kobo(amount),
  interest: interest === null ? null : kobo(interest),
  paid: kobo(paid),
  ...more,
})
const loan = { interestAmount: kobo(300), interestPaid: kobo(0), totalPayable: kobo(3300) }

describe('the interest in what was repaid', () => {
  it.each([
    [
      'is a share of the loan where installments have none of their own',
      [part(1100, null, 1100), part(2200, null, 0)],
      100,
    ],
    ['is the share of each installment, rounded down', [part(1100, 200, 1100), part(2200, 100, 1100)], 250],
    ['is nothing of what is not paid', [part(1100, 200, 0), part(2200, 100, 0)], 0],
    // Half of the first one moved with half of its interest.
    ['leaves what moved to later installments', [part(1100, 200, 550, { moved: kobo(550) })], 100],
    ['leaves what was waived', [part(1100, 200, 1000, { waived: kobo(100) })], 100],
  ])('%s', (_what, parts, interest) => {
    expect(interestOf(loan, parts)).toBe(interest)
  })

  it('is all of the interest once the installments are paid, whatever the parts of the payments', () => {
    const instalment = fc
      .tuple(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([amount, rate]) => ({ amount, interest: Math.floor(amount * rate) }))
    fc.assert(
      fc.property(
        fc.array(instalment, { minLength: 1, maxLength: 12 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (plan, steps) => {
          const total = plan.reduce((sum, { amount }) => sum + amount, 0)
          const all = plan.reduce((sum, { interest }) => sum + interest, 0)
          let [repaid, had] = [0, 0]
          for (const until of [
            ...steps.map((step) => Math.floor(step * total)).toSorted((a, b) => a - b),
            total,
          ]) {
            let left = until
            const parts = plan.map(({ amount, interest }) => {
              const paid = Math.min(left, amount)
              left -= paid
              return part(amount, interest, paid)
            })
            const terms = { interestAmount: kobo(all), interestPaid: kobo(had), totalPayable: kobo(total) }
            const got = interestIn(terms, kobo(repaid), kobo(until - repaid), interestOf(terms, parts))
            expect(got).toBeGreaterThanOrEqual(0)
            expect(got).toBeLessThanOrEqual(until - repaid)
            had += got
            repaid = until
          }
          expect(had).toBe(all)
        },
      ),
    )
  })
})

it('interest that moves is divided in proportion: it adds up, and none is above its amount', () => {
  expect(shareOut(kobo(202_640), [1_733_773, 1_733_773, 1_733_773, 1_733_774].map(kobo))).toEqual([
    50_659, 50_660, 50_660, 50_661,
  ])
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (amounts, rate) => {
        const interest = kobo(Math.floor(amounts.reduce((sum, one) => sum + one, 0) * rate))
        const shares = shareOut(interest, amounts.map(kobo))
        expect(sumKobo(shares)).toBe(interest)
        for (const [at, one] of shares.entries()) expect(one).toBeLessThanOrEqual(amounts[at] ?? 0)
      },
    ),
  )
})

it('an installment keeps the interest of what is paid of it when the rest moves', () => {
  const one = part(1000, 333, 400)
  const kept = keptInterest({ ...one, moved: kobo(600) })
  expect(kept).toBe(133)
  expect(subtractKobo(keptInterest(one), kept)).toBe(200)
})
