import type { DayAgent, DayClose } from '#contract/calls/closing'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { RowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { useOffers } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { ReportLink } from '#lists/ReportLink'

const figures = ['expected', 'savings', 'loans', 'reversed', 'collected', 'handed_in', 'held'] as const

/** What each agent was to collect, collected, handed in, and held at the end of the day; the sums first. */
export function AgentsCard({ of: { agents, day } }: { of: DayClose }) {
  const offers = useOffers()
  const sums = Object.fromEntries(
    figures.map((figure) => [figure, sumKobo(agents.map((one) => one[figure]))]),
  ) as Pick<DayAgent, (typeof figures)[number]>
  const rows = [{ agent_id: null, agent: 'All agents', ...sums }, ...agents]
  return (
    <Card title="Agents" action={<ReportLink to="remittances" day={day} label="Remittances" />}>
      {agents.length === 0 ? (
        <Empty>No agent collected, handed in or holds anything</Empty>
      ) : (
        <CardTable
          label="Agents"
          columns={offers('agentDetails') ? [...columns, actions] : columns}
          rows={rows}
          keyOf={({ agent_id, agent }) => agent_id ?? agent}
        />
      )}
    </Card>
  )
}

const money = (
  header: string,
  of: (one: DayAgent) => DayAgent['held'],
  isMinor = false,
): CardColumn<DayAgent> => ({
  header,
  isNumber: true,
  isMinor,
  cell: (one) => of(one) !== 0 && formatNaira(of(one)),
})
const columns: readonly CardColumn<DayAgent>[] = [
  { header: 'Agent', cell: ({ agent }) => agent },
  money('Expected', ({ expected }) => expected),
  money('Savings', ({ savings }) => savings, true),
  money('Loans', ({ loans }) => loans, true),
  money('Reversed', ({ reversed }) => reversed, true),
  money('Collected', ({ collected }) => collected),
  money('Handed In', ({ handed_in }) => handed_in),
  money('Held', ({ held }) => held),
]
const actions: CardColumn<DayAgent> = {
  header: 'Actions',
  cell: ({ agent, agent_id }) =>
    agent_id !== null && <RowActions of={agent} room={1} actions={[toAgent(agent_id)]} />,
}
