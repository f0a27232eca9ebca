import type { ReplyOf } from '#contract/call'
import { calls } from '#contract/index'
import { customerSavingColumns } from '#contract/savings'
import { BackLink, RowAction, useRouteState } from '#app/navigation'
import { RowActions } from '#app/RowActions'
import { toAgent, toCustomer, useRowActions } from '#app/rowLinks'
import { useBackWhenRefused } from '#app/useBackWhenRefused'
import { useCall } from '#data/useCall'
import { useWholeList } from '#data/useWholeList'
import { Age } from '#ui/Age'
import { DataTable } from '#ui/DataTable'
import { PrintButton } from '#ui/PrintButton'
import { Screen } from '#ui/Screen'
import { Badge } from '#ui/StatusChip'

/** All movements of one savings wallet. */
export default function CustomerSavingHistory() {
  const { savings_id, savings_reference, customer_firstname, customer_lastname } =
    useRouteState('customerSavingHistory')
  const history = useCall(calls.savings.customerSavingHistory, { savings_id })
  const rowActions = useRowActions(['savingDetails', 'customerDetails', 'agentDetails'], actionsOf)
  useBackWhenRefused(history, 'savingsHistory')
  return (
    <Screen
      fill
      about={
        <>
          <span>{`${customer_firstname} ${customer_lastname}`}</span>
          <Badge tone="primary">{savings_reference}</Badge>
          <Age of={history.dataUpdatedAt} />
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
        list={useWholeList(history, history.data?.data)}
        name="customerSavingHistory"
        columns={customerSavingColumns}
        empty="No saving history found"
        rowActions={rowActions}
      />
    </Screen>
  )
}

type Movement = ReplyOf<typeof calls.savings.customerSavingHistory>['data'][number]

const actionsOf = ({ id, reference, user_id, agent_id }: Movement) => (
  <RowActions of={reference}>
    <RowAction to="savingDetails" state={{ saving_history_id: id }}>
      Details
    </RowAction>
    {toCustomer(user_id)}
    {toAgent(agent_id)}
  </RowActions>
)
