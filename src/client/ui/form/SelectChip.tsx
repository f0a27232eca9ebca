import type { Choice } from '#domain/lists/filterWords'

type Props = { choice: Choice; value: string; onChange: (value: string) => void }

/** A select among the filters of a list. */
export const SelectChip = ({ choice: { label, options, all }, value, onChange }: Props) => (
  <span className={`filter-chip ${value ? 'set' : ''}`}>
    {all === undefined && (
      <span className="chip-label" aria-hidden>
        {label}
      </span>
    )}
    <select
      className="plain-button"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all ?? 'Select'}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </span>
)
