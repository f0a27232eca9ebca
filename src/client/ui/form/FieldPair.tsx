import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Fields that are read as one stand beside each other where both have room: a long form ends sooner. */
export const FieldPair = ({ children }: { children: ReactNode }) => <Box sx={pair}>{children}</Box>

const pair = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
  alignItems: 'start',
}
