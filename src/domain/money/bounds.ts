import type { BasisPoints, Kobo } from '#contract/values'
import { pluralize } from './figures'
import { formatNaira, percentOf } from './kobo'

/** What a loan type lends: amounts in kobo; null where there is no bound. */
export type LoanBounds = {
  leastAmount: Kobo | null
  mostAmount: Kobo | null
  leastTimes: number | null
  mostTimes: number | null
  leastGuarantors: number
  /** What the customer holds in savings when applying, of the amount. */
  savingsWanted: BasisPoints
}

/** Why a type can't have these bounds; undefined if it can. */
export function boundsFault({
  leastAmount,
  mostAmount,
  leastTimes,
  mostTimes,
}: LoanBounds): string | undefined {
  if (leastAmount !== null && mostAmount !== null && leastAmount > mostAmount)
    return 'The least amount may not be above the most.'
  if (leastTimes !== null && mostTimes !== null && leastTimes > mostTimes)
    return 'The least number of installments may not be above the most.'
  return undefined
}

/** Why no loan of this amount is lent; undefined if it is. */
export function amountBoundFault({ leastAmount, mostAmount }: LoanBounds, amount: Kobo): string | undefined {
  if (leastAmount !== null && amount < leastAmount)
    return `This loan type lends ${formatNaira(leastAmount)} or more.`
  if (mostAmount !== null && amount > mostAmount)
    return `This loan type lends ${formatNaira(mostAmount)} at most.`
  return undefined
}

/** Why no loan is lent in so many instalments; undefined if it is. */
export function timesBoundFault({ leastTimes, mostTimes }: LoanBounds, times: number): string | undefined {
  if (leastTimes !== null && times < leastTimes)
    return `This loan type has ${pluralize(leastTimes, 'installment')} or more.`
  if (mostTimes !== null && times > mostTimes)
    return `This loan type has ${pluralize(mostTimes, 'installment')} at most.`
  return undefined
}

/** Why a loan with so many guarantors is not approved; undefined if it may be. */
export const guarantorsFault = ({ leastGuarantors }: LoanBounds, guarantors: number): string | undefined =>
  guarantors < leastGuarantors
    ? `This loan type wants ${pluralize(leastGuarantors, 'guarantor')}; the loan has ${guarantors}.`
    : undefined

/** The savings, in kobo, that a customer holds when applying for an amount; half a kobo up. */
const savingsWantedFor = ({ savingsWanted }: LoanBounds, amount: Kobo): Kobo =>
  percentOf(amount, savingsWanted)

/** Why a customer with so much in savings can't apply for an amount; undefined if they can. */
export function savingsFault(bounds: LoanBounds, amount: Kobo, saved: Kobo): string | undefined {
  const wanted = savingsWantedFor(bounds, amount)
  return saved < wanted
    ? `This loan wants savings of ${formatNaira(wanted)}; the customer has ${formatNaira(saved)}.`
    : undefined
}
