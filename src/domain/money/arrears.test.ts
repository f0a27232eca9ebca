import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BasisPoints } from '#contract/values'
import { addDays } from '../time/lagos'
import {
  arrearsOf,
  type ArrearsTerms,
  atRisk,
  bucketLabel,
  bucketOf,
  buckets,
  daysLate,
  defaultArrearsTerms,
  isLate,
  lateBuckets,
  provisionFor,
  riskDays,
  termsOn,
} from './arrears'
import { addKobo, kobo, sumKobo } from './kobo'
import { openAmount } from './repayment'

const today = '2026-11-24'
const open = { amount: kobo(10_000), penalty: kobo(0), paid: kobo(0), penaltyPaid: kobo(0) }

const anyTerms: fc.Arbitrary<ArrearsTerms> = fc
  .record({
    ends: fc.uniqueArray(fc.integer({ min: 1, max: 3650 }), { minLength: 3, maxLength: 3 }),
    rates: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 5, maxLength: 5 }),
  })
  .map(({ ends, rates }) => {
    const [first = 0, second = 0, third = 0] = ends.toSorted((one, other) => one - other)
    const rate = (at: number) => rates[at] as BasisPoints
    return {
      ends: [first, second, third],
      rates: { 0: rate(0), 1: rate(1), 2: rate(2), 3: rate(3), 4: rate(4) },
    }
  })

describe('days late', () => {
  it('count from the day after the due date', () => {
    for (const days of [0, 1, 2, 30, 31, 90, 400]) expect(daysLate(addDays(today, -days), today)).toBe(days)
  })

  it('are none before the due date, and without one', () => {
    expect(daysLate(addDays(today, 5), today)).toBe(0)
    expect(daysLate(null, today)).toBe(0)
  })
})

describe('buckets', () => {
  it('begin at 1, 31, 61 and 91 days until the business sets its own', () => {
    const starts = { 1: 1, 2: 31, 3: 61, 4: 91 }
    for (const bucket of lateBuckets) {
      expect(bucketOf(starts[bucket], defaultArrearsTerms)).toBe(bucket)
      expect(bucketOf(starts[bucket] - 1, defaultArrearsTerms)).toBe(bucket - 1)
    }
    expect(lateBuckets.map((bucket) => bucketLabel(bucket, defaultArrearsTerms))).toEqual([
      '1–30',
      '31–60',
      '61–90',
      '91+',
    ])
  })

  it('each begin where the one before ends, whatever the terms, and their labels say so', () => {
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: 0, max: 4000 }), (terms, days) => {
        const bucket = bucketOf(days, terms)
        expect(bucket === 0).toBe(days === 0)
        expect(bucketOf(days + 1, terms) - bucket).toBeOneOf([0, 1])
        if (bucket === 0) return
        const [from = 0, to = Number.POSITIVE_INFINITY] = bucketLabel(bucket, terms)
          .split(/[–+]/)
          .filter(Boolean)
          .map(Number)
        expect(days).toBeGreaterThanOrEqual(from)
        expect(days).toBeLessThanOrEqual(to)
      }),
    )
  })
})

describe('terms', () => {
  it('count from their day on; of the same day the last ones', () => {
    const owedFrom = (first: number, from: string) => ({
      ...defaultArrearsTerms,
      ends: [first, 60, 90] as const,
      from,
    })
    const dated = [owedFrom(10, '2026-03-01'), owedFrom(20, '2026-01-01'), owedFrom(15, '2026-03-01')]
    expect(termsOn(dated, '2025-12-31')).toEqual(defaultArrearsTerms)
    expect(termsOn(dated, '2026-02-28').ends[0]).toBe(20)
    expect(termsOn(dated, '2026-03-01').ends[0]).toBe(15)
  })
})

describe('arrears', () => {
  it('are the unpaid parts of late installments, as old as the oldest of them', () => {
    const instalments = [
      { ...open, number: 1, dueDate: '2026-08-01', paid: kobo(10_000) },
      {
        ...open,
        number: 2,
        dueDate: '2026-10-01',
        paid: kobo(4_000),
        penalty: kobo(500),
        penaltyPaid: kobo(500),
      },
      { ...open, number: 3, dueDate: '2026-11-23', penalty: kobo(200) },
      { ...open, number: 4, dueDate: today },
    ]
    expect(arrearsOf(instalments, today)).toEqual({ days: 54, amount: 16_200 })
  })

  it('are none on the due date itself', () => {
    expect(arrearsOf([{ ...open, number: 1, dueDate: today }], today)).toEqual({ days: 0, amount: 0 })
    expect(arrearsOf([], today)).toEqual({ days: 0, amount: 0 })
  })

  const anyInstalment = fc
    .record({
      number: fc.integer({ min: 1, max: 60 }),
      dueDate: fc.integer({ min: -200, max: 30 }).map((days) => addDays(today, days)),
      amount: fc.integer({ min: 0, max: 1_000_000 }).map(kobo),
      penalty: fc.integer({ min: 0, max: 50_000 }).map(kobo),
      share: fc.constantFrom(0, 0.3, 1),
    })
    .map(({ share, ...one }) => ({
      ...one,
      paid: kobo(Math.floor(one.amount * share)),
      penaltyPaid: share > 0 ? one.penalty : kobo(0),
    }))

  it('with what is not late make all that is open, and days and amount are above zero together', () => {
    fc.assert(
      fc.property(fc.array(anyInstalment, { maxLength: 30 }), (instalments) => {
        const { days, amount } = arrearsOf(instalments, today)
        const others = sumKobo(instalments.filter((one) => !isLate(one, today)).map(openAmount))
        expect(addKobo(amount, others)).toBe(sumKobo(instalments.map(openAmount)))
        expect(days > 0).toBe(amount > 0)
      }),
    )
  })
})

describe('portfolio at risk', () => {
  const anyLoans = fc.array(
    fc.record({
      owed: fc.integer({ min: 1, max: 10_000_000 }).map(kobo),
      days: fc.integer({ min: 0, max: 400 }),
    }),
  )

  it('takes in all that is owed on loans that are more than so many days late', () => {
    const loans = [
      { owed: kobo(1_000), days: 0 },
      { owed: kobo(200), days: 1 },
      { owed: kobo(30), days: 30 },
      { owed: kobo(4), days: 31 },
    ]
    expect(riskDays.map((days) => atRisk(loans, days))).toEqual([234, 4, 0, 0])
  })

  it('shrinks with more days, and is the sum of the buckets that begin later', () => {
    fc.assert(
      fc.property(anyLoans, anyTerms, (loans, terms) => {
        const risks = riskDays.map((days) => atRisk(loans, days))
        expect(risks).toEqual(risks.toSorted((one, other) => other - one))
        const ofBucket = (bucket: number) =>
          sumKobo(loans.filter(({ days }) => bucketOf(days, terms) === bucket).map(({ owed }) => owed))
        expect(sumKobo(buckets.map(ofBucket))).toBe(sumKobo(loans.map(({ owed }) => owed)))
        for (const [at, end] of terms.ends.entries())
          expect(atRisk(loans, end)).toBe(sumKobo(buckets.filter((bucket) => bucket > at + 1).map(ofBucket)))
      }),
    )
  })

  it('is provided for at the rate of its bucket', () => {
    expect(buckets.map((bucket) => provisionFor(kobo(10_000), bucket, defaultArrearsTerms))).toEqual([
      100, 500, 2_000, 5_000, 10_000,
    ])
    expect(provisionFor(kobo(0), 4, defaultArrearsTerms)).toBe(0)
  })
})
