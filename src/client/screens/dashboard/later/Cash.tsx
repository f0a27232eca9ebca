import type { Insight } from '#contract/calls/insight'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { Figure } from '#ui/text/Figure'
import { dayLabel } from './dayLabel'
import { Note, NamedRowsLink } from './NamedRowsLink'

/** What agents hold in cash, what of it since before today, and who holds most. */
export function Cash({ insight: { cash, day } }: { insight: Insight }) {
  if (!cash) return null
  const { all, before_today: old, most } = cash
  return (
    <>
      <Figure>
        <NamedRowsLink to="agentsCash" filters={{ holding: 'now' }} name="Cash with agents">
          {formatNaira(all.held)}
        </NamedRowsLink>
      </Figure>
      <p className="insight-sub">{`with ${pluralize(all.agents, 'agent')}`}</p>
      {old.agents > 0 && (
        <p className="insight-warning">
          <NamedRowsLink to="agentsCash" filters={{ holding: 'before' }} name="Held since before today">
            {formatNaira(old.held)}
          </NamedRowsLink>
          {` is held since before today, by ${pluralize(old.agents, 'agent')}`}
        </p>
      )}
      {most.length > 0 && (
        <table className="insight-rows" aria-label="Agents who hold most">
          <tbody>
            {most.map(({ agent_id, agent, held, held_since }) => (
              <tr key={agent_id ?? agent}>
                <th scope="row">{agent}</th>
                <td>{held_since && (held_since < day ? `since ${dayLabel(held_since)}` : 'today')}</td>
                <td className="number">
                  {agent_id === null ? (
                    formatNaira(held)
                  ) : (
                    <NamedRowsLink
                      to="agentCashMovements"
                      state={{ agent_id, agent }}
                      name={`Held by ${agent}`}
                    >
                      {formatNaira(held)}
                    </NamedRowsLink>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Note>Collected and not handed in. What an agent handed in too much counts below zero.</Note>
    </>
  )
}
