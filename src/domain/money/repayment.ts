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
 * The interest in a repayment: its share of what is repaid of the total payable, rounded down in sum, so that the parts of
 * all repayments add up to the loan's interest, whatever their number and order, also after reversals. `before` and `repaid`
 * exclude penalties.
 */
export function interestIn(loan: InterestTerms, before: Kobo, repaid: Kobo): Kobo {
  const { interestAmount, interestPaid, totalPayable } = loan
  const after = addKobo(before, repaid)
  const earned = Number((BigInt(interestAmount) * BigInt(after)) / BigInt(totalPayable)) - interestPaid
  const interestLeft = subtractKobo(interestAmount, interestPaid)
  const principalLeft = totalPayable - before - interestLeft
  // Reversals of several repayments leave a rounding of a few kobo, which the next repayment evens out as far as it covers it.
  return kobo(Math.max(0, repaid - principalLeft, Math.min(earned, repaid, interestLeft)))
}
