import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useEffect, useRef } from 'react'
import { stated } from '../text/Stated'
import type { StatedReason } from '../text/statedReasons'

type Props = {
  title?: string
  children: ReactNode
  narrow?: boolean
  action?: ReactNode
  /** Why its amounts open nothing. */
  as?: StatedReason
  /** It came in the place of a form: its heading has the focus, so that it is read at once and the next Tab goes on from it. */
  isResult?: boolean
}

export function Card({ title, children, narrow, action, as, isResult = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isResult) heading.current?.focus()
  }, [isResult])
  return (
    <Paper
      variant="outlined"
      component="section"
      {...(as && stated(as))}
      sx={{ p: 'var(--card-pad, 18px)', minWidth: 0, width: '100%', ...(narrow && { maxWidth: 640 }) }}
    >
      {title && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
          <Typography variant="h2" sx={{ flex: 1 }} {...(isResult && { ref: heading, tabIndex: -1 })}>
            {title}
          </Typography>
          {action && <Box sx={actions}>{action}</Box>}
        </Box>
      )}
      {children}
    </Paper>
  )
}

const actions = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  justifyContent: 'flex-end',
  ml: 'auto',
  // Padding makes a link large enough to press: its text ends with the card's.
  '& > .MuiLink-root:last-child': { mr: -1 },
}
