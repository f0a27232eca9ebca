import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'

/** ₦1,234,567.50; a missing amount shows as 0.00. */
export const Money = ({ amount }: { amount: Kobo | null | undefined }) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    {amount === null || amount === undefined ? '0.00' : formatNaira(amount)}
  </span>
)
