import type { LoanAccount, LoanMovement } from '#contract/calls/loanAccounts'
import { formatNaira } from '#domain/money/kobo'
import { isReversible } from '#domain/money/reversible'
import { showDate, showDateTime } from '#domain/time/lagos'
import { RowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { BackLink, useOffers } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'

/** The newest repayments, penalties and write-offs of a loan; the whole history has its own page. */
export function Movements({ loan }: { loan: LoanAccount }) {
  const { movements, movement_count } = loan
  const offers = useOffers()
  const isCut = movement_count > movements.length && offers('customerLoanHistory')
  const canReverse = offers('reversalCreate') && movements.some(isReversible)
  return (
    <Card title="Movements" action={isCut && <WholeHistory loan={loan} />}>
      {movements.length === 0 ? (
        <Empty>No movement found</Empty>
      ) : (
        <CardTable
          label="Movements"
          columns={canReverse ? [...columns, actions] : columns}
          rows={movements}
          keyOf={({ id }) => id}
        />
      )}
    </Card>
  )
}

const WholeHistory = ({ loan }: { loan: LoanAccount }) => {
  const { id: loan_id, reference: loan_reference, customer_firstname, customer_lastname } = loan
  return (
    <BackLink
      to="customerLoanHistory"
      state={{ loan_id, loan_reference, customer_firstname, customer_lastname }}
    >
      {`All ${loan.movement_count} movements`}
    </BackLink>
  )
}

const columns: readonly CardColumn<LoanMovement>[] = [
  { header: 'When', cell: ({ created_at }) => showDateTime(created_at) },
  {
    header: 'Movement',
    cell: ({ kind, instalment, amount, reversed_by, reverses, collected_on }) => (
      <>
        {`${kind === 'penalty' && amount < 0 && !reverses ? 'Penalty taken back' : kindText(kind, reverses)}, instalment ${instalment}`}
        {collected_on && <div>{`Collected on ${showDate(collected_on)}`}</div>}
        {reverses && <div>{`Reverses ${reverses}`}</div>}
        {reversed_by && <div>{`Reversed by ${reversed_by}`}</div>}
      </>
    ),
  },
  { header: 'Reference', cell: ({ reference }) => reference },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
  {
    header: 'Owed',
    isNumber: true,
    note: 'What was owed on the loan just after this movement.',
    cell: ({ balance }) => formatNaira(balance),
  },
  { header: 'By', cell: ({ by }) => by ?? 'The system' },
]

const actions: CardColumn<LoanMovement> = {
  header: 'Actions',
  isControl: true,
  cell: ({ reference, reversed_by }) => (
    <RowActions name={reference} maxButtons={1} actions={[toReversal({ reference, reversed_by })]} />
  ),
}

const kinds = { repayment: 'Repayment', penalty: 'Penalty', 'write-off': 'Write-off' }
const kindText = (kind: LoanMovement['kind'], reverses: string | null) =>
  reverses ? `Reversal of a ${kinds[kind].toLowerCase()}` : kinds[kind]
