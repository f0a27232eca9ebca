import type { Insight } from '#contract/calls/insight'
import type { Kobo } from '#contract/values'
import { axisOf } from '#domain/money/axis'
import { formatNaira, kobo } from '#domain/money/kobo'
import { addDays, showDate } from '#domain/time/lagos'
import { FigureLink } from '#lists/FigureLink'
import { barHeight, Chart } from './Chart'
import { changeText } from './changeText'

type Series = {
  name: string
  className: string
  amounts: readonly Kobo[]
  to: 'loanDisbursements' | 'loanRepayments'
}

/** What was paid out and repaid in each of twelve weeks. */
export function Lending({ insight: { mondays, paid_out, repaid } }: { insight: Insight }) {
  const series: Series[] = [
    ...(paid_out
      ? [{ name: 'Paid out', className: 'paid-out', amounts: paid_out, to: 'loanDisbursements' as const }]
      : []),
    ...(repaid
      ? [{ name: 'Repaid', className: 'repaid', amounts: repaid, to: 'loanRepayments' as const }]
      : []),
  ]
  const axis = axisOf(
    series.flatMap(({ amounts }) => amounts),
    { fromZero: true },
  )
  const figure = ({ name, amounts, to }: Series, at: number) => (
    <FigureLink
      to={to}
      filters={weekFrom(mondays[at] ?? '')}
      name={`${name} in the week from ${showDate(mondays[at])}`}
      amount={amounts[at] ?? kobo(0)}
    />
  )
  const last = mondays.length - 1
  const [first] = series
  return (
    <Chart
      axis={axis}
      mondays={mondays}
      legend={
        <span className="chart-legend">
          {series.map(({ name, className }) => (
            <span key={name} className={className}>
              {name}
            </span>
          ))}
        </span>
      }
      says={
        <>
          {'This week so far: '}
          {series.map((one, at) => (
            <span key={one.name}>
              {at > 0 && ', '}
              <strong>{figure(one, last)}</strong>
              {` ${one.name.toLowerCase()}`}
            </span>
          ))}
          {'. '}
          {first &&
            `${first.name}: ${changeText(first.amounts[last] ?? kobo(0), first.amounts[last - 1] ?? kobo(0), 'last week').replace('As', 'as')}.`}
        </>
      }
      table={(isShown) => (
        <table className="insight-rows" aria-label="Lending by week">
          <thead>
            <tr>
              <th scope="col">Week From</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {mondays.map((monday, at) => (
              <tr key={monday}>
                <th scope="row">{showDate(monday)}</th>
                {series.map((one) => (
                  <td key={one.name} className="number">
                    {isShown ? figure(one, at) : formatNaira(one.amounts[at] ?? kobo(0))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    >
      {mondays.map((monday, at) => (
        <div key={monday} className="chart-bars">
          {series.map(({ name, className, amounts }) => (
            <i key={name} className={className} style={{ height: barHeight(axis, amounts[at] ?? kobo(0)) }} />
          ))}
        </div>
      ))}
    </Chart>
  )
}

const weekFrom = (monday: string) => ({ start_date: monday, end_date: addDays(monday, 6) })
