import { calls } from '#contract/index'
import { withdrawalColumns } from '#contract/calls/withdrawals'
import type { Choice } from '#domain/lists/filterWords'
import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, statusChoice, useAgentFilter, useDeciderFilter } from '#lists/ChoiceChips'
import { PeriodFilter } from '#lists/PeriodFilter'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getWithDrawList } = calls.withdrawals

export default function WithdrawalsList() {
  const place = useListPlace()
  const decider = useDeciderFilter()
  const list = usePagedList(getWithDrawList, place, {
    choices: [payments, statusChoice, decider, useAgentFilter()],
  })
  const rowTools = useRowActions(approval, ['withdrawalApproval', 'withdrawalPayment', 'reversalCreate'])
  return (
    <Screen
      note="Requests to pay out from main wallets. The amount is held until the decision; approved ones are paid at once, or by the agent."
      fill
      about={<ListSummary list={list} noun="withdrawal" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={
          <>
            <WaitingChip list={list} kinds={['withdrawals', 'payments']} />
            <AmountFilter place={place}>
              <ChoiceChips place={place} choices={[decider]} />
            </AmountFilter>
          </>
        }
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <PeriodFilter place={place} label="Created" />
          </>
        }
        tools={<ExportCsv list={list} name="withdrawal_request_list_" />}
        list={list}
        name="withdrawals"
        columns={withdrawalColumns}
        empty="No withdrawal list found"
        search={
          <SearchBox
            place={place}
            hint="Reference, name or phone"
            emptyMessage="Please select search filters"
          />
        }
        {...rowTools}
      />
    </Screen>
  )
}

/** What agents pay, by what became of it. */
const payments: Choice = {
  name: 'payment',
  label: 'Payment',
  all: 'All payments',
  options: [
    { value: 'to pay', label: 'To pay' },
    { value: 'not paid', label: 'Not paid' },
    { value: 'paid', label: 'Paid' },
    { value: 'cancelled', label: 'Cancelled' },
  ],
}

/** The decision and the payment are offered only while the withdrawal is undecided, or not paid; once it is paid, the reversal of that. */
const approval = ({
  id,
  status,
  payment,
  reference,
  movement,
  reversed_by,
}: RowOf<typeof getWithDrawList>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && { label: 'Approval', to: 'withdrawalApproval', state: { withdrawal_id: id } },
    payment === 'to pay' && { label: 'Payment', to: 'withdrawalPayment', state: { to_pay_id: id } },
    toReversal({ reference: movement, reversed_by }),
  ],
})
