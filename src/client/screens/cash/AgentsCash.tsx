import { agentCashColumns } from '#contract/calls/cash'
import { calls } from '#contract/index'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCashMovements } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { HoldingChip } from './HoldingChip'

const { getAgentsCash } = calls.cash

export default function AgentsCash() {
  const place = useListPlace()
  const list = usePagedList(getAgentsCash, place)
  const rowTools = useRowActions(actionsOf, [
    'remittanceCreate',
    'differenceCreate',
    'agentCashMovements',
    'agentDetails',
  ])
  return (
    <Screen
      note="Cash that agents hold: what they collected less what they handed in. Below zero: handed in too much."
      fill
      about={<ListSummary list={list} noun="agent" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="remittanceCreate" state={null} variant="contained">
            Record Remittance
          </LinkButton>
        </>
      }
    >
      <DataTable
        chips={<HoldingChip place={place} />}
        tools={<ExportCsv list={list} name="agents_cash_" />}
        list={list}
        name="agentsCash"
        columns={agentCashColumns}
        empty="No agents found"
        search={
          <SearchBox
            place={place}
            hint="Name or phone"
            emptyMessage="Please enter a name or phone to search"
          />
        }
        {...rowTools}
      />
    </Screen>
  )
}

/** A difference is requested for an agent whose account shows one, and one at a time. */
const actionsOf = ({ id, name, holds, open_difference }: RowOf<typeof getAgentsCash>): RowOffer => ({
  name,
  actions: [
    { label: 'Record Remittance', to: 'remittanceCreate', state: { agent_id: id } },
    holds !== 0 &&
      open_difference === null && {
        label: 'Request Difference',
        to: 'differenceCreate',
        state: { agent_id: id },
      },
    toCashMovements({ agent_id: id, agent: name }),
    toAgent(id),
  ],
})
