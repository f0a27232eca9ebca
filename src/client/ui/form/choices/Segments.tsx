import './segments.css'

type Props<T> = {
  label: string
  options: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** A choice of one among a few, all in sight. */
export const Segments = <T,>({ label, options, value, onChange }: Props<T>) => (
  <fieldset aria-label={label} className="segments screen-only">
    {options.map((one) => (
      <button
        key={one.label}
        type="button"
        aria-pressed={one.value === value}
        onClick={() => onChange(one.value)}
      >
        {one.label}
      </button>
    ))}
  </fieldset>
)
