import type { DayClose } from '#contract/calls/closing'
import { pluralize } from '#domain/money/figures'
import { kobo } from '#domain/money/kobo'
import { showDateTime } from '#domain/time/lagos'
import { Signatures } from '#ui/print/Signatures'
import { AgentsHead } from './AgentsHead'
import { CloseFigures } from './CloseFigures'
import { LaterCard } from './LaterCard'
import { SideCards } from './SideCards'
import { closingOf, gapText, ranked, type Ranked, shortNaira, signedNaira, stateWords } from './verdict'
import './daySheet.css'

/** The day on one page, to sign: all agents in two columns, what came in and went out, and the hash of a closed day. */
export function DaySheet({ close }: { close: DayClose }) {
  const rows = ranked(close.agents)
  const closing = closingOf(close)
  const half = Math.ceil(rows.length / 2)
  const gaps = gapText(close, rows)
  return (
    <div className="day-sheet">
      <p>
        <b>
          {closing
            ? `Closed by ${closing.by ?? 'the server'}, ${showDateTime(closing.at)}.`
            : 'Not closed: these figures can change.'}
        </b>{' '}
        {gaps ? `With ${gaps}.` : 'Nothing is missing.'} {closing?.comment}
      </p>
      <CloseFigures rows={rows} day={close.day} />
      <div className="day-sheet-agents">
        <Half rows={rows.slice(0, half)} label={`${pluralize(rows.length, 'agent')}`} />
        <Half rows={rows.slice(half)} label="More agents" />
      </div>
      <SideCards close={close} isOnPaper />
      <LaterCard later={close.later ?? []} day={close.day} />
      {closing && <p className="day-sheet-hash">{`Hash of these figures: ${closing.hash}`}</p>}
      <Signatures by={['Closed by', 'Checked by']} />
    </div>
  )
}

function Half({ rows, label }: { rows: readonly Ranked[]; label: string }) {
  if (rows.length === 0) return null
  return (
    <table aria-label={label}>
      <thead>
        <AgentsHead />
      </thead>
      <tbody>
        {rows.map(({ agent, state }) => (
          <tr key={agent.agent_id ?? agent.agent}>
            <th scope="row">{agent.agent}</th>
            <td className="number">{shortNaira(agent.expected)}</td>
            <td className="number">{shortNaira(agent.collected)}</td>
            <td className="number">{shortNaira(agent.handed_in)}</td>
            <td className="number">{signedNaira(agent.difference ?? kobo(0))}</td>
            <td>{stateWords[state]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
