import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'

/** Updates the year every second, so that a tablet left on over New Year shows the right one. */
export function Footer() {
  const [year, setYear] = useState(() => new Date().getFullYear())
  useEffect(() => {
    const timer = setInterval(() => setYear(new Date().getFullYear()), 1000)
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
      }}
    >
      © {year} Alajo
    </Box>
  )
}
