import type { DayClose, DayProduct } from '#contract/calls/closing'
import { formatCount } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { Empty } from '#ui/feedback/Empty'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { onDay, RowsLink } from '#lists/RowsLink'

/** What came in by type of saving and loan; the sum last. */
export function ProductsCard({ dayClose: { products, day } }: { dayClose: DayClose }) {
  const all = {
    kind: undefined,
    name: 'All',
    count: products.reduce((sum, { count }) => sum + count, 0),
    amount: sumKobo(products.map(({ amount }) => amount)),
  }
  return (
    <Card
      title="Products"
      action={
        <>
          <RowsLink to="savingsHistory" filters={onDay(day)} label="Savings History" />
          <RowsLink to="loanRepayments" filters={onDay(day)} label="Loan Repayment" />
        </>
      }
    >
      {products.length === 0 ? (
        <Empty>Nothing came in</Empty>
      ) : (
        <CardTable
          label="Products"
          columns={columns}
          rows={[...products, all]}
          keyOf={({ kind, name }) => `${kind} ${name}`}
        />
      )}
    </Card>
  )
}

type Row = Omit<DayProduct, 'kind'> & { kind: DayProduct['kind'] | undefined }
const kinds = { saving: 'Deposits', loan: 'Repayments' }
const columns: readonly CardColumn<Row>[] = [
  { header: 'Product', cell: ({ name }) => name },
  { header: 'Movement', cell: ({ kind }) => kind && kinds[kind] },
  { header: 'Count', isNumber: true, isMinor: true, cell: ({ count }) => formatCount(count) },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatNaira(amount) },
]
