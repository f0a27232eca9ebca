import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

const missing = 'NOT AVAILABLE'

/** Labels and values of one record, in one column on a phone. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      display: 'grid',
      gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, min(220px, 40%)) 1fr' },
      '& dt, & dd': {
        m: 0,
        py: 'var(--fact-gap, 10px)',
        borderBottom: { sm: 1 },
        borderColor: { sm: 'divider' },
      },
      '& dt': { color: 'text.secondary', pb: { xs: 0, sm: 'var(--fact-gap, 10px)' }, pr: { sm: 1.5 } },
      '& dd': {
        fontWeight: 600,
        borderBottom: 1,
        borderColor: 'divider',
        minWidth: 0,
        overflowWrap: 'anywhere',
        // Under its label it is closer to this than to the next one.
        pt: { xs: '2px', sm: 'var(--fact-gap, 10px)' },
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
