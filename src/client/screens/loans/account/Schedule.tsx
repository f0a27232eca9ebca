import type { LoanInstalment } from '#contract/calls/loanRows'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { StatusChip } from '#ui/text/StatusChip'
import { stateOf } from './instalments'

type Props = { schedule: readonly LoanInstalment[]; title?: string }

/** The instalments of a loan: when each is due, what was paid of it, and what is open. */
export const Schedule = ({ schedule, title = 'Schedule' }: Props) => (
  <Card title={title}>
    {schedule.length === 0 ? (
      <Empty>The schedule begins when the loan is paid out.</Empty>
    ) : (
      <CardTable
        label={title}
        columns={schedule.some(({ moved }) => moved > 0) ? columns : unmoved}
        rows={schedule}
        keyOf={({ number }) => number}
      />
    )}
  </Card>
)

const columns: readonly CardColumn<LoanInstalment>[] = [
  { header: 'No.', cell: ({ number }) => number },
  { header: 'Due', cell: ({ due_date }) => showDate(due_date) },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
  {
    header: 'Penalty',
    isNumber: true,
    note: 'Added once to what was open when the days of grace had ended.',
    cell: ({ penalty }) => penalty > 0 && formatNaira(penalty),
  },
  { header: 'Paid', isNumber: true, cell: ({ paid }) => paid > 0 && formatNaira(paid) },
  {
    header: 'Moved',
    isNumber: true,
    note: 'Rescheduled: owed in later instalments instead.',
    cell: ({ moved }) => moved > 0 && formatNaira(moved),
  },
  {
    header: 'Open',
    isNumber: true,
    note: 'What is unpaid of the instalment, with its penalty.',
    cell: ({ open }) => open > 0 && formatNaira(open),
  },
  {
    header: 'State',
    cell: (one) => (
      <span>
        <StatusChip status={stateOf(one)} />
        {one.days_late > 0 && ` ${pluralize(one.days_late, 'day')}`}
      </span>
    ),
  },
]

/** Most loans are never rescheduled. */
const unmoved = columns.filter(({ header }) => header !== 'Moved')
