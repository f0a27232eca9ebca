import Box from '@mui/material/Box'
import { today } from '#device/today'
import { useEffect, useState } from 'react'

const thisYear = () => today().slice(0, 4)

/** Updates the year every second, so that a tablet left on over New Year shows the right one. */
export function Footer() {
  const [year, setYear] = useState(thisYear)
  useEffect(() => {
    const timer = setInterval(() => setYear(thisYear()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Box
      component="footer"
      className="screen-only"
      sx={{
        px: 3,
        minHeight: 'var(--foot)',
        fontSize: 13,
        lineHeight: 'var(--foot)',
        color: 'text.secondary',
        // What arrives moves it: it is shown after that.
        'main:has([aria-label="Loading"]) + &': { visibility: 'hidden' },
        // In the line of a list's pager, whose rows need the height.
        '@media (pointer: fine) and (min-width: 1200px)': {
          'main:has(.screen-head.filled) + &': {
            position: 'absolute',
            bottom: 8,
            // After the count of the rows, before the choice of the page.
            left: 184,
          },
          // A collection sheet has no pager: its rows go to the edge.
          'main:has(.sheet-scroll) + &': { visibility: 'hidden' },
        },
        // The desk is as high as the window.
        '@media (min-width: 901px)': { 'main:has(.desk) + &': { display: 'none' } },
      }}
    >
      © {year} Alajo
    </Box>
  )
}
