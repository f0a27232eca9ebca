import { expect, it } from 'vitest'
import type { LoanInstalment } from '#contract/calls/loanRows'
import { formatNaira, kobo } from '#domain/money/kobo'
import { faceOf, paysText, progressText, suggestionsFor, takeToday } from './instalments'

const one = {
  due_date: '2026-11-20',
  amount: kobo(1000),
  penalty: kobo(0),
  paid: kobo(0),
  moved: kobo(0),
  open: kobo(1000),
  open_penalty: kobo(0),
  status: 'pending' as const,
  paid_at: null,
  days_late: 0,
}
const schedule: LoanInstalment[] = [
  { ...one, number: 1, paid: kobo(1000), open: kobo(0), status: 'paid' },
  {
    ...one,
    number: 2,
    penalty: kobo(50),
    paid: kobo(20),
    open: kobo(1030),
    open_penalty: kobo(30),
    days_late: 4,
  },
  { ...one, number: 3 },
  { ...one, number: 4 },
]

const today = '2026-11-20'
const textsOf = (some: readonly LoanInstalment[]) => some.map((each) => faceOf(each, today).text)

it('an installment is paid, late, due today, part paid or to come', () => {
  expect(textsOf(schedule)).toEqual(['Paid', 'Late 4 days', 'Due today', 'Due today'])
  const later = { ...one, number: 5, due_date: '2026-11-27' }
  expect(textsOf([later, { ...later, paid: kobo(1), open: kobo(999) }])).toEqual(['To come', 'Part paid'])
  expect(progressText(schedule)).toBe('1 of 4 installments paid')
})

it('a paid installment says its day, and how many days after the due date that was', () => {
  const paid = { ...one, number: 1, status: 'paid' as const, open: kobo(0) }
  expect(faceOf({ ...paid, paid_at: '2026-11-20T09:00:00.000Z' }, today)).toEqual({
    kind: 'paid',
    text: 'Paid 20 Nov 2026',
  })
  expect(faceOf({ ...paid, paid_at: '2026-11-22T09:00:00.000Z' }, today)).toMatchObject({ after: '+2 days' })
  expect(faceOf({ ...paid, paid_at: '2026-11-12T09:00:00.000Z' }, today)).not.toHaveProperty('after')
})

it('an installment ends paid, rescheduled, written off or reversed', () => {
  const ended = (['rescheduled', 'written-off', 'reversed'] as const).map(
    (status, at): LoanInstalment => ({ ...one, number: at + 5, open: kobo(0), status }),
  )
  expect(textsOf(ended)).toEqual(['Rescheduled', 'Written off', 'Reversed'])
  expect(progressText([...schedule, ...ended])).toBe('1 of 6 installments paid')
})

it('takes today what is late and what is due', () => {
  expect(takeToday(schedule, '2026-11-20')).toEqual({ all: 3030, late: 1030, due: 2000 })
  expect(takeToday(schedule, '2026-11-19')).toEqual({ all: 1030, late: 1030, due: 0 })
})

it.each([
  [10, 'Part of installment 2 (₦0.10 of it penalties)'],
  [1030, 'Installment 2 (₦0.30 of it penalties)'],
  [1530, 'Installment 2, part of installment 3 (₦0.30 of it penalties)'],
  [2030, 'Installments 2 and 3 (₦0.30 of it penalties)'],
  [3030, 'Installments 2 to 4 (₦0.30 of it penalties)'],
])('%i kobo pay: %s', (amount, text) => expect(paysText(schedule, kobo(amount), formatNaira)).toBe(text))

it('suggests what is late, the next installment with it, and all, each amount once', () => {
  expect(suggestionsFor(schedule)).toEqual([
    { label: 'Late', amount: 1030 },
    { label: 'Late and next', amount: 2030 },
    { label: 'All owed', amount: 3030 },
  ])
  expect(suggestionsFor(schedule.slice(0, 2))).toEqual([{ label: 'All owed', amount: 1030 }])
  expect(suggestionsFor(schedule.slice(2))).toEqual([
    { label: 'Next installment', amount: 1000 },
    { label: 'All owed', amount: 2000 },
  ])
  expect(suggestionsFor(schedule.slice(0, 1))).toEqual([])
})
