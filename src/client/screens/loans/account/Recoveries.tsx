import type { LoanAccount, LoanRecovery } from '#contract/calls/loanAccounts'
import { formatNaira } from '#domain/money/kobo'
import { isReversible } from '#domain/money/reversible'
import { showDateTime } from '#domain/time/lagos'
import { RowActions } from '#lists/rows/RowActions'
import { toReversal } from '#lists/rows/rowLinks'
import { useOffers } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'

/** What came in on a loan that is written off; nothing where nothing did. */
export function Recoveries({ loan: { recoveries = [] } }: { loan: Pick<LoanAccount, 'recoveries'> }) {
  const canReverse = useOffers()('reversalCreate') && recoveries.some(isReversible)
  if (recoveries.length === 0) return null
  return (
    <Card title="Recoveries">
      <CardTable
        label="Recoveries"
        columns={canReverse ? [...columns, actions] : columns}
        rows={recoveries}
        keyOf={({ id }) => id}
      />
    </Card>
  )
}

const columns: readonly CardColumn<LoanRecovery>[] = [
  { header: 'When', cell: ({ created_at }) => showDateTime(created_at) },
  {
    header: 'Movement',
    cell: ({ reversed_by, reverses }) => (
      <>
        {reverses ? 'Reversal of a recovery' : 'Recovery'}
        {reverses && <div>{`Reverses ${reverses}`}</div>}
        {reversed_by && <div>{`Reversed by ${reversed_by}`}</div>}
      </>
    ),
  },
  { header: 'Reference', cell: ({ reference }) => reference },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
  { header: 'By', cell: ({ by }) => by },
]

const actions: CardColumn<LoanRecovery> = {
  header: 'Actions',
  isControl: true,
  cell: ({ reference, reversed_by }) => (
    <RowActions name={reference} maxButtons={1} actions={[toReversal({ reference, reversed_by })]} />
  ),
}
