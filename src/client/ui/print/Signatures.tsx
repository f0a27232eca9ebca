import Box from '@mui/material/Box'
import { OnPaper } from './OnPaper'

/** Lines to sign on, on paper alone. */
export const Signatures = ({ by }: { by: readonly string[] }) => (
  <OnPaper>
    <Box sx={{ display: 'flex', gap: 6, mt: 8 }}>
      {by.map((label) => (
        <Box key={label} sx={{ flex: 1, borderTop: 1, pt: 0.5 }}>{`${label} (name and signature)`}</Box>
      ))}
    </Box>
  </OnPaper>
)
