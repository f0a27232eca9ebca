type Props = { children: string; onRemove: () => void }

/** A filter that was chosen elsewhere, among the tools of a list; a press removes it. */
export const FilterChip = ({ children: text, onRemove }: Props) => (
  <span className="filter-chip set removable">
    <button type="button" aria-label={`${text}. Show all`} onClick={onRemove}>
      {text}
    </button>
  </span>
)
