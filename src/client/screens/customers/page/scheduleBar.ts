import type { LoanInstalment } from '#contract/calls/loanRows'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'

type Segment = {
  key: number
  state: 'paid' | 'late' | 'today' | 'to-come'
  /** How much of it is paid, from 0 to 1. */
  paid: number
  /** Its share of the bar. */
  share: number
}

/** The most instalments with a segment of their own. */
const maxSegments = 60

const stateOn = (day: string, { status, days_late, due_date }: LoanInstalment): Segment['state'] => {
  if (status === 'paid') return 'paid'
  if (days_late > 0) return 'late'
  return due_date === day ? 'today' : 'to-come'
}

/** What a rescheduling moved to later instalments is no instalment any more. */
const counted = (schedule: readonly LoanInstalment[]) =>
  schedule.filter(({ status }) => status !== 'rescheduled')

/** One segment for each instalment; of a long schedule one for each state, by the number of its instalments. */
export function segmentsOf(schedule: readonly LoanInstalment[], day: string): Segment[] {
  const single = counted(schedule).map((one) => {
    const whole = one.paid + one.open
    return {
      key: one.number,
      state: stateOn(day, one),
      paid: whole === 0 ? 1 : one.paid / whole,
      share: 1,
    }
  })
  if (single.length <= maxSegments) return single
  return (['paid', 'late', 'today', 'to-come'] as const).flatMap((state, key) => {
    const share = single.filter((one) => one.state === state).length
    return share > 0 ? [{ key, state, paid: state === 'paid' ? 1 : 0, share }] : []
  })
}

/** The bar in words: '10 instalments: 7 paid, 1 late (₦7,287.50, 7 days), 1 due today, 1 to come'. */
export function barText(schedule: readonly LoanInstalment[], day: string): string {
  const all = counted(schedule)
  const inState = (state: Segment['state']) => all.filter((one) => stateOn(day, one) === state)
  const late = inState('late')
  const lateText = `${late.length} late (${formatNaira(sumOpen(late))}, ${pluralize(mostDays(late), 'day')})`
  const parts = [
    inState('paid').length > 0 && `${inState('paid').length} paid`,
    late.length > 0 && lateText,
    inState('today').length > 0 && `${inState('today').length} due today`,
    inState('to-come').length > 0 && `${inState('to-come').length} to come`,
  ]
  return `${pluralize(all.length, 'installment')}: ${parts.filter(Boolean).join(', ')}`
}

const sumOpen = (some: readonly LoanInstalment[]): Kobo => sumKobo(some.map(({ open }) => open))
const mostDays = (some: readonly LoanInstalment[]) => Math.max(0, ...some.map(({ days_late }) => days_late))

/** The late instalments that are named one by one. */
const maxNamed = 3

/** Which instalments are late or due today, or else the next one, with what is open of them. */
export function dueTexts(
  schedule: readonly LoanInstalment[],
  day: string,
): { text: string; amount: Kobo; tone: 'late' | 'today' | 'next' }[] {
  const all = counted(schedule)
  const late = all.filter((one) => stateOn(day, one) === 'late')
  const today = all.filter((one) => stateOn(day, one) === 'today')
  const next = all.find((one) => stateOn(day, one) === 'to-come')
  const more = late.slice(maxNamed)
  const texts = [
    ...late.slice(0, maxNamed).map(({ number, days_late, open }) => ({
      text: `No. ${number} late ${pluralize(days_late, 'day')}`,
      amount: open,
      tone: 'late' as const,
    })),
    ...(more.length > 0
      ? [{ text: `and ${more.length} more, late in all`, amount: sumOpen(late), tone: 'late' as const }]
      : []),
    ...today.map(({ number, open }) => ({
      text: `No. ${number} due today`,
      amount: open,
      tone: 'today' as const,
    })),
  ]
  if (texts.length > 0 || !next) return texts
  return [
    {
      text: `Next: No. ${next.number} on ${showDate(next.due_date)}`,
      amount: next.open,
      tone: 'next',
    },
  ]
}
