import type { Insight } from '#contract/calls/insight'
import { axisOf, placeOn, shortNaira } from '#domain/money/axis'
import { formatNaira, kobo, subtractKobo } from '#domain/money/kobo'
import { addDays, showDate } from '#domain/time/lagos'
import { FigureLink } from '#lists/FigureLink'
import { Chart } from './Chart'
import { changeText } from './changeText'

/** The balance of all savings at the end of each of twelve weeks, and against a month ago. */
export function SavingsBalance({ insight: { mondays, saved, day } }: { insight: Insight }) {
  if (!saved) return null
  const { balance, weeks, month_ago } = saved
  const axis = axisOf(weeks)
  const points = weeks.map((amount, at) => ({
    x: (at + 0.5) * (100 / weeks.length),
    y: 100 - placeOn(axis, amount),
  }))
  const line = points.map(({ x, y }) => `${x},${y}`).join(' ')
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const changes = { start_date: addDays(month_ago.day, 1), end_date: day }
  return (
    <Chart
      axis={axis}
      mondays={mondays}
      says={
        <>
          <strong>
            <FigureLink to="savingsPortfolio" name="Savings balance" amount={balance} />
          </strong>
          {' in active savings wallets. '}
          <FigureLink to="savingsHistory" filters={changes} name="Change since a month ago">
            {changeText(balance, month_ago.balance, 'a month ago')}
          </FigureLink>
          {` (${showDate(month_ago.day)}: ${formatNaira(month_ago.balance)}).${axis.from > 0 ? ` The axis starts at ${shortNaira(axis.from)}.` : ''}`}
        </>
      }
      table={(isShown) => (
        <table className="insight-rows" aria-label="Savings balance by week">
          <thead>
            <tr>
              <th scope="col">Week From</th>
              <th scope="col" className="number">
                Balance at Its End
              </th>
              <th scope="col" className="number">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {mondays.map((monday, at) => {
              const amount = weeks[at] ?? kobo(0)
              const before = weeks[at - 1]
              const change = before === undefined ? '–' : formatNaira(subtractKobo(amount, before))
              return (
                <tr key={monday}>
                  <th scope="row">{showDate(monday)}</th>
                  <td className="number">{formatNaira(amount)}</td>
                  <td className="number">
                    {isShown && before !== undefined ? (
                      <FigureLink
                        to="savingsHistory"
                        filters={{ start_date: monday, end_date: addDays(monday, 6) }}
                        name={`Change in the week from ${showDate(monday)}`}
                      >
                        {change}
                      </FigureLink>
                    ) : (
                      change
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon points={`${points[0]?.x ?? 0},100 ${line} ${end.x},100`} />
        <polyline points={line} />
      </svg>
      <span className="chart-end" style={{ left: `${end.x}%`, top: `${end.y}%` }} />
    </Chart>
  )
}
