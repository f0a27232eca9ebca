import type { Kobo } from '#contract/values'
import { addKobo, kobo, subtractKobo, sumKobo } from './kobo'

/** An instalment as it stands: `paid` and `penaltyPaid` are what was paid of its amount and of its penalty. */
export type OpenInstalment = {
  number: number
  amount: Kobo
  penalty: Kobo
  paid: Kobo
  penaltyPaid: Kobo
}

/** What a repayment pays of one instalment. */
export type RepaymentPart = { number: number; amount: Kobo; penalty: Kobo }

/** The loan's interest, how much of it is paid, and all that its customer repays without penalties. */
export type InterestTerms = { interestAmount: Kobo; interestPaid: Kobo; totalPayable: Kobo }

/** What is still owed of an instalment, with its penalty. */
export const openAmount = ({ amount, penalty, paid, penaltyPaid }: OpenInstalment): Kobo =>
  subtractKobo(addKobo(amount, penalty), addKobo(paid, penaltyPaid))

/**
 * Allocates a repayment to instalments: the one with the lowest number first, its penalty before its amount. The parts add up
 * to the repayment. RangeError for nothing, and for more than is owed.
 */
export function allocateRepayment(instalments: readonly OpenInstalment[], repayment: Kobo): RepaymentPart[] {
  const owed = sumKobo(instalments.map(openAmount))
  if (repayment <= 0 || repayment > owed)
    throw new RangeError(`Not a repayment of what is owed: ${repayment} of ${owed}`)
  let left = repayment
  const parts: RepaymentPart[] = []
  for (const one of instalments.toSorted((a, b) => a.number - b.number)) {
    const penalty = kobo(Math.min(left, one.penalty - one.penaltyPaid))
    const amount = kobo(Math.min(left - penalty, one.amount - one.paid))
    if (penalty + amount > 0) parts.push({ number: one.number, amount, penalty })
    left = subtractKobo(left, addKobo(penalty, amount))
  }
  return parts
}

/**
 * An instalment as its interest sees it, all without penalties: its amount, what of it moved to later ones, what is paid, the
 * interest in it, and what of that was waived. Without interest of its own (null) that is a share of each repayment.
 */
export type InterestPart = { amount: Kobo; moved: Kobo; paid: Kobo; interest: Kobo | null; waived: Kobo }

const share = (interest: Kobo, part: Kobo, whole: Kobo): Kobo =>
  kobo(whole === 0 ? 0 : Number((BigInt(interest) * BigInt(part)) / BigInt(whole)))

/** The interest that an instalment keeps: without the share of what moved to later ones, and without what was waived. */
export const keptInterest = ({ amount, moved, interest, waived }: InterestPart): Kobo =>
  subtractKobo(share(interest ?? kobo(0), subtractKobo(amount, moved), amount), waived)

/**
 * The interest in all that was repaid of a loan: its share, rounded down, of the loan, or where instalments have interest of
 * their own, of each. Either is all of the interest once the loan is paid.
 */
export function interestOf(loan: InterestTerms, instalments: readonly InterestPart[]): Kobo {
  if (instalments.every(({ interest }) => interest === null))
    return share(loan.interestAmount, sumKobo(instalments.map(({ paid }) => paid)), loan.totalPayable)
  return sumKobo(
    instalments.map((one) =>
      one.waived > 0 ? keptInterest(one) : share(one.interest ?? kobo(0), one.paid, one.amount),
    ),
  )
}

/** Interest divided over amounts in proportion, rounded down in sum, so that the parts add up to it and none is above its amount. */
export function shareOut(interest: Kobo, amounts: readonly Kobo[]): Kobo[] {
  const whole = sumKobo(amounts)
  let until = kobo(0)
  return amounts.map((amount) => {
    const before = share(interest, until, whole)
    until = addKobo(until, amount)
    return subtractKobo(share(interest, until, whole), before)
  })
}

/**
 * The interest in a repayment: what `all` is more than what was paid before, so that the parts of all repayments add up to the
 * loan's interest, whatever their number and order, also after reversals. `before` and `repaid` exclude penalties.
 */
export function interestIn(
  loan: InterestTerms,
  before: Kobo,
  repaid: Kobo,
  all: Kobo = share(loan.interestAmount, addKobo(before, repaid), loan.totalPayable),
): Kobo {
  const { interestAmount, interestPaid, totalPayable } = loan
  const earned = all - interestPaid
  const interestLeft = subtractKobo(interestAmount, interestPaid)
  const principalLeft = totalPayable - before - interestLeft
  // Reversals of several repayments leave a difference, which the next repayment evens out as far as it covers it.
  return kobo(Math.max(0, repaid - principalLeft, Math.min(earned, repaid, interestLeft)))
}
