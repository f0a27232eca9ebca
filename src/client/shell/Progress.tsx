import { useIsFetching } from '@tanstack/react-query'
import './progress.css'

/** A progress bar while data is fetched, after a short delay. */
export function Progress() {
  const isBusy = useIsFetching() > 0
  return isBusy ? <div role="progressbar" aria-label="Loading" className="progress screen-only" /> : null
}
