import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'

type Props = {
  label: string
  amount: Kobo
  /** The next amount in each direction; undefined at the ends. */
  less: Kobo | undefined
  more: Kobo | undefined
  /** What one press takes at once. */
  most?: Kobo | undefined
  onChange: (amount: Kobo) => void
}

/** An amount that is changed in steps, by − and +, or to the most at once. */
export function AmountSteps({ label, amount, less, more, most, onChange }: Props) {
  const step = (name: string, sign: string, to: Kobo | undefined) => (
    <Button
      variant="outlined"
      aria-label={name}
      disabled={to === undefined}
      onClick={() => to !== undefined && onChange(to)}
      sx={{ minWidth: 48, fontSize: 20, lineHeight: 1 }}
    >
      {sign}
    </Button>
  )
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      {step('A step less', '−', less)}
      <Box component="output" sx={{ flex: '0 1 160px', textAlign: 'center', fontWeight: 700, fontSize: 18 }}>
        {formatNaira(amount)}
      </Box>
      {step('A step more', '+', more)}
      {most !== undefined && step('All of it', 'All', amount < most ? most : undefined)}
    </Box>
  )
}
