import { today as serverToday } from '#device/today'
import type { Books, Earning, IncomeLine } from '#contract/calls/books'
import { changeText, signedNaira } from '#domain/money/change'
import { subtractKobo } from '#domain/money/kobo'
import { Card } from '#ui/layout/Card'
import { OnPaper } from '#ui/print/OnPaper'
import { SelectChip } from '#ui/form/SelectChip'
import { stated } from '#ui/text/Stated'
import { type BookDays, daysOfValue, daysText, periodChoice, periodValue } from './bookPeriod'
import { besideOf, daysOf, earningRows } from './bookFigures'
import { toneOf } from './BooksStrip'
import { EntriesLink } from './EntriesLink'

type Props = { books: Books; onChange: (changed: Record<string, string>) => void }

/** Income and expense by line, beside those of another period. */
export function IncomeCard({ books, onChange }: Props) {
  const period: BookDays = { start_date: books.start_date, end_date: books.end_date }
  const besides: BookDays = { start_date: books.beside_start, end_date: books.beside_end }
  const today = serverToday()
  const most = Math.max(1, ...books.lines.map(({ amount }) => amount))
  const linesOf = (group: IncomeLine['group']) => books.lines.filter((line) => line.group === group)
  const rowsOf = (group: 'income' | 'expense', title: string) => (
    <tbody>
      <tr className="books-part">
        <th scope="rowgroup" colSpan={4}>
          {title}
        </th>
      </tr>
      {linesOf(group).map((line) => (
        <LineRow key={line.line} line={line} share={line.amount / most} period={period} besides={besides} />
      ))}
      <SumRow label={title} part={group} books={books} />
    </tbody>
  )
  return (
    <Card
      title="Income and expense"
      action={
        <>
          <OnPaper>{`${daysText(period)} beside ${daysText(besides)}`}</OnPaper>
          <span className="books-choices screen-only">
            <SelectChip
              choice={periodChoice('Period', today, period)}
              value={periodValue(period)}
              onChange={(value) =>
                value && onChange({ ...daysOfValue(value), beside_start: '', beside_end: '' })
              }
            />
            <span className="books-soft">beside</span>
            <SelectChip
              choice={periodChoice('Beside', today, besides)}
              value={periodValue(besides)}
              onChange={(value) => {
                const { start_date, end_date } = daysOfValue(value)
                if (value) onChange({ beside_start: start_date, beside_end: end_date })
              }}
            />
          </span>
        </>
      }
    >
      <table className="books-table books-income" aria-label="Income and expense">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">{daysText(period)}</th>
            <th scope="col">{daysText(besides)}</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        {rowsOf('income', 'Income')}
        {rowsOf('expense', 'Expense')}
        <tfoot>
          <SumRow label="Earned" part="earned" books={books} />
        </tfoot>
      </table>
    </Card>
  )
}

type LineProps = { line: IncomeLine; share: number; period: BookDays; besides: BookDays }

function LineRow({ line, share, period, besides }: LineProps) {
  const { group, name, amount, beside } = line
  const isExpense = group === 'expense'
  const width = `${Math.round(Math.max(0, share) * 100)}%`
  return (
    <tr>
      <th scope="row">
        {name}
        <i className={isExpense ? 'books-share expense' : 'books-share'} style={{ width }} aria-hidden />
      </th>
      <td className="books-now">
        <EntriesLink amount={amount} line={line.line} name={name} days={period} />
      </td>
      <td className="books-soft">
        <EntriesLink amount={beside} line={line.line} name={name} days={besides} />
      </td>
      <td
        className={toneOf(amount, beside, isExpense)}
        title={changeText(amount, beside)}
        {...stated('rest')}
      >
        {signedNaira(subtractKobo(amount, beside))}
      </td>
    </tr>
  )
}

type SumProps = { label: string; part: keyof Earning; books: Books }

function SumRow({ label, part, books }: SumProps) {
  const [now, was] = [books.total[part], books.beside[part]]
  return (
    <tr className="books-sum">
      <th scope="row">{label}</th>
      <td>
        <EntriesLink rows={earningRows(part, daysOf(books))} name={label} amount={now} />
      </td>
      <td>
        <EntriesLink rows={earningRows(part, besideOf(books))} name={`${label} beside`} amount={was} />
      </td>
      <td {...stated('rest')}>{signedNaira(subtractKobo(now, was))}</td>
    </tr>
  )
}
