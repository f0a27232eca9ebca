import type { LoanFee } from '#domain/money/fees'
import type { Terms } from '#domain/money/instalments'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { loanOffer } from '#domain/money/loanOffer'
import { Fact } from '#ui/text/Facts'

type Props = {
  terms: Terms
  fees: readonly LoanFee[]
  /** Of a loan that has one. */
  totalPayable?: Kobo
}

/** What the customer of a loan receives, pays in all, and the yearly rate of it. */
export function CostFacts({ terms, fees, totalPayable }: Props) {
  const { keptBack, inAdvance, received, paid, yearlyRate } = loanOffer(terms, fees, totalPayable)
  return (
    <>
      <Fact label="Customer Receives">
        {`${formatNaira(received)}${keptBack > 0 ? `, ${formatNaira(keptBack)} of fees is kept back` : ''}`}
      </Fact>
      <Fact label="Pays in All">
        {`${formatNaira(paid)}${inAdvance > 0 ? `, ${formatNaira(inAdvance)} of it in fees before the second approval` : ''}`}
      </Fact>
      <Fact label="Yearly Rate">{yearlyRate}</Fact>
    </>
  )
}
