import type { Kobo } from '#contract/values'
import { FigureLink } from '#lists/FigureLink'
import { entriesOf, type FigureDays } from './bookFigures'
import type { Rows } from '#lists/RowsLink'

type Props = { amount: Kobo; name: string } & (
  | { rows: Rows; line?: never; days?: never }
  | { rows?: never; line: string; days: FigureDays }
)

/** A figure that opens its entries; nothing is a dash. */
export const EntriesLink = ({ amount, name, rows, line, days }: Props) =>
  amount === 0 ? (
    <span className="books-soft">–</span>
  ) : (
    <FigureLink {...(rows ?? entriesOf(line, days))} name={name} amount={amount} />
  )
