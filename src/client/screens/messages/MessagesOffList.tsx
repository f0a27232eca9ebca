import { messagesOffColumns } from '#contract/calls/messages'
import { calls } from '#contract/index'
import { usePagedList, type RowOf } from '#api/paging/usePagedList'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { WaitingChip } from '#lists/waiting'
import { useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'

const { getMessagesOff } = calls.messages

export default function MessagesOffList() {
  const place = useListPlace()
  const list = usePagedList(getMessagesOff, place)
  const rowTools = useRowActions(actionsOf, ['messagesOffApproval', 'customerDetails'])
  return (
    <Screen
      note="Requests to send a customer no messages, decided ones among them."
      fill
      about={<ListSummary list={list} noun="request" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['messages_off']} />}
        tools={<ExportCsv list={list} name="messages_off_" />}
        list={list}
        name="messagesOff"
        columns={messagesOffColumns}
        empty="No request found"
        {...rowTools}
      />
    </Screen>
  )
}

/** The decision is offered only while the request is undecided. */
const actionsOf = ({ id, status, reference, user_id }: RowOf<typeof getMessagesOff>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && { label: 'Approval', to: 'messagesOffApproval', state: { messages_off_id: id } },
    toCustomer(user_id),
  ],
})
