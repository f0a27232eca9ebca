import type { Instalment } from '#domain/money/instalments'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'

/** More rows are summed up: most are equal. */
const shownRows = 12

/** The instalments of a loan, if it were disbursed today. */
export function PlannedSchedule({ plan }: { plan: readonly Instalment[] }) {
  const hidden = plan.slice(shownRows)
  const last = hidden.at(-1)
  return (
    <>
      <CardTable
        label="Schedule"
        columns={columns}
        rows={plan.slice(0, shownRows)}
        keyOf={({ number }) => number}
      />
      {last && (
        <div>
          {`And ${pluralize(hidden.length, 'more installment')}; the last one, ${formatNaira(last.amount)}, is due on ${showDate(last.dueDate)}.`}
        </div>
      )}
    </>
  )
}

const columns: readonly CardColumn<Instalment>[] = [
  { header: 'No.', cell: ({ number }) => number },
  { header: 'Due', cell: ({ dueDate }) => showDate(dueDate) },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
]
