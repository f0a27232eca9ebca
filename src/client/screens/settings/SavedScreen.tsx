import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import type { SavedCall } from '#offline/savedLists'
import { pluralize } from '#domain/money/figures'
import { Age } from '#ui/text/Age'
import { ListRow } from '#ui/layout/ListRow'

type Props = { title: string; calls: readonly SavedCall[]; size: string; onRemove: () => void }

/** One screen's saved data: its size, its age, and a button to remove it. */
export function SavedScreen({ title, calls, size, onRemove }: Props) {
  const sum = (unit: 'pages' | 'rows') => calls.reduce((all, one) => all + one[unit], 0)
  return (
    <ListRow>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title}</Box>
        <Box sx={{ color: 'text.secondary' }}>
          {`${pluralize(sum('pages'), 'page')}, ${pluralize(sum('rows'), 'row')}, ${size}`}
        </Box>
      </Box>
      {calls.some(({ isPinned }) => isPinned) && <Chip size="small" color="success" label="Kept offline" />}
      <Age updatedAt={Math.min(...calls.map(({ savedAt }) => savedAt))} />
      <Button size="small" variant="outlined" aria-label={`Remove ${title}`} onClick={onRemove}>
        Remove
      </Button>
    </ListRow>
  )
}
