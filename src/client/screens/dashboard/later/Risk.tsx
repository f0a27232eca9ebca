import { useCall } from '#api/useCall'
import { calls } from '#contract/index'
import type { Insight } from '#contract/calls/insight'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { shareChange, shareText } from '#domain/money/rates'
import { addDays } from '#domain/time/lagos'
import '#ui/theme/ages.css'
import { Note, NamedRowsLink } from './NamedRowsLink'

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
      <p className="insight-sub">
        {'of '}
        <NamedRowsLink to="loanPortfolio" name="All that is owed">
          {formatNaira(portfolio.owed)}
        </NamedRowsLink>
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
              <dd>
                <strong>
                  <NamedRowsLink to="arrears" name={name}>
                    {shareText(owed, portfolio.owed)}
                  </NamedRowsLink>
                </strong>
                {formatNaira(owed)}
                <br />
                {pluralize(loans, 'loan')}
                {/* Its place is reserved before the earlier day is there. */}
                <span className={`risk-change ${change?.startsWith('+') ? 'worse' : ''}`}>
                  {change === undefined ? (
                    '\u00a0'
                  ) : (
                    <NamedRowsLink
                      to="arrears"
                      filters={{ day: earlier }}
                      name={`${name}, change in ${changeDays} days`}
                    >
                      {`${change} in ${changeDays} days`}
                    </NamedRowsLink>
                  )}
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
      <Ages buckets={buckets} label="all that is owed" />
      {lateOwed > 0 && (
        <Ages buckets={late} label={`the late ${shareText(lateOwed, portfolio.owed)}, enlarged`} />
      )}
      <table className="insight-rows" aria-label="Portfolio by age">
        <tbody>
          {buckets.map(({ bucket, label, loans, owed }) => {
            const name = bucket === 0 ? label : `${label} days`
            return (
              <tr key={bucket}>
                <th scope="row">
                  <span className={`age-dot age-${bucket}`} aria-hidden />
                  {name}
                </th>
                <td className="number minor">{pluralize(loans, 'loan')}</td>
                <td className="number">
                  {bucket === 0 ? (
                    formatNaira(owed)
                  ) : (
                    <NamedRowsLink
                      to="arrears"
                      filters={{ bucket: String(bucket) }}
                      name={`Owed, late ${name}`}
                    >
                      {formatNaira(owed)}
                    </NamedRowsLink>
                  )}
                </td>
                <td className="number">{shareText(owed, portfolio.owed)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Note>
        PAR n: what is owed on loans with an installment more than n days late, of all that is owed; PAR 1: on
        every late loan. A loan stands once, by its oldest unpaid installment.
      </Note>
    </>
  )
}

type Bucket = NonNullable<Insight['risk']>['buckets'][number]

/** The shares of ages as a bar; the table has the numbers. */
const Ages = ({ buckets, label }: { buckets: readonly Bucket[]; label: string }) => (
  <div className="age-bar" aria-hidden>
    <div>
      {buckets.map(
        ({ bucket, owed }) =>
          owed > 0 && <i key={bucket} className={`age-${bucket}`} style={{ flexGrow: owed }} />,
      )}
    </div>
    <span>{label}</span>
  </div>
)
