import type { LoanInstalment } from '#contract/calls/loanAccounts'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { StatusChip } from '#ui/text/StatusChip'
import { stateOf } from './instalments'

/** The instalments of a loan: when each is due, what was paid of it, and what is open. */
export const Schedule = ({ of: schedule }: { of: readonly LoanInstalment[] }) => (
  <Card title="Schedule">
    {schedule.length === 0 ? (
      <Empty>The schedule begins when the loan is paid out.</Empty>
    ) : (
      <CardTable label="Schedule" columns={columns} rows={schedule} keyOf={({ number }) => number} />
    )}
  </Card>
)

const columns: readonly CardColumn<LoanInstalment>[] = [
  { header: 'No.', cell: ({ number }) => number },
  { header: 'Due', cell: ({ due_date }) => showDate(due_date) },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
  { header: 'Penalty', isNumber: true, cell: ({ penalty }) => penalty > 0 && formatNaira(penalty) },
  { header: 'Paid', isNumber: true, cell: ({ paid }) => paid > 0 && formatNaira(paid) },
  { header: 'Open', isNumber: true, cell: ({ open }) => open > 0 && formatNaira(open) },
  {
    header: 'State',
    cell: (one) => (
      <span>
        <StatusChip of={stateOf(one)} />
        {one.days_late > 0 && ` ${pluralize(one.days_late, 'day')}`}
      </span>
    ),
  },
]
