import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

const missing = 'NOT AVAILABLE'

/** Labels and values of one record, side by side; below each other with large letters on a small phone. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    className="facts"
    sx={{
      m: 0,
      display: 'grid',
      gridTemplateColumns: 'minmax(104px, min(220px, 40%)) minmax(0, 1fr)',
      '& dt, & dd': {
        m: 0,
        py: 'var(--fact-gap, 10px)',
        borderBottom: 1,
        borderColor: 'divider',
        minWidth: 0,
        overflowWrap: 'break-word',
      },
      '& dt': { color: 'text.secondary', pr: 1.5 },
      '& dd': { fontWeight: 600, overflowWrap: 'anywhere' },
      // In em: with larger letters of the browser a phone is narrow too.
      '@media (max-width: 22em)': {
        gridTemplateColumns: 'minmax(0, 1fr)',
        '& dt': { pb: 0, border: 0 },
      },
    }}
  >
    {children}
  </Box>
)

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children === null || children === undefined || children === '' ? missing : children}</dd>
  </>
)
