import { costWithFees, type LoanFee } from '#domain/money/fees'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { Fact } from '#ui/text/Facts'

type Props = { amount: Kobo; totalPayable: Kobo; fees: readonly LoanFee[] }

/** What the customer of a loan receives, and pays in all. */
export function CostFacts({ fees, ...loan }: Props) {
  const { keptBack, before, receives, paysInAll } = costWithFees(loan, fees)
  return (
    <>
      <Fact label="Customer Receives">
        {`${formatNaira(receives)}${keptBack > 0 ? `, ${formatNaira(keptBack)} of fees is kept back` : ''}`}
      </Fact>
      <Fact label="Pays in All">
        {`${formatNaira(paysInAll)}${before > 0 ? `, ${formatNaira(before)} of it in fees before the second approval` : ''}`}
      </Fact>
    </>
  )
}
