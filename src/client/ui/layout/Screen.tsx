import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { BusinessName } from '../print/BusinessName'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { NoteButton } from './NoteButton'
import { useScrollsSideways } from './useScrollsSideways'
import './screen.css'

/** The route's title; a screen can override it ('Adaeze Okonkwo Downlines'). */
export const ScreenTitle = createContext('')
/** What names the record that the screen is about in the title of the tab: a reference, no person; '' while it is not known. */
export const RecordName = createContext('')

type Props = {
  title?: string | undefined
  /** Shown under the title: counts, ages. */
  about?: ReactNode
  actions?: ReactNode
  /** What a list or a report counts, in a line, with what its figures mean where a newcomer could misread them. */
  note?: string
  /** Fills the remaining height, so that a list's header and footer stay visible; a 'long' list of cards is as high as its rows. */
  fill?: boolean | 'long'
  /** Cards close together under a title line of one row: a page that is read at a glance. */
  dense?: boolean
  children: ReactNode
}

/** The layout of a screen: its h1, actions and content. Navigation moves the focus to the h1. */
export function Screen({ title, about, actions, note, fill, dense = false, children }: Props) {
  const routeTitle = useContext(ScreenTitle)
  const heading = useRef<HTMLHeadingElement>(null)
  const text = title ?? routeTitle
  const record = useContext(RecordName)
  useEffect(() => {
    // Not the heading, which may be a name or an amount: the browser keeps titles in its history.
    document.title = [record, routeTitle || text, 'Alajo'].filter(Boolean).join(' · ')
  }, [routeTitle, text, record])
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
        ...(fill ? filled : dense ? close : { p: { xs: 2, sm: 3 } }),
        ...(fill === 'long' && { height: 'auto', flex: 1 }),
      }}
    >
      <BusinessName />
      <div className={fill ? 'screen-head filled' : dense ? 'screen-head dense' : 'screen-head'}>
        <div className="screen-line">
          <div className="screen-words">
            <Typography
              variant="h1"
              tabIndex={-1}
              ref={heading}
              sx={{ outline: 'none', overflowWrap: 'anywhere' }}
            >
              {text}
            </Typography>
            {note && fill && <NoteButton label="What this list counts">{note}</NoteButton>}
            {about && <About>{about}</About>}
          </div>
          {actions && <div className="screen-actions screen-only">{actions}</div>}
        </div>
        {note && <p className="screen-note">{note}</p>}
      </div>
      {children}
    </Box>
  )
}

function About({ children }: { children: ReactNode }) {
  const [line, scrolls] = useScrollsSideways()
  const whatScrolls = { tabIndex: 0, role: 'group', 'aria-label': 'About this list' } as const
  return (
    <div ref={line} className="screen-about" {...(scrolls && whatScrolls)}>
      {children}
    </div>
  )
}

/** With a mouse on a wide screen, controls of a list are lower, so that more rows are visible. */
const lowControls = '@media (pointer: fine) and (min-width: 900px)'
/** The footer is in the line of the pager (shell/Footer.tsx), whose rows need the height. */
const footerInPager = '@media (pointer: fine) and (min-width: 1200px)'

const close = {
  '--ctl': '44px',
  gap: 1.5,
  p: { xs: 1.5, sm: 2.5 },
  pt: { xs: 1, sm: 1 },
  [lowControls]: { '--ctl': '36px' },
}

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
  [footerInPager]: { height: 'calc(100dvh - var(--bar, 49px))' },
}
