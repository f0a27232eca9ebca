import { calls } from '#contract/index'
import { loanInterestColumns } from '#contract/calls/loanHistories'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { ChoiceChips, useAgentFilter, useLoanTypeFilter } from '#lists/ChoiceChips'
import { ExportCsv } from '#lists/export/ExportCsv'
import { ListSummary } from '#lists/ListSummary'
import { PeriodFilter } from '#lists/PeriodFilter'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toAgent, toCustomer, toLoanAccount } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'

const { loanInterest } = calls.loans

/** How much interest was paid in some days, and on which loans; this month's until days are chosen. */
export default function InterestPaid() {
  const place = useListPlace()
  const list = usePagedList(loanInterest, place, { choices: [useLoanTypeFilter(), useAgentFilter()] })
  const rowTools = useRowActions(actionsOf, ['loanAccount', 'customerDetails', 'agentDetails'])
  return (
    <Screen
      note="Loans on which something was paid in these days, this month’s until others are chosen, less what was reversed in them."
      fill
      about={<ListSummary list={list} noun="loan" />}
      actions={<PrintButton />}
    >
      <DataTable
        tools={<ExportCsv list={list} name="interest_paid_" />}
        list={list}
        name="interestPaid"
        columns={loanInterestColumns}
        chips={<PeriodFilter place={place} label="This month" />}
        filters={<ChoiceChips place={place} choices={list.choices} />}
        search={
          <SearchBox
            place={place}
            hint="Reference, name or phone"
            emptyMessage="Please enter reference to search"
          />
        }
        {...rowTools}
        empty="Nothing was paid on loans in these days"
      />
    </Screen>
  )
}

const actionsOf = (row: RowOf<typeof loanInterest>): RowOffer => ({
  name: row.reference,
  actions: [toLoanAccount(row.id), toCustomer(row.user_id), toAgent(row.agent_id)],
})
