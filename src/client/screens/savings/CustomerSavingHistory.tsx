import type { ReplyOf } from '#contract/call'
import { calls } from '#contract/index'
import { customerSavingColumns } from '#contract/calls/savings'
import { BackLink, useRouteState, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toReversal } from '#lists/rows/rowLinks'
import { customerNameIn } from '#domain/customerName'
import { useBackWhenRefused } from '#routing/useBackWhenRefused'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { savingStatusText } from '#domain/statusText'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { Badge } from '#ui/text/StatusChip'

/** All movements of one savings wallet. */
export default function CustomerSavingHistory() {
  const { savings_id, savings_reference, ...names } = useRouteState('customerSavingHistory')
  const history = useCall(calls.savings.customerSavingHistory, { savings_id })
  const rowTools = useRowActions(actionsOf, linkedRoutes)
  useBackWhenRefused(history, 'savingsHistory')
  const rows = history.data?.data.map((row) => ({ ...row, status: savingStatusText(row.status) }))
  const customer = customerNameIn(names.customer_firstname ? names : (history.data?.data[0] ?? names))
  return (
    <Screen
      fill
      about={
        <>
          <span>{customer}</span>
          <Badge tone="primary">{savings_reference}</Badge>
          <Age updatedAt={history.dataUpdatedAt} />
        </>
      }
      actions={
        <>
          <BackLink to="savingsHistory">Go Back</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        list={useWholeList(calls.savings.customerSavingHistory, history, rows, useListPlace())}
        name="customerSavingHistory"
        columns={customerSavingColumns}
        empty="No saving history found"
        {...rowTools}
      />
    </Screen>
  )
}

const linkedRoutes = ['savingDetails', 'customerDetails', 'agentDetails', 'reversalCreate'] as const

type Movement = ReplyOf<typeof calls.savings.customerSavingHistory>['data'][number]

const actionsOf = ({ id, reference, user_id, agent_id, reversed_by }: Movement): RowOffer => ({
  name: reference,
  actions: [
    { label: 'Details', to: 'savingDetails', state: { saving_history_id: id } },
    toCustomer(user_id),
    toAgent(agent_id),
    toReversal({ reference, reversed_by }),
  ],
})
