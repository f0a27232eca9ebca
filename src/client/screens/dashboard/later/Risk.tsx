import { useCall } from '#api/useCall'
import { calls } from '#contract/index'
import type { Insight } from '#contract/calls/insight'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { shareChange, shareText } from '#domain/money/rates'
import { addDays } from '#domain/time/lagos'
import { FigureLink } from '#lists/FigureLink'
import { Stated } from '#ui/text/Stated'
import '#ui/theme/ages.css'

const changeDays = 30

/** What is owed on late loans, of all that is owed, its change in 30 days, and its age. */
export function Risk({ insight: { risk, day } }: { insight: Insight }) {
  const earlier = addDays(day, -changeDays)
  const before = useCall(calls.arrears.getArrearsReport, { day: earlier }).data?.data
  if (!risk) return null
  const { portfolio, at_risk, buckets } = risk
  const late = buckets.filter(({ bucket }) => bucket > 0)
  const lateOwed = sumKobo(late.map(({ owed }) => owed))
  return (
    <>
      <p className="dash-sub">
        {'of '}
        <FigureLink to="loanPortfolio" name="All that is owed" amount={portfolio.owed} />
        {` owed on ${pluralize(portfolio.loans, 'loan')}`}
      </p>
      <dl className="risk-tiles">
        {at_risk.map(({ days, loans, owed }) => {
          const name = `PAR ${days === 0 ? 1 : days}`
          const was = before?.at_risk.find((one) => one.days === days)
          const change =
            was && before ? shareChange([owed, portfolio.owed], [was.owed, before.portfolio.owed]) : undefined
          return (
            <div key={days}>
              <dt>{name}</dt>
              <dd title={`${formatNaira(owed)}, ${pluralize(loans, 'loan')}`}>
                <strong>
                  {portfolio.owed === 0 ? (
                    '–'
                  ) : (
                    <FigureLink to="arrears" name={name}>
                      {shareText(owed, portfolio.owed)}
                    </FigureLink>
                  )}
                </strong>
                {/* Its place is reserved before the earlier day is there. */}
                <span className={`risk-change ${change?.startsWith('+') ? 'worse' : ''}`}>
                  {change === undefined ? (
                    '\u00a0'
                  ) : (
                    <FigureLink
                      to="arrears"
                      filters={{ day: earlier }}
                      name={`${name}, change in ${changeDays} days`}
                    >
                      {change}
                    </FigureLink>
                  )}
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
      <div className="age-bars" aria-hidden>
        <Ages buckets={buckets} />
        {lateOwed > 0 && (
          <>
            <p>
              <span>all that is owed</span>
              <span>{`the late ${shareText(lateOwed, portfolio.owed)}, enlarged`}</span>
            </p>
            <Ages buckets={late} />
          </>
        )}
      </div>
      <table className="insight-rows risk-ages" aria-label="Portfolio by age">
        <tbody>
          {buckets.map(({ bucket, label, loans, owed }) => {
            const name = bucket === 0 ? label : `${label} days`
            return (
              <tr key={bucket}>
                <th scope="row">
                  <span className={`age-dot age-${bucket}`} aria-hidden />
                  {name}
                </th>
                <td className="number soft">{pluralize(loans, 'loan')}</td>
                <td className="number">
                  {bucket === 0 ? (
                    <Stated as="rest">{formatNaira(owed)}</Stated>
                  ) : (
                    <FigureLink
                      to="arrears"
                      filters={{ bucket: String(bucket) }}
                      name={`Owed, late ${name}`}
                      amount={owed}
                    />
                  )}
                </td>
                <td className="number soft">{shareText(owed, portfolio.owed)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

type Bucket = NonNullable<Insight['risk']>['buckets'][number]

/** The shares of ages as a bar; the table has the numbers. */
const Ages = ({ buckets }: { buckets: readonly Bucket[] }) => (
  <div className="age-bar">
    <div>
      {buckets.map(
        ({ bucket, owed }) =>
          owed > 0 && <i key={bucket} className={`age-${bucket}`} style={{ flexGrow: owed }} />,
      )}
    </div>
  </div>
)
