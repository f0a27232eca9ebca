import { type CashPlace, cashPlaceColumns } from '#contract/calls/tills'
import { calls } from '#contract/index'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { useWholeList } from '#api/paging/useWholeList'
import { useCall } from '#api/useCall'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useListPlace } from '#routing/navigation'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'
import { DataTable } from '#ui/table/DataTable'
import { Age } from '#ui/text/Age'

/** What the vault, the tills, the bank and the agents should hold now. */
export default function CashPlaces() {
  const places = useCall(calls.tills.getCashPlaces, {})
  const rows = places.data?.data
  const rowTools = useRowActions<CashPlace>(actionsOf, [
    'vault',
    'tillMovements',
    'bankAccount',
    'agentsCash',
  ])
  return (
    <Screen
      fill
      note="What each place should hold by the books. Count it: what differs is a cash difference."
      about={
        <>
          {rows && <strong>{`In all ${formatNaira(sumKobo(rows.map(({ holds }) => holds)))}`}</strong>}
          <Age updatedAt={places.dataUpdatedAt} />
        </>
      }
      actions={
        <>
          <PrintButton />
          <LinkButton to="tillSessions">Till Sessions</LinkButton>
        </>
      }
    >
      <DataTable
        list={useWholeList(calls.tills.getCashPlaces, places, rows, useListPlace())}
        name="cashPlaces"
        columns={cashPlaceColumns}
        empty="No place found"
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ place, till_id, name }: CashPlace): RowOffer => ({
  name,
  actions: [
    place === 'vault' && { label: 'Movements', to: 'vault' },
    place === 'till' &&
      till_id !== null && { label: 'Movements', to: 'tillMovements', state: { till_id, till: name } },
    place === 'bank' && { label: 'Movements', to: 'bankAccount' },
    place === 'agents' && { label: 'Agents Cash', to: 'agentsCash' },
  ],
})
