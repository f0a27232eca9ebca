import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Select from '@mui/material/Select'
import { importNouns, type ImportNoun } from '#contract/calls/imports'
import { failureText, isRefusal } from '#contract/problems'
import { nounTitles } from '../nouns'
import type { Table } from './useTables'

type Props = {
  table: Table
  onChoose: (noun: ImportNoun | '') => void
  onRetry: () => void
  onRemove: () => void
}

/** One chosen file: its name, its content, and how much of it is uploaded. */
export function TableChoice({
  table: { file, noun, sent, parts, problem },
  onChoose,
  onRetry,
  onRemove,
}: Props) {
  const { name } = file
  return (
    <Box role="group" aria-label={name} sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ fontWeight: 600, fontSize: 14, overflowWrap: 'anywhere' }}>{name}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Select
          native
          size="small"
          value={noun}
          onChange={({ target }) => onChoose(target.value as ImportNoun | '')}
          inputProps={{ 'aria-label': `Content of ${name}` }}
        >
          <option value="">Content</option>
          {importNouns.map((one) => (
            <option key={one} value={one}>
              {nounTitles[one]}
            </option>
          ))}
        </Select>
        {problem && !isRefusal(problem) && <Button onClick={onRetry}>Try again</Button>}
        <Button onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </Box>
      {!parts && !problem && (
        <LinearProgress
          variant="determinate"
          value={Math.round(sent * 100)}
          aria-label={`Uploading ${name}`}
        />
      )}
      <Box role="status" sx={{ fontSize: 14, color: problem ? 'error.main' : 'text.secondary' }}>
        {problem ? failureText(problem) : parts ? 'Uploaded' : `${Math.round(sent * 100)}%`}
      </Box>
    </Box>
  )
}
