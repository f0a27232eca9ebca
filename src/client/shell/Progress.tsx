import LinearProgress from '@mui/material/LinearProgress'
import { useIsFetching } from '@tanstack/react-query'

/** A progress bar while data is fetched, after a short delay. */
export function Progress() {
  const isBusy = useIsFetching() > 0
  return isBusy ? <LinearProgress aria-label="Loading" sx={bar} /> : null
}

const bar = {
  position: 'fixed',
  top: 0,
  left: 0,
  right: 0,
  height: 3,
  zIndex: 'tooltip',
  '@keyframes later': { from: { visibility: 'hidden' }, to: { visibility: 'visible' } },
  visibility: 'hidden',
  animation: 'later 0s 400ms forwards',
}
