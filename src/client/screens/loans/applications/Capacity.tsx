import type { LoanCase } from '#contract/calls/loanRows'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { weeklyInstalment } from '#domain/money/capacity'
import { showDate } from '#domain/time/lagos'
import { Badge } from '#ui/text/StatusChip'

const height = 66

/** The deposits of twelve weeks beside what the loan would take a week. */
export function Capacity({ loan }: { loan: LoanCase }) {
  const { saved_weeks: weeks, total_payable, maturity_period } = loan
  const instalment = weeklyInstalment(total_payable, maturity_period)
  const average = kobo(Math.floor(sumKobo(weeks.map(({ amount }) => amount)) / Math.max(weeks.length, 1)))
  const share = average > 0 ? Math.round((instalment / average) * 100) : undefined
  const above = weeks.filter(({ amount }) => amount >= instalment).length
  const most = Math.max(instalment, ...weeks.map(({ amount }) => amount), 1)
  const heightOf = (amount: number) => (Math.max(amount, 0) / most) * height
  const line = height + 2 - heightOf(instalment)
  return (
    <section className="case-card" aria-labelledby="capacity">
      <div className="case-card-head">
        <h2 id="capacity">Capacity</h2>
        <Badge tone={share === undefined || share > 100 ? 'error' : share > 75 ? 'warning' : 'success'}>
          {share === undefined ? 'No deposits' : `${share}\u00a0% of deposits`}
        </Badge>
      </div>
      <svg
        className="capacity-chart"
        viewBox={`0 0 ${weeks.length * 20} ${height + 3}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Deposits of ${pluralize(weeks.length, 'week')}, ${formatNaira(average)} a week on average; above the installment of ${formatNaira(instalment)}: ${pluralize(above, 'week')}`}
      >
        {weeks.map(({ week, amount }, at) => (
          <rect
            key={week}
            className={amount < instalment ? 'below' : at === weeks.length - 1 ? 'now' : undefined}
            x={at * 20 + 1.5}
            y={height + 2 - Math.max(heightOf(amount), 1)}
            width={17}
            height={Math.max(heightOf(amount), 1)}
            rx={1.5}
          >
            <title>{`Week of ${showDate(week)}: ${formatNaira(amount)}`}</title>
          </rect>
        ))}
        <line x1={0} x2={weeks.length * 20} y1={line} y2={line} />
      </svg>
      <div className="capacity-axis" aria-hidden>
        <span>{dayAndMonth(weeks[0]?.week)}</span>
        <span>{dayAndMonth(weeks.at(-1)?.week)}</span>
      </div>
      <dl className="case-pairs">
        <dt>Weekly deposits</dt>
        <dd>{formatNaira(average)}</dd>
        <dt className="dashed">Installment a week</dt>
        <dd>{formatNaira(instalment)}</dd>
        <dt>Weeks above it</dt>
        <dd>{`${above} of ${weeks.length}`}</dd>
      </dl>
    </section>
  )
}

const dayAndMonth = (day: string | undefined) => (day ? showDate(day).replace(/ \d{4}$/, '') : '')
