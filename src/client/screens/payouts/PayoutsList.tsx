import { PeriodFilter } from '#lists/PeriodFilter'
import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, statusChoice, useDeciderFilter } from '#lists/ChoiceChips'
import { calls } from '#contract/index'
import { payoutColumns } from '#contract/calls/payouts'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { LinkButton, useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getPayouts } = calls.payouts

export default function PayoutsList() {
  const place = useListPlace()
  const list = usePagedList(getPayouts, place, { choices: [statusChoice, useDeciderFilter()] })
  const rowTools = useRowActions(actionsOf, ['payoutApproval'])
  return (
    <Screen
      note="Savings paid out at the end of a cycle, many wallets at once, decided ones among them. An approved payout paid all of its wallets."
      fill
      about={<ListSummary list={list} noun="payout" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="payoutCreate" variant="contained">
            Pay Out Savings
          </LinkButton>
        </>
      }
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['payouts']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
            <PeriodFilter place={place} label="Created" />
          </>
        }
        tools={<ExportCsv list={list} name="payouts_" />}
        list={list}
        name="payouts"
        columns={payoutColumns}
        empty="No payout found"
        first={
          <FirstOne to="payoutCreate" link="Pay out savings">
            Wallets whose cycle has ended are paid out together, once another admin approves it.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

const actionsOf = ({ id, status, reference }: RowOf<typeof getPayouts>): RowOffer => ({
  name: reference,
  actions: [
    { label: status === 'pending' ? 'Approval' : 'Details', to: 'payoutApproval', state: { payout_id: id } },
  ],
})
