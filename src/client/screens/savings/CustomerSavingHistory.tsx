import { calls } from '#contract/index'
import { customerSavingColumns } from '#contract/savings'
import { BackLink, useRouteState } from '#app/navigation'
import { useBackWhenRefused } from '#app/useBackWhenRefused'
import { useCall } from '#data/useCall'
import { useWholeList } from '#data/useWholeList'
import { Age } from '#ui/Age'
import { DataTable } from '#ui/DataTable'
import { Screen } from '#ui/Screen'
import { Badge } from '#ui/StatusChip'

/** All movements of one savings wallet. */
export default function CustomerSavingHistory() {
  const { savings_id, savings_reference, customer_firstname, customer_lastname } =
    useRouteState('customerSavingHistory')
  const history = useCall(calls.savings.customerSavingHistory, { savings_id })
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
      actions={<BackLink to="savingsHistory">Go Back</BackLink>}
    >
      <DataTable
        list={useWholeList(history, history.data?.data)}
        name="customerSavingHistory"
        columns={customerSavingColumns}
        empty="No saving history found"
      />
    </Screen>
  )
}
