import type { DayAgent, DayClose } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { RowActions } from '#lists/rows/RowActions'
import { toAgent } from '#lists/rows/rowLinks'
import { useOffers } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { onDay, type Rows, RowsLink } from '#lists/RowsLink'

const nothing = 0 as Kobo
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
  const all = { agent_id: null, agent: 'All agents', ...sums, late, paid_out: paidOut, set_off: setOff }
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

const money = (
  header: string,
  amountOf: (one: DayAgent) => DayAgent['held'],
  note: string,
  { isMinor = false, rows }: { isMinor?: boolean; rows?: (one: DayAgent) => Rows } = {},
): CardColumn<DayAgent> => ({
  header,
  isNumber: true,
  isMinor,
  note,
  cell: (one) => {
    const label = formatNaira(amountOf(one))
    if (amountOf(one) === 0) return false
    return rows ? (
      <RowsLink {...rows(one)} label={label} name={`${header} ${one.agent}: ${label}`} orText />
    ) : (
      label
    )
  },
})

/** The figures of cash open the movements of the day. */
const columnsOn = (day: string): readonly CardColumn<DayAgent>[] => {
  const rows = ({ agent, agent_id }: DayAgent): Rows =>
    agent_id === null
      ? { to: 'remittances', filters: onDay(day) }
      : { to: 'agentCashMovements', state: { agent_id, agent }, filters: onDay(day) }
  return [
    { header: 'Agent', cell: ({ agent }) => agent },
    money(
      'Expected',
      ({ expected }) => expected,
      'Fixed amounts of savings and installments that are due on the day.',
    ),
    money('Savings', ({ savings }) => savings, 'Deposits that the agent collected.', { isMinor: true }),
    money('Loans', ({ loans }) => loans, 'Repayments that the agent collected.', { isMinor: true }),
    money('Reversed', ({ reversed }) => reversed, 'Taken back on the day, whenever it was collected.', {
      isMinor: true,
    }),
    money('Collected', ({ collected }) => collected, 'Savings and loans, less what was reversed.', { rows }),
    money(
      'Recorded Later',
      ({ late = nothing }) => late,
      'Of what was collected, what was recorded after the day.',
      {
        isMinor: true,
      },
    ),
    money('Handed In', ({ handed_in }) => handed_in, 'Cash that was received and counted on the day.', {
      rows,
    }),
    money('Paid Out', ({ paid_out = nothing }) => paid_out, 'Withdrawals that the agent paid on the day.', {
      isMinor: true,
      rows,
    }),
    money(
      'Set Off',
      ({ set_off = nothing }) => set_off,
      'The agent’s commission that was set off against the cash held. Below zero: charged to it.',
      { isMinor: true },
    ),
    money(
      'Held',
      ({ held }) => held,
      'Cash with the agent at the end of the day. Below zero: handed in or paid out more than was collected.',
    ),
  ]
}

const actions: CardColumn<DayAgent> = {
  header: 'Actions',
  isControl: true,
  cell: ({ agent, agent_id }) =>
    agent_id !== null && <RowActions name={agent} maxButtons={1} actions={[toAgent(agent_id)]} />,
}
