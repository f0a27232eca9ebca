import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'

type Props = { label: string; value: number; most: number; text: (value: number) => string }

/** How much of a bound is taken: '1,200 of 10,000'. */
export const UsageBar = ({ label, value, most, text }: Props) => (
  <Box sx={{ py: 0.75 }}>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.5 }}>
      <span>{label}</span>
      <strong>{`${text(value)} of ${text(most)}`}</strong>
    </Box>
    <LinearProgress
      variant="determinate"
      value={Math.min(100, (value / most) * 100)}
      aria-label={`${label} taken`}
    />
  </Box>
)
