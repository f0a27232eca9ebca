import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Fields that are read as one stand beside each other where each has `least` px: a long form ends sooner. */
export const FieldPair = ({ least = 240, children }: { least?: number; children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: `repeat(auto-fit, minmax(min(${least}px, 100%), 1fr))`,
      alignItems: 'start',
    }}
  >
    {children}
  </Box>
)
