import type { ArrearsReport } from '#contract/calls/arrears'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'
import { widthOf } from './widthOf'

type Props = {
  report: ArrearsReport
  /** The bucket whose rows are shown; '' for all. */
  chosen: string
  onChoose: (bucket: string) => void
}

/** What is late by bucket, as filters of the rows; all that is late last. */
export function AgeCards({ report: { buckets, late, portfolio }, chosen, onChoose }: Props) {
  const lateBuckets = buckets.filter(({ bucket }) => bucket > 0)
  const most = Math.max(...lateBuckets.map((one) => one.late))
  return (
    <section className="age-cards" aria-label="Late by age">
      {lateBuckets.map(({ bucket, label, loans, late: amount, owed }) => (
        <button
          key={bucket}
          type="button"
          className="age-card"
          aria-pressed={chosen === String(bucket)}
          onClick={() => onChoose(String(bucket))}
        >
          <span className={`age-label age-${bucket}`}>{`${label} days · ${pluralize(loans, 'loan')}`}</span>
          <strong>{formatNaira(amount)}</strong>
          <span className="age-meter">
            <i className={`age-${bucket}`} style={{ width: widthOf(amount, most) }} />
          </span>
          <span className="age-note">{`${formatNaira(owed)} owed`}</span>
        </button>
      ))}
      <div className="age-card age-total">
        <span className="age-label">{`Late in all · ${pluralize(late.loans, 'loan')}`}</span>
        <strong>{formatNaira(late.late)}</strong>
        <span className="age-meter">
          {lateBuckets.map(({ bucket, late: amount }) => (
            <i key={bucket} className={`age-${bucket}`} style={{ width: widthOf(amount, late.late) }} />
          ))}
        </span>
        <span className="age-note">{`${shareText(late.late, portfolio.owed)} of all that is owed`}</span>
      </div>
    </section>
  )
}
