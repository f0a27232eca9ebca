import { approvalStates } from '#contract/calls/approvals'
import { expenseColumns } from '#contract/calls/expenses'
import { calls } from '#contract/index'
import { type RowOf, usePagedList } from '#api/paging/usePagedList'
import { useCall } from '#api/useCall'
import { AmountFilter } from '#lists/AmountFilter'
import { ChoiceChips, choiceOf, useDeciderFilter } from '#lists/ChoiceChips'
import { ExportCsv } from '#lists/export/ExportCsv'
import { FirstOne } from '#lists/FirstOne'
import { ListSummary } from '#lists/ListSummary'
import { PeriodFilter } from '#lists/PeriodFilter'
import { type RowOffer, useRowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { WaitingChip } from '#lists/waiting'
import { LinkButton, useListPlace } from '#routing/navigation'
import { Screen } from '#ui/layout/Screen'
import { PrintButton } from '#ui/print/PrintButton'
import { DataTable } from '#ui/table/DataTable'
import { showSlip } from './showSlip'

const { getExpenses, getExpenseCategories, getExpenseSlip } = calls.expenses
const states = choiceOf('status', 'Status', 'All states', approvalStates)

/** What the business spends, decided requests among it. */
export default function ExpensesList() {
  const place = useListPlace()
  const categories = useCall(getExpenseCategories, {})
  const choice = {
    name: 'category_id',
    label: 'Category',
    all: 'All categories',
    options: (categories.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  }
  const list = usePagedList(getExpenses, place, { choices: [choice, states, useDeciderFilter()] })
  const rowTools = useRowActions(actionsOf, ['expenseFirst', 'expenseSecond', 'reversalCreate'])
  return (
    <Screen
      note="Requests to pay what the business spends. Each comes off the profit wallet and is a line of the books."
      fill
      about={<ListSummary list={list} noun="expense" />}
      actions={
        <>
          <PrintButton />
          <LinkButton to="expenseCreate" variant="contained">
            Request Expense
          </LinkButton>
        </>
      }
    >
      <DataTable
        chips={<WaitingChip list={list} kinds={['expenses_first', 'expenses_second']} />}
        filters={
          <>
            <ChoiceChips place={place} choices={list.choices} />
            <AmountFilter place={place} />
            <PeriodFilter place={place} label="Created" />
          </>
        }
        tools={<ExportCsv list={list} name="expenses_" />}
        list={list}
        name="expenses"
        columns={expenseColumns}
        empty="No expense found"
        first={
          <FirstOne to="expenseCreate" link="Request the first expense">
            What the business spends takes two approvals and is a line of the books.
          </FirstOne>
        }
        {...rowTools}
      />
    </Screen>
  )
}

/** The next decision, if the expense is undecided, or the reversal of one that was paid. */
const actionsOf = ({
  id,
  reference,
  state,
  entry,
  reversed_by,
  has_slip,
}: RowOf<typeof getExpenses>): RowOffer => ({
  name: reference,
  actions: [
    state === 0 && { label: 'First Approval', to: 'expenseFirst', state: { expense_id: id } },
    state === 1 && { label: 'Second Approval', to: 'expenseSecond', state: { expense_id: id } },
    has_slip && { label: 'Slip', access: getExpenseSlip.access, open: () => showSlip(id) },
    toReversal({ reference: entry, reversed_by }),
  ],
})
