import type { Insight } from '#contract/calls/insight'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'
import { Figure } from '#ui/text/Figure'
import { Meter } from './Meter'
import { Note, RowsOf } from './RowsOf'

/** What came in today of what was expected, by savings and loans. */
export function Today({ of: { today, day } }: { of: Insight }) {
  if (!today) return null
  const { savings, loans } = today
  const collected = addKobo(savings.collected, loans.collected)
  const expected = addKobo(savings.expected, loans.expected)
  const kinds = [
    { label: 'Savings', ...savings },
    { label: 'Loans', ...loans },
  ]
  return (
    <>
      <Figure>
        <RowsOf to="dayClose" filters={{ day }} of="Collected today">
          {formatNaira(collected)}
        </RowsOf>
      </Figure>
      <p className="insight-sub">
        {'of '}
        <RowsOf to="dayClose" filters={{ day }} of="Expected today">
          {formatNaira(expected)}
        </RowsOf>
        {` expected: ${shareText(collected, expected)}`}
      </p>
      <Meter part={collected} whole={expected} />
      <table className="insight-rows" aria-label="Collected today of what was expected">
        <tbody>
          {kinds.map(({ label, ...one }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="wide">
                <Meter part={one.collected} whole={one.expected} />
              </td>
              <td className="number">
                <RowsOf to="dayClose" filters={{ day }} of={`${label} collected today`}>
                  {formatNaira(one.collected)}
                </RowsOf>
              </td>
              <td className="number">{shareText(one.collected, one.expected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Note>
        Deposits and repayments less what was reversed. Expected: fixed amounts of savings and instalments due
        today, as in the day’s close.
      </Note>
    </>
  )
}
