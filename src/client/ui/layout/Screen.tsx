import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { BusinessName } from '../print/BusinessName'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'

/** The route's title; a screen can override it ('Adaeze Okonkwo Downlines'). */
export const ScreenTitle = createContext('')

/** What the route's list or report counts. */
export const ScreenNote = createContext<string | undefined>(undefined)

type Props = {
  title?: string | undefined
  /** Shown under the title: counts, ages. */
  about?: ReactNode
  actions?: ReactNode
  /** Fills the remaining height, so that a list's header and footer stay visible. */
  fill?: boolean
  children: ReactNode
}

/** The layout of a screen: its h1, actions and content. Navigation moves the focus to the h1. */
export function Screen({ title, about, actions, fill, children }: Props) {
  const routeTitle = useContext(ScreenTitle)
  const note = useContext(ScreenNote)
  const heading = useRef<HTMLHeadingElement>(null)
  const text = title ?? routeTitle
  useEffect(() => {
    document.title = `${text} · Alajo`
  }, [text])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Box
      className="on-paper"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 2,
        flex: 1,
        minWidth: 0,
        ...(fill ? filled : { p: { xs: 2, sm: 3 } }),
      }}
    >
      <BusinessName />
      <Box sx={{ display: 'flex', gap: fill ? 1 : 1.5, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <Box sx={fill ? inLine : { flex: '1 1 220px', minWidth: 0 }}>
          <Typography
            variant="h1"
            tabIndex={-1}
            ref={heading}
            sx={{ outline: 'none', overflowWrap: 'anywhere' }}
          >
            {text}
          </Typography>
          {about && (
            <Box
              sx={{
                display: 'flex',
                gap: fill ? '0 8px' : 1,
                flexWrap: 'wrap',
                alignItems: 'center',
                mt: fill ? 0 : 0.5,
                minHeight: fill ? 28 : '1.5em',
                color: 'text.secondary',
                fontSize: fill ? 13.5 : undefined,
                '&& .MuiButton-root': fill
                  ? { px: 1.25, fontSize: 13.5, py: 0, [lowControls]: { minHeight: 28 } }
                  : {},
              }}
            >
              {about}
            </Box>
          )}
        </Box>
        {actions && (
          <Box className="screen-only" sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            {actions}
          </Box>
        )}
      </Box>
      {note && (
        <Box
          component="p"
          sx={{
            mx: 0,
            mb: 0,
            color: 'text.secondary',
            fontSize: fill ? 12 : 13,
            lineHeight: fill ? '14px' : '18px',
            mt: fill ? '-5px' : 0,
          }}
        >
          {note}
        </Box>
      )}
      {children}
    </Box>
  )
}

/** With a mouse on a wide screen, controls of a list are lower, so that more rows are visible. */
const lowControls = '@media (pointer: fine) and (min-width: 900px)'

const filled = {
  '--ctl': '44px',
  gap: 1,
  // A bar at the foot reaches the edges by these.
  '--edge': '12px',
  '--foot': 'var(--edge)',
  '@media (min-width: 600px)': { '--edge': '16px' },
  px: 'var(--edge)',
  pt: 1,
  pb: 'var(--foot)',
  height: { sm: 'calc(100dvh - var(--around, 103px))' },
  minHeight: { sm: 520 },
  flex: { xs: 1, sm: 'none' },
  [lowControls]: { '--ctl': '36px', '--edge': '20px', '--foot': '6px', gap: 0.75, pt: 0.75 },
}

/** The title and the text about the screen, in one line if they fit. */
const inLine = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  alignItems: 'center',
  flex: '1 1 220px',
  minWidth: 0,
  minHeight: 'var(--ctl)',
}
