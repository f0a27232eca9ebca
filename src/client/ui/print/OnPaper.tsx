import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { usePrinting } from './printing'

/** A line that a printed page has and the screen has not. */
export function OnPaper({ children }: { children: ReactNode }) {
  return usePrinting() && <Box sx={{ flexBasis: '100%' }}>{children}</Box>
}
