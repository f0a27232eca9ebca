import Chip from '@mui/material/Chip'
import type { Insight } from '#contract/calls/insight'
import { showDateTime } from '#domain/time/lagos'

/** Tells a superadmin that the books could not be restored as of a day ago. */
export function LateBackup({ insight }: { insight: Insight | undefined }) {
  const late = insight?.late_backup
  if (!late) return null
  return (
    <Chip
      className="screen-only"
      size="small"
      color="error"
      variant="outlined"
      label={
        late.taken_at
          ? `No backup since ${showDateTime(late.taken_at)}`
          : 'No backup of the books has been made'
      }
    />
  )
}
