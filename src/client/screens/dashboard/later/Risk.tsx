import { useCall } from '#api/useCall'
import { calls } from '#contract/index'
import type { Insight } from '#contract/calls/insight'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { shareChange, shareText } from '#domain/money/rates'
import { addDays } from '#domain/time/lagos'
import '#ui/theme/ages.css'
import { Note, RowsOf } from './RowsOf'

const changeDays = 30

/** What is owed on late loans, of all that is owed, its change in 30 days, and its age. */
export function Risk({ of: { risk, day } }: { of: Insight }) {
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
        <RowsOf to="loanPortfolio" of="All that is owed">
          {formatNaira(portfolio.owed)}
        </RowsOf>
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
                  <RowsOf to="arrears" of={name}>
                    {shareText(owed, portfolio.owed)}
                  </RowsOf>
                </strong>
                {formatNaira(owed)}
                <br />
                {pluralize(loans, 'loan')}
                {/* Its room, before the earlier day is there. */}
                <span className={`risk-change ${change?.startsWith('+') ? 'worse' : ''}`}>
                  {change === undefined ? (
                    '\u00a0'
                  ) : (
                    <RowsOf
                      to="arrears"
                      filters={{ day: earlier }}
                      of={`${name}, change in ${changeDays} days`}
                    >
                      {`${change} in ${changeDays} days`}
                    </RowsOf>
                  )}
                </span>
              </dd>
            </div>
          )
        })}
      </dl>
      <Ages of={buckets} label="all that is owed" />
      {lateOwed > 0 && <Ages of={late} label={`the late ${shareText(lateOwed, portfolio.owed)}, enlarged`} />}
      <table className="insight-rows" aria-label="Portfolio by age">
        <tbody>
          {buckets.map(({ bucket, label, loans, owed }) => {
            const name = bucket === 0 ? label : `${label} days`
            return (
              <tr key={bucket}>
                <th scope="row">
                  <span className={`age-mark age-${bucket}`} aria-hidden />
                  {name}
                </th>
                <td className="number minor">{pluralize(loans, 'loan')}</td>
                <td className="number">
                  {bucket === 0 ? (
                    formatNaira(owed)
                  ) : (
                    <RowsOf to="arrears" filters={{ bucket: String(bucket) }} of={`Owed, late ${name}`}>
                      {formatNaira(owed)}
                    </RowsOf>
                  )}
                </td>
                <td className="number">{shareText(owed, portfolio.owed)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Note>
        PAR n: what is owed on loans with an instalment more than n days late, of all that is owed; PAR 1: on
        every late loan. A loan stands once, by its oldest unpaid instalment.
      </Note>
    </>
  )
}

type Bucket = NonNullable<Insight['risk']>['buckets'][number]

/** The shares of ages as a bar; the table has the numbers. */
const Ages = ({ of: buckets, label }: { of: readonly Bucket[]; label: string }) => (
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
