import { FilterChip } from '#ui/table/tools/FilterChip'
import { groupNames } from './GroupChoice'
import type { Only } from './useOnly'

/** The agent, market day or loan type that the report is about; a press shows all again. */
export const OnlyChip = ({ of: only, onClear }: { of: Only | undefined; onClear: () => void }) =>
  only && <FilterChip onRemove={onClear}>{`${groupNames[only.group]}: ${only.name}`}</FilterChip>
