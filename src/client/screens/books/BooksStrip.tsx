import type { Books } from '#contract/calls/books'
import { changeText, signedNaira } from '#domain/money/change'
import { formatNaira, subtractKobo } from '#domain/money/kobo'
import type { Kobo } from '#contract/values'
import { showDateTime } from '#domain/time/lagos'
import { FigureStrip, FigureTile } from '#ui/layout/FigureStrip'
import { Stated, stated } from '#ui/text/Stated'
import { daysOf, earningRows } from './bookFigures'
import { daysText } from './bookPeriod'
import { EntriesLink } from './EntriesLink'

/** Income, expense and what is left of the period; whether the books agree with the wallets. */
export function BooksStrip({ books }: { books: Books }) {
  const { total, beside, difference, verified_at } = books
  const period = daysText(books)
  const before = daysText({ start_date: books.beside_start, end_date: books.beside_end })
  const figures = [
    { label: 'Income', part: 'income', now: total.income, was: beside.income, lessIsBetter: false },
    { label: 'Expense', part: 'expense', now: total.expense, was: beside.expense, lessIsBetter: true },
    { label: 'Earned', part: 'earned', now: total.earned, was: beside.earned, lessIsBetter: false },
  ] as const
  return (
    <FigureStrip>
      {figures.map(({ label, part, now, was, lessIsBetter }) => (
        <FigureTile
          key={label}
          title={`${label}, ${period}`}
          figure={<EntriesLink rows={earningRows(part, daysOf(books))} name={label} amount={now} />}
        >
          <small className={toneOf(now, was, lessIsBetter)} {...stated('rest')}>
            {compared(now, was, before)}
          </small>
        </FigureTile>
      ))}
      <FigureTile
        title={difference === 0 ? 'Books agree' : 'Books do not agree'}
        figure={difference === 0 ? 'No difference' : <Stated as="compared">{formatNaira(difference)}</Stated>}
        tone={difference === 0 ? 'good' : 'bad'}
      >
        <small>
          {`Debit = credit, wallets = books now. ${verified_at ? `All verified ${showDateTime(verified_at)}.` : 'Not yet verified.'}`}
        </small>
      </FigureTile>
    </FigureStrip>
  )
}

function compared(now: Kobo, was: Kobo, before: string): string {
  // A share of a loss says nothing.
  if (now < 0 || was < 0) return `${signedNaira(subtractKobo(now, was))} on ${before}`
  const text = changeText(now, was)
  if (text === undefined) return `As in ${before}`
  return text === 'new' ? `Nothing in ${before}` : `${text} on ${before}`
}

/** Whether a change is good or bad for the business: less expense is good. */
export function toneOf(now: number, was: number, lessIsBetter: boolean): string {
  if (now === was) return 'books-soft'
  return now > was !== lessIsBetter ? 'books-good' : 'books-bad'
}
