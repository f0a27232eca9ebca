import type { ArrearsReport } from '#contract/calls/arrears'
import { formatNaira } from '#domain/money/kobo'

type Props = {
  report: ArrearsReport
  /** The bucket whose rows are shown; '' for all. */
  chosen: string
  onChoose: (bucket: string) => void
}

/** What is late by bucket, in a line: filters of the rows, which need the height. */
export function AgeLine({ report: { buckets, late }, chosen, onChoose }: Props) {
  return (
    <section className="age-line screen-only" aria-label="Late by age">
      {buckets
        .filter(({ bucket }) => bucket > 0)
        .map(({ bucket, label, late: amount }) => (
          <button
            key={bucket}
            type="button"
            className={`age-label age-${bucket}`}
            aria-pressed={chosen === String(bucket)}
            onClick={() => onChoose(String(bucket))}
          >
            {`${label} days `}
            <strong>{formatNaira(amount)}</strong>
          </button>
        ))}
      <span className="age-label">
        {'Late in all '}
        <strong>{formatNaira(late.late)}</strong>
      </span>
    </section>
  )
}
