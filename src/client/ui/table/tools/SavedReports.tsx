import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { pluralize } from '#domain/money/figures'
import { wordsText } from '#domain/lists/filterWords'
import { Age } from '../../text/Age'
import { ListRow } from '../../layout/ListRow'
import type { SavedReport } from '../tableSource'

/** The saved reports of a screen, which can be opened offline. */
export function SavedReports({ reports }: { reports: readonly SavedReport[] }) {
  if (reports.length === 0) return null
  return (
    <Box component="section" className="screen-only" aria-labelledby="saved-reports">
      <Typography variant="h2" id="saved-reports" sx={{ mb: 1 }}>
        Saved on this device for this screen
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {reports.map(({ words, rows, savedAt, open }) => (
          <ListRow key={wordsText(words)}>
            <Link component="button" onClick={open} sx={{ minHeight: 44, textAlign: 'left' }}>
              {words.length === 0 ? 'No filter' : wordsText(words)}
            </Link>
            <span>{pluralize(rows, 'row')}</span>
            <Age updatedAt={savedAt} />
          </ListRow>
        ))}
      </Box>
    </Box>
  )
}
