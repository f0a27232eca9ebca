import { cashMovementColumns } from '#contract/calls/cash'
import { calls } from '#contract/index'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { useCall } from '#api/useCall'
import { BackLink, useListPlace, useRouteState } from '#routing/navigation'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'

/** What one agent collected, handed in, and held after each movement. */
export default function CashMovements() {
  const { agent_id, agent } = useRouteState('agentCashMovements')
  // A link has no names.
  const agents = useCall(calls.cash.getCashAgents, {}, { enabled: agent === undefined })
  const name = agent ?? agents.data?.data.find(({ id }) => id === agent_id)?.name
  const place = useListPlace()
  const list = usePagedList(calls.cash.getAgentCashMovements, place, { fixed: { agent_id } })
  const rowTools = useRowActions(actionsOf, ['reversalCreate'])
  return (
    <Screen
      note="What changed the cash of this agent: collections are in, remittances, reversals and differences out."
      fill
      about={
        <>
          <strong>{name}</strong>
          <ListSummary list={list} noun="movement" />
        </>
      }
      actions={
        <>
          <BackLink to="agentsCash">Back to agents cash</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name="cash_movements_" />}
        list={list}
        name="cashMovements"
        columns={cashMovementColumns}
        empty="No movement found"
        search={<ReportSearch place={place} />}
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = (row: RowOf<typeof calls.cash.getAgentCashMovements>): RowOffer => ({
  name: row.reference,
  actions: [toReversal(row)],
})
