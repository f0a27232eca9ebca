import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'

type Props = { label: string; value: number; max: number; text: (value: number) => string }

/** How much of a limit is used: '1,200 of 10,000'. */
export const UsageBar = ({ label, value, max, text }: Props) => (
  <Box sx={{ py: 0.75 }}>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, mb: 0.5 }}>
      <span>{label}</span>
      <strong>{`${text(value)} of ${text(max)}`}</strong>
    </Box>
    <LinearProgress
      variant="determinate"
      value={Math.min(100, (value / max) * 100)}
      aria-label={`${label} used`}
    />
  </Box>
)
