import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'

/** The main number of a card. */
export const Figure = ({ children }: { children: ReactNode }) => (
  <Typography
    sx={{ fontSize: 27, fontWeight: 700, letterSpacing: '-.02em', my: 0.5, overflowWrap: 'anywhere' }}
  >
    {children}
  </Typography>
)
