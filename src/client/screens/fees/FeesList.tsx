import { type Fee, feeColumns } from '#contract/calls/feeRows'
import { calls } from '#contract/index'
import { momentText, priceText, subjectText } from '#domain/feeText'
import { FirstOne } from '#lists/FirstOne'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { LinkButton, useListPlace } from '#routing/navigation'
import { useCall } from '#api/useCall'
import { useWholeList } from '#api/paging/useWholeList'
import { Age } from '#ui/text/Age'
import { DataTable } from '#ui/table/DataTable'
import { Screen } from '#ui/layout/Screen'

const { getFees } = calls.fees

/** What the business asks of new customers, for cards and for loans. */
export default function FeesList() {
  const rowTools = useRowActions(actionsOf, ['feeOff', 'feeOn', 'feeChanges'])
  const fees = useCall(getFees, {})
  return (
    <Screen
      fill
      about={<Age updatedAt={fees.dataUpdatedAt} />}
      actions={
        <LinkButton to="feeCreate" variant="contained">
          Create Fee
        </LinkButton>
      }
    >
      <DataTable
        list={useWholeList(getFees, fees, fees.data?.data.map(rowOf), useListPlace())}
        name="fees"
        columns={feeColumns}
        empty="No fee found"
        first={
          <FirstOne to="feeCreate" link="Create the first fee">
            A fee is asked of new customers, for cards or for loans, and paid into the transaction wallet.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const rowOf = (fee: Fee) => ({
  ...fee,
  price: priceText(fee),
  subject: subjectText(fee),
  when: momentText(fee.moment, fee.applies_to),
})

const actionsOf = ({ id, name, status }: Fee): RowOffer => ({
  name,
  actions: [
    status === 'active'
      ? { label: 'Switch Off', to: 'feeOff', state: { fee_id: id } }
      : { label: 'Switch On', to: 'feeOn', state: { fee_id: id } },
    { label: 'History', to: 'feeChanges', state: { fee_id: id, name }, isAside: true },
  ],
})
