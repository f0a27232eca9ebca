import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ArrearsGroup, arrearsGroups } from '#contract/calls/arrears'

export const groupNames: Record<ArrearsGroup, string> = {
  agent: 'Agent',
  market: 'Market day',
  loan_type: 'Loan type',
}

/** The group of the address, if it is one. */
export const groupOf = (text: string | undefined): ArrearsGroup | undefined =>
  arrearsGroups.find((group) => group === text)

type Props = { group: ArrearsGroup | undefined; onChange: (group: ArrearsGroup | undefined) => void }

/** Rows loan by loan, or sums by agent, market day or loan type. */
export const GroupChoice = ({ group, onChange }: Props) => (
  <Box
    role="group"
    aria-label="Group by"
    sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}
  >
    <Box component="span" sx={{ color: 'text.secondary', mr: 0.5 }}>
      Group by
    </Box>
    {[undefined, ...arrearsGroups].map((one) => (
      <Button
        key={one ?? 'none'}
        size="small"
        variant={one === group ? 'contained' : 'outlined'}
        aria-pressed={one === group}
        onClick={() => onChange(one)}
      >
        {one ? groupNames[one] : 'None'}
      </Button>
    ))}
  </Box>
)
