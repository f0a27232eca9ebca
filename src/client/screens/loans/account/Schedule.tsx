import type { Column } from '#contract/call'
import type { LoanInstalment } from '#contract/calls/loanRows'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { ShortTable } from '#ui/table/ShortTable'
import { stateOf } from './instalments'

type Props = { schedule: readonly LoanInstalment[]; title?: string }

/** The instalments of a loan: when each is due, what was paid of it, and what is open. */
export const Schedule = ({ schedule, title = 'Schedule' }: Props) => (
  <Card title={title}>
    {schedule.length === 0 ? (
      <Empty>The schedule begins when the loan is paid out.</Empty>
    ) : (
      <ShortTable label={title} columns={columnsOf(schedule)} rows={schedule.map(rowOf)} notes={notes} />
    )}
  </Card>
)

type Row = ReturnType<typeof rowOf>

/** What is zero is left out. */
const rowOf = (one: LoanInstalment) => ({
  ...one,
  id: one.number,
  interest: one.interest ?? null,
  waived: one.waived || null,
  penalty: one.penalty || null,
  paid: one.paid || null,
  moved: one.moved || null,
  open: one.open || null,
  state: stateOf(one),
  days_late: one.days_late || null,
})

const columns: readonly Column<Row>[] = [
  { field: 'number', header: 'No.', kind: 'number' },
  { field: 'due_date', header: 'Due', kind: 'date' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'interest', header: 'Interest', kind: 'money', sparse: true },
  { field: 'waived', header: 'Waived', kind: 'money', sparse: true },
  { field: 'penalty', header: 'Penalty', kind: 'money', sparse: true },
  { field: 'paid', header: 'Paid', kind: 'money', sparse: true },
  { field: 'moved', header: 'Moved', kind: 'money', sparse: true },
  { field: 'open', header: 'Open', kind: 'money', sparse: true },
  { field: 'state', header: 'State', kind: 'status' },
  { field: 'days_late', header: 'Days Late', kind: 'number', sparse: true },
]

/** Most loans are never rescheduled, and have flat interest. */
const columnsOf = (schedule: readonly LoanInstalment[]) =>
  columns.filter(
    ({ field }) =>
      (field !== 'moved' && field !== 'waived' && field !== 'interest') ||
      schedule.some((one) => (one[field] ?? 0) > 0),
  )

const notes = {
  penalty: 'Added to what was late: once, when the days of grace had ended, or for each later day.',
  waived: 'Interest that the early settlement did not ask for.',
  moved: 'Rescheduled: owed in later installments instead.',
  open: 'What is unpaid of the installment, with its penalty.',
}
