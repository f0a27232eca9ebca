import type { DayAgent, DayClose } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { RowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { useOffers } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { Figure } from '#lists/FigureLink'
import { onDay, type Rows, RowsLink } from '#lists/RowsLink'
import { Stated } from '#ui/text/Stated'
import type { StatedReason } from '#ui/text/statedReasons'
import { type AgentFigure, agentRows, heldRows } from './closeFigures'

const nothing = 0 as Kobo
const allAgents = 'All agents'
const isAll = ({ agent_id, agent }: DayAgent) => agent_id === null && agent === allAgents
const figures = ['expected', 'savings', 'loans', 'reversed', 'collected', 'handed_in', 'held'] as const

/** What each agent was to collect, collected, handed in, and held at the end of the day; the sums first. */
export function AgentsCard({ dayClose: { agents, day } }: { dayClose: DayClose }) {
  const offers = useOffers()
  const sums = Object.fromEntries(
    figures.map((figure) => [figure, sumKobo(agents.map((one) => one[figure]))]),
  ) as Pick<DayAgent, (typeof figures)[number]>
  const late = sumKobo(agents.map((one) => one.late ?? nothing))
  const paidOut = sumKobo(agents.map((one) => one.paid_out ?? nothing))
  const setOff = sumKobo(agents.map((one) => one.set_off ?? nothing))
  const all = { agent_id: null, agent: allAgents, ...sums, late, paid_out: paidOut, set_off: setOff }
  const rows = [all, ...agents]
  return (
    <Card title="All figures" action={<RowsLink to="remittances" filters={onDay(day)} label="Remittances" />}>
      {agents.length === 0 ? (
        <Empty>No agent collected, handed in or holds anything</Empty>
      ) : (
        <CardTable
          label="All figures"
          columns={offers('agentDetails') ? [...columnsOn(day), actions] : columnsOn(day)}
          rows={rows}
          keyOf={({ agent_id, agent }) => agent_id ?? agent}
        />
      )}
    </Card>
  )
}

/** `as`: what it is where it has no rows of its own. */
type Options = { isMinor?: boolean; as?: StatedReason; rows?: (one: DayAgent) => Rows | undefined }

const money = (
  header: string,
  amountOf: (one: DayAgent) => DayAgent['held'],
  note: string,
  { isMinor = false, as = 'sum', rows }: Options = {},
): CardColumn<DayAgent> => ({
  header,
  isNumber: true,
  isMinor,
  note,
  cell: (one) =>
    amountOf(one) !== 0 && (
      <Stated as={as}>
        <Figure rows={rows?.(one)} name={`${header}, ${one.agent}`}>
          {formatNaira(amountOf(one))}
        </Figure>
      </Stated>
    ),
})

/** Each figure of cash opens the movements that make it. */
const columnsOn = (day: string): readonly CardColumn<DayAgent>[] => {
  const moved = (header: string, field: AgentFigure, note: string, isMinor = false) =>
    money(header, (one) => one[field] ?? nothing, note, {
      isMinor,
      rows: (one) => agentRows(day, field, isAll(one) ? 'all' : one),
    })
  return [
    { header: 'Agent', cell: ({ agent }) => agent },
    money(
      'Expected',
      ({ expected }) => expected,
      'Fixed amounts of savings and installments that are due on the day.',
      { as: 'plan' },
    ),
    moved('Savings', 'savings', 'Deposits that the agent collected.', true),
    moved('Loans', 'loans', 'Repayments that the agent collected.', true),
    moved('Reversed', 'reversed', 'Taken back on the day, whenever it was collected.', true),
    moved('Collected', 'collected', 'Savings and loans, less what was reversed.'),
    moved('Recorded Later', 'late', 'Of what was collected, what was recorded after the day.', true),
    moved('Handed In', 'handed_in', 'Cash that was received and counted on the day.'),
    moved('Paid Out', 'paid_out', 'Withdrawals that the agent paid on the day.', true),
    moved(
      'Set Off',
      'set_off',
      'The agent’s commission that was set off against the cash held. Below zero: charged to it.',
      true,
    ),
    money(
      'Held',
      ({ held }) => held,
      'Cash with the agent at the end of the day. Below zero: handed in or paid out more than was collected.',
      { rows: (one) => heldRows(day, one) },
    ),
  ]
}

const actions: CardColumn<DayAgent> = {
  header: 'Actions',
  isControl: true,
  cell: ({ agent, agent_id }) =>
    agent_id !== null && <RowActions name={agent} maxButtons={1} actions={[toAgent(agent_id)]} />,
}
