import { describe, expect, it } from 'vitest'
import { addDays } from '../time/lagos'
import { arrearsBuckets, arrearsOf, bucketOf, daysLate } from './arrears'
import { kobo } from './kobo'

const today = '2026-11-24'
const open = { amount: kobo(10_000), penalty: kobo(0), paid: kobo(0), penaltyPaid: kobo(0) }

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
  it('begin at 1, 31, 61 and 91 days, each where the one before ends', () => {
    expect(bucketOf(0)).toBeNull()
    for (const [at, { from, label }] of arrearsBuckets.entries()) {
      expect(bucketOf(from)).toBe(label)
      expect(bucketOf(from - 1)).toBe(arrearsBuckets[at - 1]?.label ?? null)
    }
    expect(bucketOf(10_000)).toBe('91+')
  })
})

describe('arrears', () => {
  it('are the unpaid parts of late instalments, as old as the oldest of them', () => {
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
    expect(arrearsOf(instalments, today)).toEqual({ days: 54, amount: 16_200, bucket: '31–60' })
  })

  it('are none on the due date itself', () => {
    expect(arrearsOf([{ ...open, number: 1, dueDate: today }], today)).toEqual({
      days: 0,
      amount: 0,
      bucket: null,
    })
    expect(arrearsOf([], today)).toEqual({ days: 0, amount: 0, bucket: null })
  })
})
