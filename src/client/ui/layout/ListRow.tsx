import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** One of a list of few things that are no table: what it is, some facts, what can be done; they wrap where it is narrow. */
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
