import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import type { SavingsCard } from '#contract/calls/savingCards'
import { calls } from '#contract/index'
import { boxesText } from '#domain/savings/card'
import {
  behindText,
  cardFrom,
  carriedTo,
  cycleDaysText,
  sentenceOf,
  shortDate,
} from '#domain/savings/cardText'
import { contributionText } from '#domain/savings/planChange'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { LinkButton, pathTo, useOffers } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { CardBoxes } from './CardBoxes'

const { savingsCards } = calls.savings

/** The cards of the customer's open wallets; nothing without one. */
export function SavingsCards({ customerId, name }: { customerId: number; name: string }) {
  const cards = useCall(savingsCards, { customer_ids: [customerId] })
  if (cards.data?.data.length === 0) return null
  return (
    <Card
      title="Savings Card"
      action={
        <LinkButton to="savingsCardsPrint" state={{ customers: [{ user_id: customerId, name }] }}>
          Print card
        </LinkButton>
      }
    >
      <Ready query={cards}>
        {({ data }) => data.map((facts) => <Book key={facts.savings_id} present={facts} />)}
      </Ready>
    </Card>
  )
}

/** A wallet's card: of its present cycle, or of an older one. */
function Book({ present }: { present: SavingsCard }) {
  const [number, setNumber] = useState(present.present)
  const isPresent = number >= present.present
  const older = useCall(
    savingsCards,
    { customer_ids: [present.user_id], savings_id: present.savings_id, number },
    { enabled: !isPresent, keepPrevious: true },
  )
  const { reference, saving_type_name } = present
  const title = `${saving_type_name} ${reference}`
  const shown = isPresent ? present : (older.data?.data[0] ?? present)
  const { fixed_amount, deposit_type, market } = shown
  const contribution = contributionText({ fixedAmount: fixed_amount, depositType: deposit_type }, market)
  return (
    <section className="card-book" aria-label={`Savings card ${reference}`}>
      <div className="card-head">
        <h3>{saving_type_name}</h3>
        <small>{`${reference} · ${contribution}`}</small>
        <span className="card-cycle">
          <IconButton
            aria-label={`Cycle before, ${title}`}
            disabled={number <= 1}
            onClick={() => setNumber(Math.min(number, present.present) - 1)}
          >
            <ChevronLeft />
          </IconButton>
          <b aria-live="polite">{cycleDaysText(shown)}</b>
          <IconButton
            aria-label={`Next cycle, ${title}`}
            disabled={isPresent}
            onClick={() => setNumber(number + 1)}
          >
            <ChevronRight />
          </IconButton>
        </span>
      </div>
      {isPresent ? (
        <CardOf facts={present} />
      ) : (
        <Ready query={older}>
          {({ data }) => data.map((facts) => <CardOf key={facts.number} facts={facts} />)}
        </Ready>
      )}
    </section>
  )
}

const key = [
  ['paid', 'paid'],
  ['commission', 'commission'],
  ['today', 'today'],
  ['behind', 'behind'],
  ['to-come', 'to come'],
] as const

function CardOf({ facts }: { facts: SavingsCard }) {
  const card = cardFrom(facts)
  const { filled, behind, due, carried, boxes } = card
  const units = `${facts.unit}s`
  const [before, after] = sentenceOf(facts, card)
  return (
    <>
      <dl className="card-figures">
        <div>
          <dt>{`${units} paid`}</dt>
          <dd>{`${filled} of ${boxes.length}`}</dd>
        </div>
        <div>
          <dt>{`${units} behind${behind > 0 ? ` (${behindText(card)})` : ''}`}</dt>
          <dd className={behind > 0 ? 'behind' : ''}>{behind}</dd>
        </div>
        <div>
          <dt>due to the customer</dt>
          <dd>{formatNaira(due)}</dd>
        </div>
        <div>
          <dt>{carriedTo(card)}</dt>
          <dd>{formatNaira(carried)}</dd>
        </div>
      </dl>
      <CardBoxes facts={facts} card={card} />
      <div className="card-key" aria-hidden>
        {key
          .filter(([state]) => state !== 'commission' || facts.commission === 'contribution')
          .map(([state, text]) => (
            <span key={state}>
              <i className={`card-box ${state}`} />
              {text}
            </span>
          ))}
      </div>
      <p className="card-sentence">
        {before}
        <b>{formatNaira(due)}</b>
        {after}
      </p>
      <Payments facts={facts} />
    </>
  )
}

/** What was paid in the cycle, newest first, and the boxes that it filled. */
function Payments({ facts }: { facts: SavingsCard }) {
  const opens = useOffers()('savingDetails')
  const { payments, filled, boxes, paid, carried } = cardFrom(facts)
  if (payments.length === 0) return null
  return (
    <details className="card-payments">
      <summary>{`${pluralize(payments.length, 'payment')} of the cycle`}</summary>
      <table className="card-table" aria-label={`Payments of the cycle, ${facts.reference}`}>
        <thead>
          <tr>
            <th scope="col">Paid</th>
            <th scope="col" className="number">
              Amount
            </th>
            <th scope="col">Fills Boxes</th>
            <th scope="col" className="number">
              Carried
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.toReversed().map(({ payment, from, to, carried: rest }) => (
            <tr key={payment.id ?? 'old books'}>
              <td>
                {opens && payment.id !== null ? (
                  <RouteLink to={pathTo('savingDetails')} state={{ saving_history_id: payment.id }}>
                    {shortDate(payment.day)}
                  </RouteLink>
                ) : payment.id === null ? (
                  'Old books'
                ) : (
                  shortDate(payment.day)
                )}
              </td>
              <td className="number">{formatNaira(payment.amount)}</td>
              <td>{boxesText({ from, to }, facts.unit)}</td>
              <td className="number">{rest === 0 ? '–' : formatNaira(rest)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>{pluralize(payments.length, 'payment')}</td>
            <td className="number">{formatNaira(paid)}</td>
            <td>{`${filled} of ${boxes.length}`}</td>
            <td className="number">{carried === 0 ? '–' : formatNaira(carried)}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  )
}
