import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** What must be known on every screen, above its content; wraps on narrow screens. */
export const Bar = ({ children, isCompact = false }: { children: ReactNode; isCompact?: boolean }) => (
  <Box sx={isCompact ? { ...bar, ...compact } : bar}>{children}</Box>
)

const bar = {
  display: 'flex',
  gap: 1.5,
  alignItems: 'center',
  px: { xs: 2, sm: 3 },
  // On a phone the rows below need the height.
  py: { xs: 0.25, sm: 1.25 },
  fontSize: { xs: 13, sm: 15 },
  lineHeight: 1.3,
  bgcolor: 'warning.light',
  color: 'warning.main',
  fontWeight: 600,
  borderBottom: 1,
  borderColor: 'divider',
}
/** Two lines in the top bar. */
const compact = {
  px: { xs: 1.25 },
  py: 0.25,
  gap: 1,
  fontSize: 12.5,
  lineHeight: '15px',
  borderBottom: 0,
  borderRadius: 1,
  '& .MuiButton-root': { flex: 'none', minHeight: 32, px: 1.25, fontSize: 13 },
}
