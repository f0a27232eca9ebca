import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, useAgentFilter } from '#lists/ChoiceChips'
import { remittanceColumns } from '#contract/calls/cash'
import { calls } from '#contract/index'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { ReportSearch } from '#lists/ReportSearch'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toReversal } from '#lists/rows/rowLinks'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getRemittances } = calls.cash

export default function RemittancesList() {
  const place = useListPlace()
  const list = usePagedList(getRemittances, place, { choices: [useAgentFilter()] })
  const rowTools = useRowActions(actionsOf, ['agentDetails', 'reversalCreate'])
  return (
    <Screen
      note="Cash that agents handed in. Counted: what was received. Left: what stayed on the agent's account, below zero a surplus."
      fill
      about={<ListSummary list={list} noun="remittance" />}
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
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
          </>
        }
        tools={<ExportCsv list={list} name="remittances_" />}
        list={list}
        name="remittances"
        columns={remittanceColumns}
        empty="No remittance found"
        first={
          <FirstOne to="remittanceCreate" link="Record the first remittance">
            Cash that agents hand in is counted and recorded here.
          </FirstOne>
        }
        search={<ReportSearch place={place} hint="Reference or agent" />}
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ reference, agent_id, reversed_by }: RowOf<typeof getRemittances>): RowOffer => ({
  name: reference,
  actions: [toAgent(agent_id), toReversal({ reference, reversed_by })],
})
