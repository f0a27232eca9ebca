import { type UnsentMessage, unsentMessageColumns } from '#contract/calls/messages'
import { calls } from '#contract/index'
import { today } from '#device/today'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { BackLink, useListPlace } from '#routing/navigation'
import { usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { DayChoice } from '#ui/form/choices/DayChoice'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

/** The movements of a day whose customers got no message. */
export default function UnsentMessages() {
  const place = useListPlace()
  const day = place.filters.day ?? today()
  const list = usePagedList(calls.messages.getUnsentMessages, place, { fixed: { day } })
  const rowTools = useRowActions(actionsOf, ['customerDetails'])
  return (
    <Screen
      note="Movements of the day without a message to the customer. Off: messages were switched off then. Failed: no attempt succeeded."
      fill
      about={
        <>
          <DayChoice day={day} onChange={(chosen) => place.go({ filters: { day: chosen } })} />
          <ListSummary list={list} noun="message" />
        </>
      }
      actions={
        <>
          <BackLink to="dayClose">Back to day's close</BackLink>
          <PrintButton />
        </>
      }
    >
      <DataTable
        tools={<ExportCsv list={list} name="messages_not_sent_" />}
        list={list}
        name="unsentMessages"
        columns={unsentMessageColumns}
        empty="Every message of this day was sent, or still waits"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ customer, user_id }: UnsentMessage): RowOffer => ({
  name: customer,
  actions: [toCustomer(user_id)],
})
