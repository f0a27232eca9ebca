import type { Insight } from '#contract/calls/insight'
import { calls } from '#contract/index'
import { useCall } from '#api/useCall'
import { stateOf } from '#domain/dayVerdict'
import { pluralize } from '#domain/money/figures'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'
import { showDate } from '#domain/time/lagos'
import { weekdayText } from '#domain/time/weekdays'
import { FigureLink } from '#lists/FigureLink'
import { pathTo } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'
import '#ui/text/visuallyHidden.css'
import { Meter } from './Meter'
import { MoreLink } from './MoreLink'

/** What came in today of what was expected, by savings and loans, beside the days before. */
export function Today({ insight: { today, day } }: { insight: Insight }) {
  const close = useCall(calls.closing.getDayClose, { day }).data?.data
  if (!today) return null
  const { savings, loans, days = [] } = today
  const collected = addKobo(savings.collected, loans.collected)
  const expected = addKobo(savings.expected, loans.expected)
  const kinds = [
    { label: 'Savings', ...savings },
    { label: 'Loans', ...loans },
  ]
  const most = Math.max(...days.map((one) => one.collected), 1)
  const rows = { to: 'dayClose', filters: { day } } as const
  const walking = close?.agents.filter(
    ({ agent_id, collects = true, expected: due }) => agent_id !== null && collects && due > 0,
  )
  const missing = walking?.filter((one) => stateOf(one) === 'missing').length
  return (
    <>
      <p className="dash-figure">
        <FigureLink {...rows} name="Collected today" amount={collected} />
      </p>
      <p className="dash-sub">
        {'of '}
        <FigureLink {...rows} name="Expected today" amount={expected} />
        {' expected'}
      </p>
      <div className="dash-share">
        <Meter part={collected} whole={expected} />
        <b>{shareText(collected, expected)}</b>
      </div>
      <table className="insight-rows today-rows" aria-label="Collected today of what was expected">
        <tbody>
          {kinds.map(({ label, ...one }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="wide">
                <Meter part={one.collected} whole={one.expected} />
              </td>
              <td className="number">
                <FigureLink {...rows} name={`${label} collected today`} amount={one.collected} />
              </td>
              <td className="number soft">{shareText(one.collected, one.expected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {days.length > 0 && (
        <ul className="dash-days" aria-label="Collected on the last five collection days">
          {days.map((one) => (
            <li key={one.day}>
              <RouteLink
                to={pathTo('dayClose', { day: one.day })}
                state={null}
                title={`${showDate(one.day)}: ${formatNaira(one.collected)}`}
              >
                <i
                  className={one.day === day ? 'day-bar now' : 'day-bar'}
                  style={{ height: `max(2px, ${Math.max(0, (one.collected / most) * 100)}%)` }}
                />
                <span>
                  {weekdayText(one.day).slice(0, 3)}
                  <span className="visually-hidden">{` ${showDate(one.day)}: ${formatNaira(one.collected)}`}</span>
                </span>
              </RouteLink>
            </li>
          ))}
        </ul>
      )}
      <MoreLink {...rows}>
        {missing === undefined || !walking
          ? 'Day’s close'
          : missing === 0
            ? 'All sheets are in'
            : `${missing} of ${pluralize(walking.length, 'sheet')} not in yet`}
      </MoreLink>
    </>
  )
}
