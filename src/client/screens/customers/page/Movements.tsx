import { useState } from 'react'
import type { CustomerMovement, CustomerPage } from '#contract/calls/customerPage'
import { accountTitle } from '#domain/accountTitle'
import { pluralize } from '#domain/money/figures'
import { signedNaira } from '#domain/money/change'
import { formatNaira, kobo } from '#domain/money/kobo'
import { showDateTime, showDate } from '#domain/time/lagos'
import { RowsLink } from '#lists/RowsLink'
import { Empty } from '#ui/feedback/Empty'
import { Segments } from '#ui/form/choices/Segments'
import { Card } from '#ui/layout/Card'

type Props = {
  page: Pick<CustomerPage, 'movements' | 'movement_count'>
  state: { user_id: number; name?: string }
}

type Kind = CustomerMovement['parts'][number]['account_kind']
/** What the movements can be narrowed to, and the statement's choice of the same accounts. */
const kinds: readonly { kind: Kind | undefined; label: string; account?: string; noun?: string }[] = [
  { kind: undefined, label: 'All' },
  { kind: 'savings', label: 'Savings', account: 'savings', noun: 'savings' },
  { kind: 'loan', label: 'Loans', account: 'loans', noun: 'loans' },
  { kind: 'customer', label: 'Wallet', account: 'main', noun: 'the main wallet' },
]

const kindOptions = kinds.map(({ kind, label }) => ({ value: kind, label }))

/** The newest movements by day, with what each account held afterwards. */
export function Movements({ page: { movements, movement_count }, state }: Props) {
  const [kind, setKind] = useState<Kind>()
  if (!movements) return null
  const shown = movements.filter(({ parts }) => !kind || parts.some((one) => one.account_kind === kind))
  const { account, noun } = kinds.find((one) => one.kind === kind) ?? {}
  return (
    <Card
      title="Movements"
      as="row"
      action={
        movements.length > 0 && (
          <Segments label="Movements of" options={kindOptions} value={kind} onChange={setKind} />
        )
      }
    >
      {shown.length === 0 && (
        <Empty>
          {noun
            ? `None of the newest ${pluralize(movements.length, 'movement')} is of ${noun}`
            : 'No transactions found'}
        </Empty>
      )}
      {Object.entries(byDay(shown)).map(([day, some]) => (
        <section key={day} aria-label={showDate(day)}>
          <h3 className="customer-day">{showDate(day)}</h3>
          <ul className="customer-rows">
            {some.map((one) => (
              <Movement key={one.id} movement={one} />
            ))}
          </ul>
        </section>
      ))}
      {movements.length > 0 && (
        <p className="customer-foot">
          <span>
            {account ? (
              <RowsLink
                orText
                to="customerStatement"
                state={{ user_id: state.user_id }}
                filters={{ account }}
                label={`Statement of ${noun}`}
              />
            ) : (
              <RowsLink
                orText
                to="customerTransactions"
                state={state}
                label={`All ${pluralize(movement_count, 'movement')}`}
              />
            )}
          </span>
          <span>
            {account
              ? `${shown.length} of the ${movements.length} newest`
              : `${movements.length} newest shown`}
          </span>
        </p>
      )}
    </Card>
  )
}

/** In their order. */
function byDay(movements: readonly CustomerMovement[]) {
  const days: Record<string, CustomerMovement[]> = {}
  for (const one of movements) {
    const day = one.created_at.slice(0, 10)
    days[day] = [...(days[day] ?? []), one]
  }
  return days
}

const Movement = ({ movement }: { movement: CustomerMovement }) => (
  <li className="customer-movement">
    <time>{showDateTime(movement.created_at).split(', ')[1]}</time>
    <span className="customer-what">
      <strong>{movement.source}</strong>
      <small>
        {[
          movement.reference,
          movement.by ?? 'by the server',
          movement.collected_on && `collected on ${showDate(movement.collected_on)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
        {movement.reverses && ` · reverses ${movement.reverses}`}
        {movement.reversed_by && ` · reversed by ${movement.reversed_by}`}
      </small>
    </span>
    <span className="customer-parts">
      {movement.parts.map((part) => (
        <span key={part.id}>
          <strong className={isIn(part) ? 'in' : undefined}>{amountText(part)}</strong>
          <small>{afterText(part)}</small>
        </span>
      ))}
    </span>
  </li>
)

type Part = CustomerMovement['parts'][number]
/** With the sign of a wallet's change; of a loan the kind of the movement says whether more or less is owed. */
const amountText = ({ account_kind, amount }: Part) =>
  account_kind === 'loan' ? formatNaira(kobo(Math.abs(amount))) : signedNaira(amount)
const isIn = ({ account_kind, amount }: Part) => account_kind !== 'loan' && amount > 0
const afterText = (part: Part) =>
  part.account_kind === 'loan'
    ? `${accountTitle(part)}: ${formatNaira(part.balance)} owed after`
    : `${accountTitle(part)}: ${formatNaira(part.balance)}`
