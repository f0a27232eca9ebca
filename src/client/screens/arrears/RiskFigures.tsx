import type { ArrearsReport } from '#contract/calls/arrears'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo, sumKobo } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'

/** The portfolio at risk with what it is a share of, what is provided for, and what is rescheduled or written off. */
export const RiskFigures = ({ report }: { report: ArrearsReport }) => {
  const { at_risk, portfolio, buckets, rescheduled, written_off } = report
  return (
    <dl className="risk-figures" aria-label="Portfolio at risk">
      {at_risk.map(({ days, loans, owed }) => (
        <Item
          key={days}
          label={`PAR ${days === 0 ? 1 : days}`}
          main={shareText(owed, portfolio.owed)}
          more={partText(loans, owed)}
        />
      ))}
      <Item
        label="Portfolio"
        main={formatNaira(portfolio.owed)}
        more={`${pluralize(portfolio.loans, 'loan')}, provision ${formatNaira(sumKobo(buckets.map(({ provision }) => provision)))}`}
      />
      <Item
        label="Rescheduled"
        main={formatNaira(rescheduled.owed)}
        more={`${pluralize(rescheduled.loans, 'loan')} of it`}
      />
      <Item
        label="Written off"
        main={formatNaira(written_off.amount)}
        more={`${pluralize(written_off.loans, 'loan')}, not in it`}
      />
    </dl>
  )
}

/** The share that is at risk after 30 days. */
export const riskText = ({ at_risk, portfolio }: ArrearsReport) =>
  shareText(at_risk.find(({ days }) => days === 30)?.owed ?? kobo(0), portfolio.owed)

const Item = ({ label, main, more }: { label: string; main: string; more: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <strong>{main}</strong>
      {more}
    </dd>
  </div>
)

const partText = (loans: number, amount: ArrearsReport['written_off']['amount']) =>
  `${formatNaira(amount)}, ${pluralize(loans, 'loan')}`
