import type { CashAgent } from '#contract/calls/cash'
import type { Kobo } from '#contract/values'
import { SecondCount, useSecondCount } from '#forms/SecondCount'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { Confirm } from '#ui/feedback/Confirm'
import { Fact, Facts } from '#ui/text/Facts'
import { dayText } from '#ui/form/choices/collectionDays'
import { cashText } from './cashCount'
import { earlierText } from './EarlierSheets'
import type { Sheet } from './sheet'
import { bookLabel, sheetVerb, useTotals } from './SheetTotals'

type Props = {
  open: boolean
  sheet: Sheet
  agent: CashAgent
  day: string
  /** It is sent for an approval, without a count. */
  isClosed: boolean
  /** With the count, if cash was counted: it was entered twice. */
  onConfirm: (countedAgain: Kobo | undefined) => void
  onCancel: () => void
}

/** What is booked, for whom and how much; the counted cash is entered a second time. */
export function BookQuestion({ open, sheet, agent, day, isClosed, onConfirm, onCancel }: Props) {
  const totals = useTotals(sheet)
  const { lines, counted: typedCount } = sheet.body()
  const counted = isClosed ? undefined : typedCount
  const again = useSecondCount(counted)
  if (!open) return null
  const confirm = () => {
    if (counted === undefined || again.checkAll()) onConfirm(counted)
  }
  const earlier = sheet.earlier()
  const label = bookLabel(totals, isClosed)
  const notSent = isClosed ? cashText(sheet.cash()) : undefined
  return (
    <Confirm
      open
      title={earlier.length > 0 ? `${sheetVerb(isClosed)} another sheet of this day?` : `${label}?`}
      text={
        isClosed
          ? 'Nothing is recorded before another admin approves it. Then all lines are, or none.'
          : 'All lines are recorded, or none. They can’t be changed afterwards.'
      }
      actionLabel={label}
      danger={earlier.length > 0}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <Facts>
        {earlier.length > 0 && (
          <Fact label="Recorded Already">
            {earlier.map((one) => (
              <div key={one.id}>{earlierText(one)}</div>
            ))}
          </Fact>
        )}
        {totals.equal > 0 && (
          <Fact label="Not Counted">{`${pluralize(totals.equal, 'equal line')}: not said to have come twice`}</Fact>
        )}
        <Fact label="Agent">{`${agent.name}, ${agent.phone_number}`}</Fact>
        <Fact label="Day">{dayText(day)}</Fact>
        <Fact label="Collected">{`${pluralize(totals.collected, 'line')}, ${formatNaira(totals.total)}`}</Fact>
        <Fact label="Not Collected">{pluralize(lines.length - totals.collected, 'line')}</Fact>
        {totals.toPay > 0 && (
          <Fact label="Paid Out">{`${totals.paid} of ${pluralize(totals.toPay, 'withdrawal')}, ${formatNaira(totals.paidOut)}`}</Fact>
        )}
        {!isClosed && counted === undefined && (
          <Fact label="Counted">Not counted: the cash stays with the agent</Fact>
        )}
        {notSent && <Fact label="Counted">{`${notSent}. Not sent: it is cleared with the sheet`}</Fact>}
      </Facts>
      {counted !== undefined && <SecondCount fields={again} onEnter={confirm} />}
    </Confirm>
  )
}
