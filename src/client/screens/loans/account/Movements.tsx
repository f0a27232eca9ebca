import type { Column } from '#contract/call'
import type { LoanAccount, LoanMovement } from '#contract/calls/loanAccounts'
import { pluralize } from '#domain/money/figures'
import { isReversible } from '#domain/money/reversible'
import { useRowActions } from '#lists/rows/RowActions'
import { BackLink, useOffers } from '#routing/navigation'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { ShortTable } from '#ui/table/ShortTable'
import { noteOf, offerOf } from './movementRows'

/** The newest repayments, penalties and write-offs of a loan; the whole history has its own page. */
export function Movements({ loan }: { loan: LoanAccount }) {
  const { movements, movement_count } = loan
  const offers = useOffers()
  const hasHistory = offers('customerLoanHistory')
  const shown = hasHistory ? movements.slice(0, newest) : movements
  const isCut = movement_count > shown.length && hasHistory
  const { rowActions } = useRowActions(offerOf)
  const canReverse = offers('reversalCreate') && shown.some(isReversible)
  return (
    <Card title="Movements" as="row" action={isCut && <WholeHistory loan={loan} />}>
      {movements.length === 0 ? (
        <Empty>No movement found</Empty>
      ) : (
        <ShortTable
          label="Movements"
          columns={shown.some(noteOf) ? columns : columns.filter(({ field }) => field !== 'note')}
          rows={shown.map(rowOf)}
          notes={notes}
          rowActions={canReverse ? rowActions : undefined}
        />
      )}
    </Card>
  )
}

/** Rows on the page of who may open the whole history. */
const newest = 8

const WholeHistory = ({ loan }: { loan: LoanAccount }) => {
  const { id: loan_id, reference: loan_reference, customer_firstname, customer_lastname } = loan
  return (
    <BackLink
      to="customerLoanHistory"
      state={{ loan_id, loan_reference, customer_firstname, customer_lastname }}
    >
      {`All ${pluralize(loan.movement_count, 'movement')}`}
    </BackLink>
  )
}

type Row = ReturnType<typeof rowOf>

const rowOf = ({ id, kind, instalment, ...one }: LoanMovement) => ({
  ...one,
  id,
  movement: `${kind === 'penalty' && one.amount < 0 && !one.reverses ? 'Penalty taken back' : kindText(kind, one.reverses)}, installment ${instalment}`,
  by: one.by ?? 'The system',
  note: noteOf(one),
})

const columns: readonly Column<Row>[] = [
  { field: 'created_at', header: 'When', kind: 'datetime' },
  { field: 'movement', header: 'Movement', kind: 'text' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'balance', header: 'Owed', kind: 'money' },
  { field: 'by', header: 'By', kind: 'text' },
  { field: 'note', header: 'Note', kind: 'text', sparse: true },
]

const notes = { balance: 'What was owed on the loan just after this movement.' }

const kinds = { repayment: 'Repayment', penalty: 'Penalty', 'write-off': 'Write-off' }
const kindText = (kind: LoanMovement['kind'], reverses: string | null) =>
  reverses ? `Reversal of a ${kinds[kind].toLowerCase()}` : kinds[kind]
