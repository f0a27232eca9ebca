import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useState } from 'react'
import type { SavingsCard } from '#contract/calls/savingCards'
import type { Kobo } from '#contract/values'
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
import { rowContributionText } from '#domain/savings/planChange'
import { pluralize } from '#domain/money/figures'
import { formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import { LinkButton, pathTo, useOffers } from '#routing/navigation'
import { RouteLink } from '#routing/RouteLink'
import { Ready } from '#ui/feedback/Ready'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { CardBoxes } from './CardBoxes'

const { savingsCards } = calls.savings

/** The cards of the customer's open wallets; nothing without one. */
export function SavingsCards({ customerId, name }: { customerId: number; name: string }) {
  const cards = useCall(savingsCards, { customer_ids: [customerId] })
  if (cards.data?.data.length === 0) return null
  return (
    <Card
      title="Savings Card"
      as="sum"
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
  return (
    <section className="card-book" aria-label={`Savings card ${reference}`}>
      <div className="card-head">
        <h3>{saving_type_name}</h3>
        <small>{`${reference} · ${rowContributionText(shown)}`}</small>
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
          <dd>{carried > 0 ? formatNaira(carried) : 'Nothing'}</dd>
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
      <Payments facts={facts} card={card} />
    </>
  )
}

/** What was paid in the cycle, newest first, and the boxes that it filled; the sum last. */
function Payments({ facts, card }: { facts: SavingsCard; card: ReturnType<typeof cardFrom> }) {
  const opens = useOffers()('savingDetails')
  const { payments, filled, boxes, paid, carried } = card
  if (payments.length === 0) return null
  const rows: PaymentRow[] = payments
    .toReversed()
    .map(({ payment: { id, day, amount }, from, to, carried: rest }) => ({
      key: id ?? 'old books',
      paid:
        id === null ? (
          'Old books'
        ) : opens ? (
          <RouteLink to={pathTo('savingDetails')} state={{ saving_history_id: id }}>
            {shortDate(day)}
          </RouteLink>
        ) : (
          shortDate(day)
        ),
      amount,
      boxes: boxesText({ from, to }, facts.unit),
      carried: rest,
    }))
  const all: PaymentRow = {
    key: 'all',
    paid: 'All',
    amount: paid,
    boxes: `${filled} of ${boxes.length}`,
    carried,
  }
  return (
    <details className="card-payments">
      <summary>{`${pluralize(payments.length, 'payment')} of the cycle`}</summary>
      <CardTable
        label={`Payments of the cycle, ${facts.reference}`}
        columns={paymentColumns}
        rows={[...rows, all]}
        keyOf={(row) => row.key}
      />
    </details>
  )
}

type PaymentRow = { key: number | string; paid: ReactNode; amount: Kobo; boxes: string; carried: Kobo }
const paymentColumns: readonly CardColumn<PaymentRow>[] = [
  { header: 'Paid', cell: ({ paid }) => paid },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
  { header: 'Fills Boxes', cell: ({ boxes }) => boxes },
  { header: 'Carried', isNumber: true, cell: ({ carried }) => (carried === 0 ? '' : formatNaira(carried)) },
]
