import { type LoanFee, loanWithFees } from '#domain/money/fees'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { Fact } from '#ui/text/Facts'

type Props = { amount: Kobo; totalPayable: Kobo; fees: readonly LoanFee[] }

/** What the customer of a loan receives, and pays in all. */
export function CostFacts({ amount, totalPayable, fees }: Props) {
  const { keptBack, inAdvance, received, paid } = loanWithFees(amount, totalPayable, fees)
  return (
    <>
      <Fact label="Customer Receives">
        {`${formatNaira(received)}${keptBack > 0 ? `, ${formatNaira(keptBack)} of fees is kept back` : ''}`}
      </Fact>
      <Fact label="Pays in All">
        {`${formatNaira(paid)}${inAdvance > 0 ? `, ${formatNaira(inAdvance)} of it in fees before the second approval` : ''}`}
      </Fact>
    </>
  )
}
