import Box from '@mui/material/Box'
import type { Kobo } from '#contract/values'
import { Money } from './Money'

export const tooManyToAddUp = 'too many to add up'

/** The sum of a list's amounts; null if there are too many rows to add up. Undefined while it is not known: its width is reserved. */
export const Total = ({ label, amount }: { label: string; amount: Kobo | null | undefined }) => (
  <Box component="dl" sx={{ m: 0, display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'baseline' }}>
    <Box component="dt" sx={{ color: 'text.secondary' }}>
      {label}
    </Box>
    <Box
      component="dd"
      sx={{ m: 0, minHeight: 26, fontSize: 18, lineHeight: '26px', fontWeight: 700, letterSpacing: '-.02em' }}
    >
      {amount === null ? tooManyToAddUp : amount !== undefined && <Money amount={amount} />}
    </Box>
  </Box>
)
