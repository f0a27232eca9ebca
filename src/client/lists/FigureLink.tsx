import { formatNaira } from '#domain/money/kobo'
import type { Kobo } from '#contract/values'
import { pathTo, useOffers } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'
import '#ui/text/figureLink.css'
import type { Rows } from './RowsLink'

/** One agent or market of the arrears report, which no address names. */
type ArrearsOf = {
  to: 'arrears'
  state: { only: { group: 'agent'; id: number; name: string } }
  filters?: never
}

/** Where the rows of a figure are. */
export type FigureRows = Rows | ArrearsOf

type Props = FigureRows & {
  /** What the figure is of, for its accessible name: 'Repaid today'. */
  name: string
} & ({ amount: Kobo; children?: never } | { amount?: never; children: string })

/** A figure that opens exactly the rows that make it (rules.md, "Figures"); as text without the permission of their list. */
export function FigureLink({ to, filters, state, name, amount, children }: Props) {
  const offers = useOffers()
  const text = amount === undefined ? children : formatNaira(amount)
  if (!offers(to)) return text
  return (
    <RouteLink
      className="figure-link"
      to={pathTo(to, filters)}
      state={state ?? null}
      aria-label={`${name}: ${text}, open its entries`}
    >
      {text}
    </RouteLink>
  )
}

type MaybeProps = { rows: FigureRows | undefined; name: string; children: string }

/** A figure whose rows may have no list that a link could name: then it is text. */
export const Figure = ({ rows, name, children }: MaybeProps) =>
  rows ? (
    <FigureLink {...rows} name={name}>
      {children}
    </FigureLink>
  ) : (
    children
  )
