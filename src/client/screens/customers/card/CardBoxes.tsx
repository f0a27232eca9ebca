import type { CardPayment, SavingsCard } from '#contract/calls/savingCards'
import type { Card } from '#domain/savings/card'
import { boxesLabel, boxLabel, boxText } from '#domain/savings/cardText'
import { pathTo, useOffers } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'
import '#ui/text/visuallyHidden.css'
import './card.css'

type Props = {
  facts: SavingsCard
  card: Card<CardPayment>
  /** On paper no box opens anything. */
  paper?: boolean
}

/** The boxes of a cycle; a filled one opens its payment. */
export function CardBoxes({ facts, card, paper = false }: Props) {
  const offers = useOffers()
  const opens = !paper && offers('savingDetails')
  return (
    <ol className="card-boxes" aria-label={`${facts.reference}, ${boxesLabel(card)}`}>
      {card.boxes.map((box) => {
        const { number, state, payment } = box
        const shown = (
          <>
            <b aria-hidden>{number}</b>
            <span aria-hidden>{boxText(box, card)}</span>
            <span className="visually-hidden">{boxLabel(box, card)}</span>
          </>
        )
        const className = `card-box ${state.replace(' ', '-')}`
        return (
          <li key={number}>
            {opens && payment?.id ? (
              <RouteLink
                className={className}
                to={pathTo('savingDetails')}
                state={{ saving_history_id: payment.id }}
              >
                {shown}
              </RouteLink>
            ) : (
              <span className={className}>{shown}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
