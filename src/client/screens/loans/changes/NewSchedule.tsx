import type { LoanChangeCase } from '#contract/calls/loanChanges'
import { formatNaira } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'

type NewInstalment = LoanChangeCase['planned'][number]

/** The instalments that a rescheduling makes. */
export const NewSchedule = ({ planned }: { planned: readonly NewInstalment[] }) => (
  <CardTable label="New schedule" columns={columns} rows={planned} keyOf={({ number }) => number} />
)

const columns: readonly CardColumn<NewInstalment>[] = [
  { header: 'No.', cell: ({ number }) => number },
  { header: 'Due', cell: ({ due_date }) => showDate(due_date) },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
  {
    header: 'Penalty',
    isNumber: true,
    note: 'Unpaid penalties, which are owed in the new installments.',
    cell: ({ penalty }) => penalty > 0 && formatNaira(penalty),
  },
]
