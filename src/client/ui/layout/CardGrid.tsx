import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Cards side by side, each at least `least` pixels wide. */
export const CardGrid = ({ least, children }: { least: number; children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      alignItems: 'stretch',
      gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}px), 1fr))`,
    }}
  >
    {children}
  </Box>
)
