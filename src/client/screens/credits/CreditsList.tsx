import { creditRequestColumns } from '#contract/calls/credits'
import { calls } from '#contract/index'
import { usePagedList, type RowOf } from '#api/paging/usePagedList'
import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, statusChoice, useDeciderFilter } from '#lists/ChoiceChips'
import { ListSummary } from '#lists/ListSummary'
import { PeriodFilter } from '#lists/PeriodFilter'
import { ExportCsv } from '#lists/export/ExportCsv'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer } from '#lists/rows/rowLinks'
import { WaitingChip } from '#lists/waiting'
import { LinkButton, useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'

const { getCreditRequests } = calls.credits

export default function CreditsList() {
  const place = useListPlace()
  const list = usePagedList(getCreditRequests, place, { choices: [statusChoice, useDeciderFilter()] })
  const rowTools = useRowActions(actionsOf, ['creditApproval', 'customerDetails'])
  return (
    <Screen
      note="Credits of main wallets that two admins make, decided ones among them."
      fill
      about={<ListSummary list={list} noun="credit" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="mainWalletCreditRequest">Request Main Wallet Credit</LinkButton>
        </>
      }
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['credits']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
            <PeriodFilter place={place} label="Created" />
          </>
        }
        tools={<ExportCsv list={list} name="requested_credits_" />}
        list={list}
        name="creditRequests"
        columns={creditRequestColumns}
        empty="No credit was requested"
        {...rowTools}
      />
    </Screen>
  )
}

/** The decision is offered only while the credit is undecided. */
const actionsOf = ({ id, status, reference, user_id }: RowOf<typeof getCreditRequests>): RowOffer => ({
  name: reference,
  actions: [
    status === 'pending' && { label: 'Approval', to: 'creditApproval', state: { credit_request_id: id } },
    toCustomer(user_id),
  ],
})
