import WarningAmber from '@mui/icons-material/WarningAmberOutlined'
import type { Insight } from '#contract/calls/insight'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { FigureLink } from '#lists/FigureLink'
import { dayLabel } from './dayLabel'
import { MoreLink } from './MoreLink'

/** What agents hold in cash, what of it since before today, and who holds most. */
export function Cash({ insight: { cash, day } }: { insight: Insight }) {
  if (!cash) return null
  const { all, before_today: old, most } = cash
  return (
    <>
      <p className="dash-figure">
        <FigureLink to="agentsCash" filters={{ holding: 'now' }} name="Cash with agents" amount={all.held} />
      </p>
      <p className="dash-sub">{`with ${pluralize(all.agents, 'agent')}`}</p>
      {old.agents > 0 && (
        <p className="insight-warning">
          <WarningAmber aria-hidden fontSize="small" />
          <span>
            <FigureLink
              to="agentsCash"
              filters={{ holding: 'before' }}
              name="Held since before today"
              amount={old.held}
            />
            {' since before today'}
          </span>
        </p>
      )}
      {most.length > 0 && (
        <table className="insight-rows" aria-label="Agents who hold most">
          <tbody>
            {most.map(({ agent_id, agent, held, held_since }) => (
              <tr key={agent_id ?? agent}>
                <th scope="row">{agent}</th>
                <td className={held_since && held_since < day ? 'number old' : 'number soft'}>
                  {held_since && (held_since < day ? dayLabel(held_since) : 'today')}
                </td>
                <td className="number">
                  {agent_id === null ? (
                    formatNaira(held)
                  ) : (
                    <FigureLink
                      to="agentCashMovements"
                      state={{ agent_id, agent }}
                      name={`Held by ${agent}`}
                      amount={held}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {all.agents > 0 && (
        <MoreLink to="agentsCash" filters={{ holding: 'now' }}>
          {all.agents === 1 ? 'The agent' : `All ${all.agents} agents`}
        </MoreLink>
      )}
    </>
  )
}
