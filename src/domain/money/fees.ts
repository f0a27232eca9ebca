import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, formatNaira, percentOf, subtractKobo, sumKobo } from './kobo'
import { formatRate } from './rates'

/** What a fee costs: an amount, or a part of the loan. */
export type FeeTerms = { kind: 'amount' | 'percent'; amount: Kobo; rate: BasisPoints }
/** When a fee of a loan is paid: in money before the second approval, or out of what is paid out. */
export type LoanFeeMoment = 'before-approval' | 'kept-back'
export type LoanFee = { amount: Kobo; moment: LoanFeeMoment }

/** What a fee costs for a loan of an amount; half a kobo rounds up. */
export const feeAmount = ({ kind, amount, rate }: FeeTerms, loanAmount: Kobo): Kobo =>
  kind === 'percent' ? percentOf(loanAmount, rate) : amount

/** For the screen: '₦500.00', '1.5%'. */
export const feePrice = ({ kind, amount, rate }: FeeTerms): string =>
  kind === 'percent' ? formatRate(rate) : formatNaira(amount)

/** The fees of a loan, those that cost nothing left out. */
export const loanFeesOf = <Fee extends FeeTerms & { moment: LoanFeeMoment }>(
  fees: readonly Fee[],
  loanAmount: Kobo,
): (Fee & LoanFee)[] =>
  fees.map((fee) => ({ ...fee, amount: feeAmount(fee, loanAmount) })).filter(({ amount }) => amount > 0)

const sumOf = (fees: readonly LoanFee[], wanted: LoanFeeMoment) =>
  sumKobo(fees.flatMap(({ amount, moment }) => (moment === wanted ? [amount] : [])))

/** What is kept back of a loan that is paid out. */
export const keptBackOf = (fees: readonly LoanFee[]) => sumOf(fees, 'kept-back')

/**
 * What the customer of a loan receives and pays: the debt is the whole amount, of which fees are kept back; the others are paid
 * beside it.
 */
export function costWithFees(loan: { amount: Kobo; totalPayable: Kobo }, fees: readonly LoanFee[]) {
  const [keptBack, before] = [keptBackOf(fees), sumOf(fees, 'before-approval')]
  return {
    keptBack,
    before,
    receives: subtractKobo(loan.amount, keptBack),
    paysInAll: addKobo(loan.totalPayable, before),
  }
}

/** Why the fees of a loan can't be kept back from it; undefined if they can. */
export function keptBackFault(amount: Kobo, fees: readonly LoanFee[]): string | undefined {
  const keptBack = keptBackOf(fees)
  return keptBack < amount
    ? undefined
    : `The fees that are kept back, ${formatNaira(keptBack)}, leave nothing of a loan of ${formatNaira(amount)}.`
}
