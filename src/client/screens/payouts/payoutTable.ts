import type { Kobo } from '#contract/values'
import { addKobo, formatNaira } from '#domain/money/kobo'

type Costs = { kept: Kobo; commission: Kobo }

/** What a cycle costs its customer: kept of it already, and owed and taken with the payout. */
export const commissionOf = ({ kept, commission }: Costs): Kobo => addKobo(kept, commission)
export const commissionText = (costs: Costs): string =>
  commissionOf(costs) === 0 ? '–' : formatNaira(commissionOf(costs))

/** How the wallets of a payout are shown. */
export const payoutTable = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 14,
  '& th, & td': { textAlign: 'left', px: 1, py: 0.75, borderBottom: 1, borderColor: 'divider' },
  '& .number': { textAlign: 'right', whiteSpace: 'nowrap' },
  '& .reference': { whiteSpace: 'nowrap' },
  '& .tick': { p: 0 },
  '& label': { display: 'grid', placeItems: 'center', width: 44, height: 44, cursor: 'pointer' },
  '& label:has(:focus-visible)': { outline: '3px solid', outlineColor: 'primary.main', borderRadius: 1 },
  '& input': { width: 20, height: 20, m: 0, accentColor: 'var(--mui-palette-primary-main)' },
}
