import type { Column } from '#contract/call'
import { cellText } from '../tableSource'
import './totals.css'

type Props = {
  /** Null if there are too many rows to add up. */
  totals: object | null | undefined
  /** Those in sight. */
  columns: readonly Column<never>[]
}

/** In the foot of a table: the sums of its columns over all rows of the filter, not of the page alone. */
export function Totals({ totals, columns }: Props) {
  const summed = columns.filter(({ isSummed }) => isSummed)
  if (totals === undefined || summed.length === 0) return null
  if (totals === null)
    return <p className="table-totals">Too many rows to add up: choose filters for totals.</p>
  return (
    <dl className="table-totals" aria-label="Totals of all rows">
      {summed.map(({ field, header, kind }) => (
        <div key={field}>
          <dt>{header}</dt>
          <dd>{cellText({ kind }, (totals as Record<string, unknown>)[field])}</dd>
        </div>
      ))}
    </dl>
  )
}
