import type { Column } from '#contract/call'
import type { LoanAccount, LoanRecovery } from '#contract/calls/loanAccounts'
import { isReversible } from '#domain/money/reversible'
import { useRowActions } from '#lists/rows/RowActions'
import { useOffers } from '#routing/navigation'
import { Card } from '#ui/layout/Card'
import { ShortTable } from '#ui/table/ShortTable'
import { noteOf, offerOf } from './movementRows'

/** What came in on a loan that is written off; nothing where nothing did. */
export function Recoveries({ loan: { recoveries = [] } }: { loan: Pick<LoanAccount, 'recoveries'> }) {
  const { rowActions } = useRowActions(offerOf)
  const canReverse = useOffers()('reversalCreate') && recoveries.some(isReversible)
  if (recoveries.length === 0) return null
  return (
    <Card title="Recoveries" as="row">
      <ShortTable
        label="Recoveries"
        columns={columns}
        rows={recoveries.map(rowOf)}
        rowActions={canReverse ? rowActions : undefined}
      />
    </Card>
  )
}

type Row = ReturnType<typeof rowOf>

const rowOf = (one: LoanRecovery) => ({
  ...one,
  movement: one.reverses ? 'Reversal of a recovery' : 'Recovery',
  note: noteOf(one),
})

const columns: readonly Column<Row>[] = [
  { field: 'created_at', header: 'When', kind: 'datetime' },
  { field: 'movement', header: 'Movement', kind: 'text' },
  { field: 'reference', header: 'Reference', kind: 'text' },
  { field: 'amount', header: 'Amount', kind: 'money' },
  { field: 'by', header: 'By', kind: 'text' },
  { field: 'note', header: 'Note', kind: 'text', sparse: true },
]
