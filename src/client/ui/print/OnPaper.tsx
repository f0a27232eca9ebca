import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { usePrinting } from './printing'

/** A line that is printed but not shown on screen. */
export function OnPaper({ children }: { children: ReactNode }) {
  return usePrinting() && <Box sx={{ flexBasis: '100%' }}>{children}</Box>
}
