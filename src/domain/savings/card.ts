import type { BoxUnit } from '#contract/calls/savingCards'
import type { Kobo } from '#contract/values'
import { pluralize } from '../money/figures'
import { addKobo, formatNaira, kobo, subtractKobo, sumKobo } from '../money/kobo'
import { type Calendar, everyDay } from '../time/calendar'
import { addDays } from '../time/lagos'
import { type CommissionTerms, dueOf, hasCommission, type WalletTerms } from './commission'
import type { Cycle } from './cycles'
import { type DepositPlan, isDue } from './due'

/** A cycle on the customer's card: how many boxes it has, how many were due until a day, and what fills one. */
export type CardSpan = { boxes: number; dueBoxes: number; fixedAmount: Kobo }

/** What so much paid in a cycle fills. */
export type CardProgress = {
  filled: number
  /** Paid beyond the filled boxes: less than a contribution, unless all boxes are filled. */
  carried: Kobo
  /** Boxes that were due until the day and are empty. */
  behind: number
}

/** A deposit that stands, by its day of collection, yyyy-mm-dd. */
export type CardPayment = { day: string; amount: Kobo }

/** The boxes that a payment filled, from one to another, and what it and those before left over. */
export type FilledBy<Payment> = { payment: Payment; from: number; to: number; carried: Kobo }

export type BoxState = 'commission' | 'paid' | 'today' | 'behind' | 'to come'
/** A box, numbered from 1, with the payment that filled it. */
export type Box<Payment> = { number: number; state: BoxState; payment: Payment | null }

/** A cycle of a wallet as the customer's card shows it. */
export type Card<Payment> = CardProgress & {
  boxes: Box<Payment>[]
  payments: FilledBy<Payment>[]
  paid: Kobo
  /** What the business keeps of it. */
  commission: Kobo
  /** What is the customer's: paid, less the commission. */
  due: Kobo
}

/**
 * The boxes of a cycle until a day, with that day, on which collection follows the calendar: one for each day on which the plan
 * asks for a deposit, also on a day without collection, since who pays for several days fills these too. At least one.
 */
export function spanOf(
  plan: DepositPlan,
  cycle: Cycle,
  fixedAmount: Kobo,
  until: string,
  calendar: Calendar = everyDay,
): CardSpan {
  let [boxes, dueBoxes] = [0, 0]
  for (let day = cycle.from; day <= cycle.through; day = addDays(day, 1)) {
    if (isDue(plan, day)) boxes += 1
    if (day <= until && isDue(plan, day, calendar)) dueBoxes += 1
  }
  return { boxes: Math.max(1, boxes), dueBoxes, fixedAmount }
}

/** What is filled, carried and behind once so much is paid in a cycle. RangeError for a contribution that is not above zero. */
export function progressOf({ boxes, dueBoxes, fixedAmount }: CardSpan, paid: Kobo): CardProgress {
  if (fixedAmount <= 0) throw new RangeError(`Not a contribution: ${fixedAmount}`)
  const filled = Math.min(boxes, Math.floor(paid / fixedAmount))
  return { filled, carried: kobo(paid - filled * fixedAmount), behind: Math.max(0, dueBoxes - filled) }
}

/** The boxes that each payment of a cycle filled, in the order of their days; of one day in the given order. */
export function boxesByPayment<Payment extends CardPayment>(
  span: CardSpan,
  payments: readonly Payment[],
): FilledBy<Payment>[] {
  let paid = kobo(0)
  return payments
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .map((payment) => {
      const before = progressOf(span, paid)
      paid = addKobo(paid, payment.amount)
      const { filled, carried } = progressOf(span, paid)
      return { payment, from: before.filled + 1, to: filled, carried }
    })
}

/** The card of a cycle with its payments, on a day, and what was waived of its commission. With a commission of one contribution the first box is the commission's. */
export function cardOf<Payment extends CardPayment>(
  terms: WalletTerms,
  span: CardSpan,
  payments: readonly Payment[],
  today: string,
  waived = kobo(0),
): Card<Payment> {
  const paid = sumKobo(payments.map(({ amount }) => amount))
  const progress = progressOf(span, paid)
  const filledBy = boxesByPayment(span, payments)
  const commission = dueOf(terms, { paid, waived, fixedAmount: span.fixedAmount })
  const stateOf = (number: number, filledOn: string | undefined): BoxState => {
    if (filledOn === undefined) return number <= progress.filled + progress.behind ? 'behind' : 'to come'
    if (number === 1 && terms.commissionKind === 'contribution' && waived === 0) return 'commission'
    return filledOn === today ? 'today' : 'paid'
  }
  const boxes = Array.from({ length: span.boxes }, (_, at): Box<Payment> => {
    const number = at + 1
    const payment = filledBy.find(({ from, to }) => from <= number && number <= to)?.payment ?? null
    return { number, state: stateOf(number, payment?.day), payment }
  })
  return { ...progress, boxes, payments: filledBy, paid, commission, due: subtractKobo(paid, commission) }
}

/**
 * What is expected on a day on which a deposit is due: the contribution, or nothing of who has paid for that day before it (rules.md,
 * "Paid ahead"). `span` is that of the cycle until the day, `paidBefore` what was paid in the cycle on earlier days. A wallet without a
 * commission of a cycle has no boxes to be ahead of.
 */
export const expectedOn = (terms: CommissionTerms, span: CardSpan, paidBefore: Kobo): Kobo =>
  hasCommission(terms) && progressOf(span, paidBefore).behind === 0 ? kobo(0) : span.fixedAmount

/** What a plan's boxes are called. */
export const unitOf = ({
  depositType,
  marketPeriod,
}: Pick<DepositPlan, 'depositType' | 'marketPeriod'>): BoxUnit =>
  marketPeriod === null ? units[depositType] : 'market day'
const units = { daily: 'day', weekly: 'week', monthly: 'month' } as const

/** The boxes of a payment: '4 days, 14–17', '1 day, 10', 'none'. */
export function boxesText({ from, to }: Pick<FilledBy<unknown>, 'from' | 'to'>, unit: BoxUnit): string {
  if (to < from) return 'none'
  return `${pluralize(to - from + 1, unit)}, ${from === to ? from : `${from}–${to}`}`
}

/** The card while an amount is typed, which is counted in: '4 days, 17 of 31'; without one how it stands: '13 of 31'. */
export function typedText(span: CardSpan, unit: BoxUnit, paid: Kobo, typed: Kobo | undefined): string {
  const before = progressOf(span, paid).filled
  if (typed === undefined) return `${before} of ${span.boxes}`
  const { filled } = progressOf(span, addKobo(paid, typed))
  return `${pluralize(filled - before, unit)}, ${filled} of ${span.boxes}`
}

/** What is left beside the filled boxes: '₦200.00 carried', '2 behind'; 'Nothing carried' only where nothing is behind. */
export function restTexts({ carried, behind }: Pick<CardProgress, 'carried' | 'behind'>) {
  const nothing = behind > 0 ? '' : 'Nothing carried'
  return {
    carried: carried > 0 ? `${formatNaira(carried)} carried` : nothing,
    behind: behind > 0 ? `${behind} behind` : '',
  }
}
