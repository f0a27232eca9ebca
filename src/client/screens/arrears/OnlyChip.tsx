import { FilterChip } from '#ui/table/tools/FilterChip'
import { groupNames } from './GroupChoice'
import type { Only } from './useOnly'

/** The agent, market day or loan type that the report is about; a press shows all again. */
export const OnlyChip = ({ filter, onClear }: { filter: Only | undefined; onClear: () => void }) =>
  filter && <FilterChip onRemove={onClear}>{`${groupNames[filter.group]}: ${filter.name}`}</FilterChip>
