import type { BasisPoints, Kobo } from '#contract/values'
import { addKobo, formatNaira, percentOf, subtractKobo, sumKobo } from './kobo'
import { formatRate } from './rates'

/** A fee: an amount in kobo, or of a loan a percentage of its amount. */
export type FeeTerms = { kind: 'amount' | 'percent'; amount: Kobo; basisPoints: BasisPoints }
export type FeeMoment = 'registration' | 'before-approval' | 'kept-back'

/** A fee of a loan in kobo, and when it is paid. */
export type LoanFee = { moment: FeeMoment; amount: Kobo }

/** A fee in kobo; half a kobo of a percentage up. RangeError for a percentage without a loan. */
export function feeOf({ kind, amount, basisPoints }: FeeTerms, loanAmount?: Kobo): Kobo {
  if (kind === 'amount') return amount
  if (loanAmount === undefined) throw new RangeError('A percentage is of the amount of a loan')
  return percentOf(loanAmount, basisPoints)
}

/** A fee for people: '₦500.00', '2% of the loan'. */
export const feeText = ({ kind, amount, basisPoints }: FeeTerms): string =>
  kind === 'amount' ? formatNaira(amount) : `${formatRate(basisPoints)} of the loan`

/**
 * What a loan brings and costs its customer, in kobo: what is kept back is not received and is owed all the same, so that all
 * that is paid is the instalments and the fees paid in advance.
 */
export function loanWithFees(amount: Kobo, totalPayable: Kobo, fees: readonly LoanFee[]) {
  const sumOf = (isIn: (moment: FeeMoment) => boolean) =>
    sumKobo(fees.filter(({ moment }) => isIn(moment)).map((fee) => fee.amount))
  const keptBack = sumOf((moment) => moment === 'kept-back')
  const inAdvance = sumOf((moment) => moment !== 'kept-back')
  const received = subtractKobo(amount, keptBack)
  const paid = addKobo(totalPayable, inAdvance)
  return { keptBack, inAdvance, received, paid, cost: subtractKobo(paid, received) }
}

/** Why fees can't be kept back from a loan: nothing would be left of it; undefined if they can. */
export const keptBackFault = (amount: Kobo, keptBack: Kobo): string | undefined =>
  keptBack >= amount
    ? `The fees kept back, ${formatNaira(keptBack)}, leave nothing of ${formatNaira(amount)}.`
    : undefined
