import type { ReplyOf } from '#contract/call'
import { cashTonightColumns } from '#contract/calls/cash'
import { calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCashMovements } from '#lists/rows/rowLinks'
import { LinkButton, useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

const { getCashTonight } = calls.cash

/** What each agent should hand in tonight, before the sheet is typed. */
export default function CashTonight() {
  const place = useListPlace()
  const tonight = useCall(getCashTonight, {})
  const rows = tonight.data?.data
  const rowTools = useRowActions(actionsOf, ['agentCashMovements', 'remittanceCreate', 'agentDetails'])
  return (
    <Screen
      note="What an agent holds and what is still due today, less what is to be paid out today. Once the sheet is typed nothing more is due."
      fill
      about={
        <>
          {rows && <span>{pluralize(rows.length, 'agent')}.</span>}
          <Age updatedAt={tonight.dataUpdatedAt} />
        </>
      }
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
        list={useWholeList(getCashTonight, tonight, rows, place)}
        name="cashTonight"
        columns={cashTonightColumns}
        empty="No agent has anything to hand in"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, name }: ReplyOf<typeof getCashTonight>['data'][number]): RowOffer => ({
  name,
  actions: [
    toCashMovements({ agent_id: id, agent: name }),
    { label: 'Record Remittance', to: 'remittanceCreate', state: { agent_id: id } },
    toAgent(id),
  ],
})
