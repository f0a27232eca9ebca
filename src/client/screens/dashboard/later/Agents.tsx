import { useRef } from 'react'
import { useCall } from '#api/useCall'
import type { DayAgent } from '#contract/calls/closing'
import type { AgentFigures, Insight } from '#contract/calls/insight'
import { calls } from '#contract/index'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { shareText } from '#domain/money/rates'
import { FigureLink } from '#lists/FigureLink'
import { Empty } from '#ui/feedback/Empty'
import { useMinorColumns } from '#ui/table/cards/useMinorColumns'
import { Stated, stated } from '#ui/text/Stated'
import { Meter } from './Meter'

/** Who collected most this week, what of it was expected today, the cash they hold and their loans at risk. */
export function Agents({ insight: { agents, mondays, day } }: { insight: Insight }) {
  const table = useRef<HTMLTableElement>(null)
  useMinorColumns(table)
  const today = useCall(calls.closing.getDayClose, { day }).data?.data.agents
  if (!agents) return null
  const ranked = new Set(agents.most.map(({ agent_id }) => agent_id))
  const isOther = ({ agent_id }: DayAgent) => agent_id === null || !ranked.has(agent_id)
  const monday = mondays.at(-1) ?? day
  const { most, others, all } = agents
  const week = { start_date: monday, end_date: day }
  const hasCash = all.held !== null
  const hasRisk = all.owed !== null
  return (
    <>
      {most.length === 0 ? (
        <Empty>No agent collected anything this week</Empty>
      ) : (
        <div>
          <table
            ref={table}
            className="insight-rows agents-rank"
            aria-label="Agents by what they collected this week"
          >
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col" className="number">
                  Collected
                </th>
                <th scope="col" className="number">
                  Of Today
                </th>
                {hasCash && (
                  <th scope="col" className="number minor">
                    Cash Held
                  </th>
                )}
                {hasRisk && (
                  <th scope="col" className="number">
                    PAR 30
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {most.map(({ agent_id, agent, ...figures }, at) => {
                const { collected, held } = figures
                const movements =
                  agent_id === null
                    ? null
                    : ({ to: 'agentCashMovements', state: { agent_id, agent } } as const)
                return (
                  <tr key={agent_id ?? agent}>
                    <th scope="row">
                      <span className="soft">{at + 1}</span> {agent}
                    </th>
                    <td className="number">
                      {movements === null ? (
                        formatNaira(collected)
                      ) : (
                        <FigureLink
                          {...movements}
                          filters={week}
                          name={`Collected by ${agent} this week`}
                          amount={collected}
                        />
                      )}
                    </td>
                    <td className="number">
                      <TodayShare
                        agents={today?.filter((one) => agent_id !== null && one.agent_id === agent_id)}
                        day={day}
                        name={agent}
                      />
                    </td>
                    {hasCash && (
                      <td className="number minor">
                        {movements === null || held === null ? (
                          held !== null && formatNaira(held)
                        ) : (
                          <FigureLink {...movements} name={`Held by ${agent}`} amount={held} />
                        )}
                      </td>
                    )}
                    {hasRisk && (
                      <td className="number">
                        {agent_id === null || figures.owed === 0 ? (
                          riskOf(figures)
                        ) : (
                          <FigureLink
                            to="arrears"
                            state={{ only: { group: 'agent', id: agent_id, name: agent } }}
                            name={`PAR 30 of ${agent}`}
                          >
                            {riskOf(figures)}
                          </FigureLink>
                        )}
                      </td>
                    )}
                  </tr>
                )
              })}
              {(['Other agents', 'All agents'] as const).map((name) => {
                const figures = name === 'All agents' ? all : others
                return (
                  <tr key={name} className={name === 'All agents' ? 'total' : undefined}>
                    <th scope="row">{name}</th>
                    <td className="number" {...stated('sum')}>
                      {formatNaira(figures.collected)}
                    </td>
                    <td className="number">
                      <TodayShare
                        agents={name === 'All agents' ? today : today?.filter(isOther)}
                        day={day}
                        name={name}
                      />
                    </td>
                    {hasCash && (
                      <td className="number minor">
                        {figures.held === null ? null : name === 'All agents' ? (
                          <FigureLink
                            to="agentsCash"
                            filters={{ holding: 'now' }}
                            name="Held by all agents"
                            amount={figures.held}
                          />
                        ) : (
                          <Stated as="rest">{formatNaira(figures.held)}</Stated>
                        )}
                      </td>
                    )}
                    {hasRisk && (
                      <td className="number">
                        {name === 'All agents' && figures.owed !== 0 ? (
                          <FigureLink to="arrears" name="PAR 30 of all agents">
                            {riskOf(figures)}
                          </FigureLink>
                        ) : (
                          riskOf(figures)
                        )}
                      </td>
                    )}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

type TodayShareProps = { agents: readonly DayAgent[] | undefined; day: string; name: string }

/** Which part of what was expected today was collected. */
const TodayShare = ({ agents, day, name }: TodayShareProps) => {
  if (!agents || agents.length === 0) return null
  const collected = sumKobo(agents.map((one) => one.collected))
  const expected = sumKobo(agents.map((one) => one.expected))
  return (
    <span className="agent-share">
      <Meter part={collected} whole={expected} isLow={collected < expected * lowShare} />
      <FigureLink to="dayClose" filters={{ day }} name={`Collected today of what was expected, ${name}`}>
        {shareText(collected, expected)}
      </FigureLink>
    </span>
  )
}

/** Below this part of what was expected the meter is orange. */
const lowShare = 0.75

const riskOf = ({ at_risk, owed }: AgentFigures) =>
  at_risk === null || owed === null ? '' : shareText(at_risk, owed)
