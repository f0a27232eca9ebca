import { describe, expect, it } from 'vitest'
import type { LoanInstalment } from '#contract/calls/loanRows'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { barText, dueTexts, segmentsOf } from './scheduleBar'

const today = '2026-11-18'
const instalment = (number: number, changed: Partial<LoanInstalment>): LoanInstalment => ({
  number,
  due_date: '2026-12-01',
  amount: 10_000 as Kobo,
  penalty: 0 as Kobo,
  paid: 0 as Kobo,
  moved: 0 as Kobo,
  open: 10_000 as Kobo,
  open_penalty: 0 as Kobo,
  status: 'pending',
  paid_at: null,
  days_late: 0,
  ...changed,
})
const paid = (number: number) =>
  instalment(number, { status: 'paid', paid: 10_000 as Kobo, open: 0 as Kobo, due_date: '2026-11-01' })
const late = (number: number, days_late: number) =>
  instalment(number, { days_late, paid: 2_500 as Kobo, open: 7_500 as Kobo, due_date: '2026-11-11' })
const due = (number: number) => instalment(number, { due_date: today })
const schedule = [
  paid(1),
  instalment(2, { status: 'rescheduled', moved: 10_000 as Kobo, open: 0 as Kobo }),
  late(3, 7),
  due(4),
  instalment(5, {}),
]

describe('the bar of a schedule', () => {
  it('has a segment for each installment that counts, with the share that is paid', () => {
    expect(segmentsOf(schedule, today)).toEqual([
      { key: 1, state: 'paid', paid: 1, share: 1 },
      { key: 3, state: 'late', paid: 0.25, share: 1 },
      { key: 4, state: 'today', paid: 0, share: 1 },
      { key: 5, state: 'to-come', paid: 0, share: 1 },
    ])
  })

  it('has a segment for each state above sixty installments', () => {
    const long = Array.from({ length: 61 }, (_, at) => (at < 40 ? paid(at) : instalment(at, {})))
    expect(segmentsOf(long, today)).toEqual([
      { key: 0, state: 'paid', paid: 1, share: 40 },
      { key: 3, state: 'to-come', paid: 0, share: 21 },
    ])
  })

  it('says in words what it shows', () => {
    expect(barText(schedule, today)).toBe(
      '4 installments: 1 paid, 1 late (₦75.00, 7 days), 1 due today, 1 to come',
    )
    expect(barText([paid(1)], today)).toBe('1 installment: 1 paid')
  })

  it('names the late installments and the one of today, or else the next one', () => {
    const texts = (some: typeof schedule) =>
      dueTexts(some, today).map(({ text, amount }) => `${text}, ${formatNaira(amount)}`)
    expect(texts(schedule)).toEqual(['No. 3 late 7 days, ₦75.00', 'No. 4 due today, ₦100.00'])
    const many = [1, 2, 3, 4, 5].map((number) => late(number, 30 - number))
    expect(texts(many)).toEqual([
      'No. 1 late 29 days, ₦75.00',
      'No. 2 late 28 days, ₦75.00',
      'No. 3 late 27 days, ₦75.00',
      'and 2 more, late in all, ₦375.00',
    ])
    expect(dueTexts([paid(1), instalment(2, {})], today)).toEqual([
      { text: 'Next: No. 2 on 1 Dec 2026', amount: 10_000, tone: 'next' },
    ])
    expect(dueTexts([paid(1)], today)).toEqual([])
  })
})
