import type { CardPayment, SavingsCard } from '#contract/calls/savingCards'
import { formatNaira, subtractKobo } from '../money/kobo'
import { formatRate } from '../money/rates'
import { addDays, monthNames, showDate } from '../time/lagos'
import { type Box, type Card, cardOf } from './card'
import type { WalletTerms } from './commission'

/** The card of a cycle that was read. */
export function cardFrom(facts: SavingsCard): Card<CardPayment> {
  const terms: WalletTerms = {
    commissionKind: facts.commission,
    charge: facts.charge,
    commissionBasisPoints: facts.commission_rate,
    fixedAmount: facts.fixed_amount,
    // How long a cycle is, and when it is paid for, is not asked of one cycle.
    cycleKind: 'month',
    cycleDays: 0,
    taken: 'end',
  }
  const span = { boxes: facts.boxes, dueBoxes: facts.due_boxes, fixedAmount: facts.fixed_amount }
  return cardOf(terms, span, facts.payments, facts.day, facts.waived)
}

/** '2 Nov', as there is little room in a box. */
export const shortDate = (day: string) => `${Number(day.slice(8))} ${monthNames[Number(day.slice(5, 7)) - 1]}`

/** '2 Nov – 2 Dec 2026' */
export const cycleDaysText = ({ from_day, through_day }: Pick<SavingsCard, 'from_day' | 'through_day'>) =>
  `${from_day.slice(0, 4) === through_day.slice(0, 4) ? shortDate(from_day) : showDate(from_day)} – ${showDate(through_day)}`

/** What a box says under its number: the day of its payment, what is carried to it, 'behind', or nothing. */
export function boxText(
  { number, state, payment }: Box<CardPayment>,
  { filled, carried }: Card<CardPayment>,
) {
  if (payment) return shortDate(payment.day)
  if (number === filled + 1 && carried > 0) return formatNaira(carried).replace(/\.00$/, '')
  return state === 'behind' ? 'behind' : ''
}

/** The same for who can't see the box: 'Box 4, paid 5 Nov 2026', 'Box 18, behind, ₦200.00 carried to it'. */
export function boxLabel(box: Box<CardPayment>, { filled, carried }: Card<CardPayment>): string {
  const { number, state, payment } = box
  const carriedTo = number === filled + 1 && carried > 0 && `${formatNaira(carried)} carried to it`
  const said = payment
    ? `${state === 'commission' ? 'commission, paid' : 'paid'} ${showDate(payment.day)}`
    : state
  return [`Box ${number}`, said, carriedTo].filter(Boolean).join(', ')
}

/** All boxes in words: '31 boxes: 17 paid, the first is commission, 2 behind, 12 to come'. */
export function boxesLabel({ boxes, filled, behind }: Card<CardPayment>): string {
  const toCome = boxes.length - filled - behind
  return `${boxes.length} ${boxes.length === 1 ? 'box' : 'boxes'}: ${[
    `${filled} paid`,
    boxes[0]?.state === 'commission' && 'the first is commission',
    behind > 0 && `${behind} behind`,
    toCome > 0 && `${toCome} to come`,
  ]
    .filter(Boolean)
    .join(', ')}`
}

/** The empty boxes that were due: '18, 19', '4–9'; nothing without one. */
export function behindText({ filled, behind }: Pick<Card<unknown>, 'filled' | 'behind'>): string {
  const [first, last] = [filled + 1, filled + behind]
  if (behind === 0) return ''
  if (behind <= 2) return first === last ? String(first) : `${first}, ${last}`
  return `${first}–${last}`
}

/** Where what is carried goes: 'carried to box 18'; of nothing, no box is named. */
export function carriedTo({ filled, boxes, carried }: Pick<Card<unknown>, 'filled' | 'boxes' | 'carried'>) {
  if (carried === 0) return 'carried'
  return filled < boxes.length ? `carried to box ${filled + 1}` : 'beyond the last box'
}

/** Whether a cycle costs nothing, whatever is paid in it. */
const keepsNothing = ({ commission, charge }: Pick<SavingsCard, 'commission' | 'charge'>): boolean =>
  commission === 'none' || (commission === 'amount' && charge === 0)

/** What the commission is, and whether it was taken: 'one contribution, taken 2 Nov'. */
export function commissionPart(facts: SavingsCard, commission: number): string {
  const what = {
    none: '',
    amount: 'a fixed amount',
    contribution: 'one contribution',
    percent: `${formatRate(facts.commission_rate)} of it`,
  }[facts.commission]
  if (commission === 0) return what
  if (facts.taken === 0) return `${what}, not taken yet`
  const when = facts.taken_on === null ? 'taken' : `taken ${shortDate(facts.taken_on)}`
  return `${what}, ${facts.taken < commission ? `${formatNaira(facts.taken)} of it ` : ''}${when}`
}

/** What a cycle costs, in the sentence under its boxes. */
function costText(facts: SavingsCard, { commission }: Card<CardPayment>): string {
  if (keepsNothing(facts)) return ', nothing of it is kept: '
  if (!facts.is_monthly)
    return ` − ${formatNaira(commission)} commission (${commissionPart(facts, commission)}) = `
  // A charge is taken whole, also of a month in which less was paid.
  const rest = subtractKobo(facts.charge, commission)
  const ofBalance = rest > 0 ? ` (${formatNaira(rest)} more comes from the balance)` : ''
  return ` − ${formatNaira(commission)} charge of the month${ofBalance} = `
}

/** The sentence under the boxes before what is due, and after it. */
export function sentenceOf(facts: SavingsCard, card: Card<CardPayment>): [string, string] {
  return [
    `${formatNaira(card.paid)} paid in this cycle${costText(facts, card)}`,
    `, paid out or carried on from ${showDate(addDays(facts.through_day, 1))}.`,
  ]
}
