import { messageColumns } from '#contract/calls/messages'
import { calls } from '#contract/index'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { BackLink, useListPlace, useRouteState } from '#routing/navigation'
import { usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { nameOf, useCustomer } from './useCustomer'

/** The messages to one customer, newest first. */
export default function CustomerMessages() {
  const { user_id } = useRouteState('customerMessages')
  const customer = useCustomer(user_id)
  const list = usePagedList(calls.messages.getCustomerMessages, useListPlace(), {
    fixed: { customer_id: user_id },
  })
  return (
    <Screen
      fill="long"
      note="Every message about a movement of this customer, with its state; those switched off are listed and not sent."
      about={
        <>
          {customer.data && <strong>{nameOf(customer.data)}</strong>}
          <ListSummary list={list} noun="message" />
        </>
      }
      actions={
        <>
          <BackLink to="customers">Back to customers</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name="customer_messages_" />}
        list={list}
        name="customerMessages"
        columns={messageColumns}
        empty="No message to this customer"
        cards
      />
    </Screen>
  )
}
