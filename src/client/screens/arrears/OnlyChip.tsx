import Chip from '@mui/material/Chip'
import { groupNames } from './GroupChoice'
import type { Only } from './useOnly'

/** The agent, market day or loan type that the report is about; its cross shows all again. */
export const OnlyChip = ({ of: only, onClear }: { of: Only | undefined; onClear: () => void }) =>
  only && (
    <Chip
      label={`${groupNames[only.group]}: ${only.name}`}
      onDelete={onClear}
      onClick={onClear}
      aria-label={`${groupNames[only.group]}: ${only.name}. Show all loans`}
      sx={{ minHeight: 44, borderRadius: 22, fontWeight: 600 }}
    />
  )
