import { type Till, tillColumns } from '#contract/calls/tills'
import { calls } from '#contract/index'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { FirstOne } from '#lists/FirstOne'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useListPlace } from '#routing/navigation'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

/** The cash boxes of the counter, and who has each open. */
export default function TillsList() {
  const tills = useCall(calls.tills.getTills, {})
  const rowTools = useRowActions<Till>(actionsOf, [
    'tillMovements',
    'tillClose',
    'tillDifference',
    'tillOff',
    'tillOn',
  ])
  return (
    <Screen
      fill
      note="Cash at the counter goes through the till that an admin has open. A closed one holds only differences that are not settled."
      about={<Age updatedAt={tills.dataUpdatedAt} />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="myTill">My Till</LinkButton>
          <LinkButton to="tillCreate" variant="contained">
            Create Till
          </LinkButton>
        </>
      }
    >
      <DataTable
        list={useWholeList(calls.tills.getTills, tills, tills.data?.data, useListPlace())}
        name="tills"
        columns={tillColumns}
        empty="No till found"
        first={
          <FirstOne to="tillCreate" link="Create the first till">
            A till is a cash box of the counter, opened with a float and counted when it is closed.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({
  id,
  name,
  status,
  session_id,
  difference_session_id,
  open_difference,
}: Till): RowOffer => ({
  name,
  actions: [
    { label: 'Movements', to: 'tillMovements', state: { till_id: id, till: name } },
    session_id !== null && {
      label: 'Close',
      to: 'tillClose',
      state: { till_session_id: session_id, till: name },
    },
    difference_session_id !== null &&
      open_difference === null && {
        label: 'Request Difference',
        to: 'tillDifference',
        state: { till_session_id: difference_session_id, till: name },
      },
    status === 'active' &&
      session_id === null && { label: 'Switch Off', to: 'tillOff', state: { till_id: id } },
    status === 'inactive' && { label: 'Switch On', to: 'tillOn', state: { till_id: id } },
  ],
})
