import type { Kobo } from '#contract/values'
import { FigureLink } from '#lists/FigureLink'

type Props = { amount: Kobo; line: string; name: string; days: { start_date?: string; end_date: string } }

/** A figure that opens its entries; nothing is a dash. */
export const EntriesLink = ({ amount, line, name, days }: Props) =>
  amount === 0 ? (
    <span className="books-soft">–</span>
  ) : (
    <FigureLink to="bookEntries" filters={{ line, ...days }} name={`Entries of ${name}`} amount={amount} />
  )
