import type { Kobo } from '#contract/values'
import { aprOf, aprText } from './apr'
import { type LoanFee, loanWithFees } from './fees'
import { instalmentParts, loanCost, type Terms } from './instalments'
import { subtractKobo } from './kobo'

/**
 * What a loan's customer receives and pays, with its fees, and the yearly rate of it all: that at which the instalments are
 * worth what is left in hand after all fees (rules.md, "Yearly rate"). What an imported loan still owed does not follow from
 * its terms: such a loan, by its `totalPayable`, has no rate.
 */
export function loanOffer(terms: Terms, fees: readonly LoanFee[], totalPayable?: Kobo) {
  const { totalPayable: planned, instalmentAmount } = loanCost(terms)
  const total = totalPayable ?? planned
  const flow = loanWithFees(terms.amount, total, fees)
  const yearlyRate =
    total === planned
      ? aprOf({
          received: subtractKobo(flow.received, flow.inAdvance),
          instalments: instalmentParts(terms).map(({ amount }) => amount),
          period: terms.period,
        })
      : undefined
  return { ...flow, totalPayable: total, instalmentAmount, yearlyRate: aprText(yearlyRate) }
}
