import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = { children: ReactNode; hidden?: boolean; [attribute: `data-${string}`]: string }

/** What must be known on every screen, above its content; wraps on narrow screens. */
export const Bar = ({ children, ...more }: Props) => (
  <Box sx={bar} {...more}>
    {children}
  </Box>
)

const bar = {
  display: 'flex',
  '&[hidden]': { display: 'none' },
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
