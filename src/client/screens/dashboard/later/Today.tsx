import type { Insight } from '#contract/calls/insight'
import { addKobo, formatNaira } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'
import { Figure } from '#ui/text/Figure'
import { Meter } from './Meter'
import { Note, NamedRowsLink } from './NamedRowsLink'

/** What came in today of what was expected, by savings and loans. */
export function Today({ insight: { today, day } }: { insight: Insight }) {
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
        <NamedRowsLink to="dayClose" filters={{ day }} name="Collected today">
          {formatNaira(collected)}
        </NamedRowsLink>
      </Figure>
      <p className="insight-sub">
        {'of '}
        <NamedRowsLink to="dayClose" filters={{ day }} name="Expected today">
          {formatNaira(expected)}
        </NamedRowsLink>
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
                <NamedRowsLink to="dayClose" filters={{ day }} name={`${label} collected today`}>
                  {formatNaira(one.collected)}
                </NamedRowsLink>
              </td>
              <td className="number">{shareText(one.collected, one.expected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Note>
        Deposits and repayments less what was reversed. Expected: fixed amounts of savings and installments
        due today, as in the day’s close.
      </Note>
    </>
  )
}
