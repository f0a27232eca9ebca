type Props = { children: string } & (
  | { onRemove: () => void; onSet?: never }
  | { onSet: () => void; onRemove?: never }
)

/** A filter among the tools of a list: a press sets it, or removes it where it was chosen. */
export const FilterChip = ({ children: text, onRemove, onSet }: Props) => (
  <span className={onRemove ? 'filter-chip set removable' : 'filter-chip'}>
    <button
      type="button"
      className="plain-button"
      aria-label={onRemove && `${text}. Show all`}
      onClick={onRemove ?? onSet}
    >
      {text}
    </button>
  </span>
)
