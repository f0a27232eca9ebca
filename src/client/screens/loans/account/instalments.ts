import type { LoanInstalment } from '#contract/calls/loanRows'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { daysLate } from '#domain/money/arrears'
import { showDate } from '#domain/time/lagos'
import { addKobo, kobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { allocateRepayment, type OpenInstalment } from '#domain/money/repayment'

/** How an installment stands today, for its row of the schedule. */
export type Face = {
  kind: 'paid' | 'late' | 'due' | 'open' | 'ended'
  text: string
  /** '+2 days', where it was paid after its day. */
  after?: string
}

export function faceOf(one: LoanInstalment, today: string): Face {
  const { status, paid, paid_at, days_late, amount, due_date } = one
  if (status === 'paid' && paid_at) {
    const days = daysLate(due_date, paid_at.slice(0, 10))
    const after = days > 0 && { after: `+${pluralize(days, 'day')}` }
    return { kind: 'paid', text: `Paid ${showDate(paid_at)}`, ...after }
  }
  if (status !== 'pending') return { kind: status === 'paid' ? 'paid' : 'ended', text: endedTexts[status] }
  if (days_late > 0) return { kind: 'late', text: `Late ${pluralize(days_late, 'day')}` }
  if (due_date === today) return { kind: 'due', text: 'Due today' }
  return { kind: 'open', text: paid > 0 && amount > 0 ? 'Part paid' : 'To come' }
}

const endedTexts = {
  paid: 'Paid',
  rescheduled: 'Rescheduled',
  'written-off': 'Written off',
  reversed: 'Reversed',
}

/** What is left to pay. */
export const openInstalment = ({ number, open, open_penalty: penalty }: LoanInstalment): OpenInstalment => ({
  number,
  amount: subtractKobo(open, penalty),
  penalty,
  paid: kobo(0),
  penaltyPaid: kobo(0),
})

/** What an amount pays, in words: 'Instalments 2 and 3, part of instalment 4 (₦50.00 of it penalties)'. */
export function paysText(schedule: readonly LoanInstalment[], amount: Kobo, format: (part: Kobo) => string) {
  const parts = allocateRepayment(schedule.map(openInstalment), amount)
  const open = new Map(schedule.map((one) => [one.number, one.open]))
  const whole = parts.filter((one) => addKobo(one.amount, one.penalty) === open.get(one.number))
  const part = parts.find((one) => !whole.includes(one))
  const penalties = sumKobo(parts.map(({ penalty }) => penalty))
  const names = [
    whole.length > 0 && `${whole.length === 1 ? 'installment' : 'installments'} ${listText(whole)}`,
    part && `part of installment ${part.number}`,
  ]
  const text = names.filter(Boolean).join(', ')
  const ofPenalties = penalties > 0 ? ` (${format(penalties)} of it penalties)` : ''
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${ofPenalties}`
}

function listText(parts: readonly { number: number }[]) {
  const [first, ...more] = parts.map(({ number }) => number)
  return more.length > 1 ? `${first} to ${more.at(-1)}` : [first, ...more].join(' and ')
}

/** Amounts that customers pay at the counter, each once: what is late, the next instalment, all that is owed. */
export function suggestionsFor(schedule: readonly LoanInstalment[]) {
  const late = sumKobo(schedule.filter(({ days_late }) => days_late > 0).map(({ open }) => open))
  const next = schedule.find(({ open, days_late }) => open > 0 && days_late === 0)?.open ?? kobo(0)
  const all = sumKobo(schedule.map(({ open }) => open))
  const some = [
    { label: 'Late', amount: late },
    { label: late > 0 ? 'Late and next' : 'Next installment', amount: addKobo(late, next) },
    { label: 'All owed', amount: all },
  ]
  return some.filter(
    ({ amount }, at) => amount > 0 && some.findLastIndex((other) => other.amount === amount) === at,
  )
}

/** '3 of 8 instalments paid', without those that were rescheduled. */
export function progressText(schedule: readonly LoanInstalment[]) {
  const counted = schedule.filter(({ status }) => status !== 'rescheduled')
  const paid = counted.filter(({ status }) => status === 'paid')
  return `${paid.length} of ${pluralize(counted.length, 'installment')} paid`
}

/** What a schedule asks for by today, late or due, and what of it is late. */
export function takeToday(schedule: readonly LoanInstalment[], today: string) {
  const due = schedule.filter(({ due_date, days_late }) => days_late > 0 || due_date <= today)
  const late = sumKobo(due.filter(({ days_late }) => days_late > 0).map(({ open }) => open))
  const all = sumKobo(due.map(({ open }) => open))
  return { all, late, due: subtractKobo(all, late) }
}
