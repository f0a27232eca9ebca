import type { LoanInstalment } from '#contract/calls/loanRows'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { addKobo, kobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { allocateRepayment, type OpenInstalment } from '#domain/money/repayment'

/** The state of an instalment in words; the days say how late it is. */
export function stateOf({ status, paid, days_late, amount }: LoanInstalment): string {
  if (status !== 'pending') return endedTexts[status]
  if (days_late > 0) return 'Late'
  return paid > 0 && amount > 0 ? 'Part paid' : 'Open'
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
