import Box from '@mui/material/Box'
import { formatCount } from '#domain/money/figures'
import './visuallyHidden.css'

/** A count of pending decisions; screen readers announce '3 waiting'. Nothing for zero. */
export const WaitingCount = ({ count, corner = false }: { count: number; corner?: boolean }) =>
  count > 0 && (
    <Box component="span" sx={{ ...badge, ...(corner && inCorner) }}>
      {formatCount(count)}
      <span className="visually-hidden"> waiting</span>
    </Box>
  )

const badge = {
  minWidth: 24,
  // Beside a name that just fits.
  ml: -0.75,
  px: 0.75,
  borderRadius: 3,
  bgcolor: '#f3c469',
  color: '#12153a',
  fontSize: 12,
  fontWeight: 700,
  lineHeight: '18px',
  textAlign: 'center',
}
/** On the icon, if there is no space beside it. */
const inCorner = { position: 'absolute', top: 2, right: 2, minWidth: 18, px: 0.5 }
