import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** A row of a short list that is not a table; its parts wrap on narrow screens. */
export const ListRow = ({ children }: { children: ReactNode }) => (
  <Box component="li" sx={row}>
    {children}
  </Box>
)

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  alignItems: 'center',
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
}
