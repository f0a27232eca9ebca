import type { CashAgent } from '#contract/calls/cash'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { Confirm } from '#ui/feedback/Confirm'
import { Fact, Facts } from '#ui/text/Facts'
import { dayText } from '../days'
import type { Sheet } from './sheet'
import { bookLabel, useTotals } from './SheetTotals'

type Props = {
  open: boolean
  sheet: Sheet
  agent: CashAgent
  day: string
  onConfirm: () => void
  onCancel: () => void
}

/** What is booked, for whom, how much, and what was counted. */
export function BookQuestion({ open, sheet, agent, day, onConfirm, onCancel }: Props) {
  const totals = useTotals(sheet)
  if (!open) return null
  const { lines, counted } = sheet.body()
  return (
    <Confirm
      open
      title={`${bookLabel(totals)}?`}
      text="All lines are recorded, or none. They can’t be changed afterwards."
      actionLabel={bookLabel(totals)}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <Facts>
        <Fact label="Agent">{`${agent.name}, ${agent.phone_number}`}</Fact>
        <Fact label="Day">{dayText(day)}</Fact>
        <Fact label="Collected">{`${pluralize(totals.collected, 'line')}, ${formatNaira(totals.total)}`}</Fact>
        <Fact label="Not Collected">{pluralize(lines.length - totals.collected, 'line')}</Fact>
        <Fact label="Counted">
          {counted === undefined ? 'Not counted: the cash stays with the agent' : formatNaira(counted)}
        </Fact>
      </Facts>
    </Confirm>
  )
}
