import { useEffect, useRef } from 'react'
import type { LoanInstalment } from '#contract/calls/loanRows'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { lagosDay, showDate } from '#domain/time/lagos'
import { serverNow } from '#device/clock'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { useMinorColumns } from '#ui/table/cards/useMinorColumns'
import { NotedWords } from '#ui/table/notes/NotedWords'
import { Badge } from '#ui/text/StatusChip'
import { stated } from '#ui/text/Stated'
import { type Face as InstalmentFace, faceOf } from './instalments'
import './schedule.css'

type Props = {
  schedule: readonly LoanInstalment[]
  title?: string
  /** The plan and its terms, in words. */
  about?: string
}

/** More installments than these scroll within the card. */
const rowsInView = 16

/** Without the width for all columns Paid stands under Open, then the state under the date, without the minor columns; then both. */
const narrower = ['paid-under', 'without-minor', 'without-minor paid-under']

/** The installments of a loan: when each is due, what was paid of it, and what is open; the sums last. */
export const Schedule = ({ schedule, title = 'Schedule', about }: Props) => (
  <Card
    title={title}
    {...(about && {
      action: (
        <span className="schedule-about" {...stated('term')}>
          {about}
        </span>
      ),
    })}
  >
    {schedule.length === 0 ? (
      <Empty>The schedule begins when the loan is paid out.</Empty>
    ) : (
      <Table schedule={schedule} title={title} />
    )}
  </Card>
)

/** A column of amounts; `isShown` where some loans have none. */
type Amounts = {
  header: string
  field: 'amount' | 'interest' | 'waived' | 'penalty' | 'moved' | 'paid' | 'open'
  isSparse?: true
  note?: string
  /** It is left out where the width does not suffice. */
  isMinor?: true
}

const amounts: readonly Amounts[] = [
  { header: 'Amount', field: 'amount', isMinor: true },
  { header: 'Interest', field: 'interest', isSparse: true, isMinor: true },
  {
    header: 'Waived',
    field: 'waived',
    isSparse: true,
    isMinor: true,
    note: 'Interest that the early settlement did not ask for.',
  },
  {
    header: 'Penalty',
    field: 'penalty',
    isMinor: true,
    note: 'Added to what was late: once, when the days of grace had ended, or for each later day.',
  },
  {
    header: 'Moved',
    field: 'moved',
    isSparse: true,
    isMinor: true,
    note: 'Rescheduled: owed in later installments instead.',
  },
  { header: 'Paid', field: 'paid' },
  { header: 'Open', field: 'open', note: 'What is unpaid of the installment, with its penalty.' },
]

function Table({ schedule, title }: { schedule: readonly LoanInstalment[]; title: string }) {
  const today = lagosDay(serverNow())
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  useMinorColumns(table, narrower)
  const isLong = schedule.length > rowsInView
  useEffect(() => {
    const first = scroller.current?.querySelector<HTMLElement>('tr.late, tr.due, tr.next')
    if (isLong && first && scroller.current) scroller.current.scrollTop = first.offsetTop - 34
  }, [isLong])
  const columns = amounts.filter(
    ({ field, isSparse }) => !isSparse || schedule.some((one) => (one[field] ?? 0) > 0),
  )
  const sumOf = (field: Amounts['field']) => sumKobo(schedule.flatMap((one) => one[field] ?? []))
  const next = schedule.find(({ open }) => open > 0)?.number
  return (
    <div
      ref={scroller}
      className={`schedule ${isLong ? 'long' : ''}`}
      {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': `${title}, scrolls` })}
    >
      <table ref={table} aria-label={title} className="print-table">
        <thead>
          <tr>
            <th scope="col" className="number">
              No.
            </th>
            <th scope="col">Due</th>
            {columns.map(({ header, field, note, isMinor }) => (
              <th key={header} scope="col" className={`number ${isMinor ? 'minor' : ''} ${field}`}>
                <NotedWords note={note}>{header}</NotedWords>
              </th>
            ))}
            <th scope="col" className="minor">
              State
            </th>
          </tr>
        </thead>
        <tbody {...stated('row')}>
          {schedule.map((one) => {
            const face = faceOf(one, today)
            return (
              <tr key={one.number} className={`${face.kind} ${one.number === next ? 'next' : ''}`}>
                <td className="number">{one.number}</td>
                <td>
                  {showDate(one.due_date)}
                  <span className="schedule-under">
                    <Face {...face} />
                  </span>
                </td>
                {columns.map(({ field, isMinor }) => (
                  <td
                    key={field}
                    className={`number ${isMinor ? 'minor' : ''} ${field} ${one[field] ? 'some' : ''}`}
                  >
                    {one[field] ? formatNaira(one[field]) : '–'}
                    {field === 'open' && <Paid amount={one.paid} />}
                  </td>
                ))}
                <td className="minor">
                  <Face {...face} />
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot {...stated('sum')}>
          <tr>
            <th />
            <th scope="row">{pluralize(schedule.length, 'installment')}</th>
            {columns.map(({ field, isMinor }) => (
              <td key={field} className={`number ${isMinor ? 'minor' : ''} ${field}`}>
                {sumOf(field) ? formatNaira(sumOf(field)) : '–'}
                {field === 'open' && <Paid amount={sumOf('paid')} />}
              </td>
            ))}
            <td className="minor" />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** What was paid, under what is open; shown where it has no column. */
const Paid = ({ amount }: { amount: Kobo }) =>
  amount > 0 && <span className="schedule-paid">{`Paid ${formatNaira(amount)}`}</span>

/** The state in words; late and due ones stand out. */
function Face({ kind, text, after }: InstalmentFace) {
  if (kind === 'late' || kind === 'due')
    return <Badge tone={kind === 'late' ? 'error' : 'warning'}>{text}</Badge>
  return (
    <span className={`schedule-face ${after ? 'was-late' : ''}`}>
      {text}
      {after && <em> {after}</em>}
    </span>
  )
}
