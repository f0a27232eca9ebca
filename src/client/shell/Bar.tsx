import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** What must be known on every screen, above its content; wraps on narrow screens. */
export const Bar = ({ children }: { children: ReactNode }) => <Box sx={bar}>{children}</Box>

const bar = {
  display: 'flex',
  gap: 1.5,
  alignItems: 'center',
  px: { xs: 2, sm: 3 },
  py: 1.25,
  bgcolor: 'warning.light',
  color: 'warning.main',
  fontWeight: 600,
  borderBottom: 1,
  borderColor: 'divider',
}
