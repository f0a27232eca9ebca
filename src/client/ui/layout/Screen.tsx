import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import Typography from '@mui/material/Typography'
import { BusinessName } from '../print/BusinessName'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useScrollsSideways } from './useScrollsSideways'
import './screen.css'

/** The route's title; a screen can override it ('Adaeze Okonkwo Downlines'). */
export const ScreenTitle = createContext('')
/** The name of the record that the screen is about, for the title of the tab; '' while it is not known. */
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
  children: ReactNode
}

/** The layout of a screen: its h1, actions and content. Navigation moves the focus to the h1. */
export function Screen({ title, about, actions, note, fill, children }: Props) {
  const routeTitle = useContext(ScreenTitle)
  const heading = useRef<HTMLHeadingElement>(null)
  const text = title ?? routeTitle
  const record = useContext(RecordName)
  useEffect(() => {
    const name = text.includes(record) ? '' : `${record} · `
    document.title = `${name}${text} · Alajo`
  }, [text, record])
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
        ...(fill === 'long' && { height: 'auto', flex: 1 }),
      }}
    >
      <BusinessName />
      <div className={fill ? 'screen-head filled' : 'screen-head'}>
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
            {note && fill && <Note>{note}</Note>}
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

/** What a list counts, behind a button: its rows need the height. */
function Note({ children }: { children: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        className="note-button screen-only"
        size="small"
        aria-label="What this list counts"
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <InfoOutlined fontSize="small" />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { sx: { maxWidth: 360, p: 2 } } }}
      >
        {children}
      </Popover>
    </>
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
