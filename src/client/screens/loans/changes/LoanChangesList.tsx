import { approvalStates } from '#contract/calls/approvals'
import {
  loanChangeColumns,
  type LoanChangeKind,
  loanChangeKinds,
  loanChangeLabels,
} from '#contract/calls/loanChanges'
import { calls } from '#contract/index'
import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, choiceOf, useDeciderFilter } from '#lists/ChoiceChips'
import { PeriodFilter } from '#lists/PeriodFilter'
import { ListSummary } from '#lists/ListSummary'
import { ExportCsv } from '#lists/export/ExportCsv'
import { useListPlace } from '#routing/navigation'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toCustomer, toLoanAccount } from '#lists/rows/rowLinks'
import { SearchBox } from '#lists/SearchBox'
import { WaitingChip } from '#lists/waiting'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { DataTable } from '#ui/table/DataTable'
import { PrintButton } from '#ui/print/PrintButton'
import { Screen } from '#ui/layout/Screen'

const { getLoanChanges } = calls.loanChanges
const kinds = choiceOf(
  'kind',
  'Kind',
  'All kinds',
  loanChangeKinds,
  (kind) => loanChangeLabels[kind as LoanChangeKind],
)
const states = choiceOf('status', 'Status', 'All states', approvalStates)

/** Requests to change loans. They are requested on the page of the loan. */
export default function LoanChangesList() {
  const place = useListPlace()
  const list = usePagedList(getLoanChanges, place, { choices: [kinds, states, useDeciderFilter()] })
  const rowTools = useRowActions(actionsOf, [
    'loanChangeFirst',
    'loanChangeSecond',
    'loanAccount',
    'customerDetails',
  ])
  return (
    <Screen
      note="Requests to write off, reschedule or set off loans, decided ones among them. Amount: what was owed at the request."
      fill
      about={<ListSummary list={list} noun="loan change" />}
      actions={<PrintButton />}
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['loan_changes_first', 'loan_changes_second']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} label="Owed" />
            <PeriodFilter place={place} label="Created" />
          </>
        }
        tools={<ExportCsv list={list} name="loan_changes_" />}
        list={list}
        name="loanChanges"
        columns={loanChangeColumns}
        empty="No loan change found"
        search={
          <SearchBox
            place={place}
            hint="Reference, loan or customer"
            emptyMessage="Please enter a reference, a loan or a customer to search"
          />
        }
        {...rowTools}
      />
    </Screen>
  )
}

/** The next decision, if the change is undecided. */
const actionsOf = ({
  id,
  reference,
  state,
  loan_id,
  user_id,
}: Pick<RowOf<typeof getLoanChanges>, 'id' | 'reference' | 'state' | 'loan_id' | 'user_id'>): RowOffer => ({
  name: reference,
  actions: [
    state === 0 && { label: 'First Approval', to: 'loanChangeFirst', state: { change_id: id } },
    state === 1 && { label: 'Second Approval', to: 'loanChangeSecond', state: { change_id: id } },
    toLoanAccount(loan_id),
    toCustomer(user_id),
  ],
})
