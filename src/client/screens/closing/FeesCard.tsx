import type { DayClose, DayFee } from '#contract/calls/closing'
import { formatCount } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'

/** What came in of each fee, less what was reversed; the sum last. Nothing where none came in. */
export function FeesCard({ dayClose: { fees = [] } }: { dayClose: DayClose }) {
  if (fees.length === 0) return null
  const sumOf = (way: 'cash' | 'wallet' | 'loan') => sumKobo(fees.map((fee) => fee[way]))
  const all = {
    name: 'All',
    count: fees.reduce((sum, { count }) => sum + count, 0),
    cash: sumOf('cash'),
    wallet: sumOf('wallet'),
    loan: sumOf('loan'),
  }
  return (
    <Card title="Fees">
      <CardTable label="Fees" columns={columns} rows={[...fees, all]} keyOf={({ name }) => name} />
    </Card>
  )
}

const columns: readonly CardColumn<DayFee>[] = [
  { header: 'Fee', cell: ({ name }) => name },
  { header: 'Count', isNumber: true, isMinor: true, cell: ({ count }) => formatCount(count) },
  { header: 'In cash', isNumber: true, cell: ({ cash }) => formatNaira(cash) },
  { header: 'From wallets', isNumber: true, isMinor: true, cell: ({ wallet }) => formatNaira(wallet) },
  { header: 'Kept back', isNumber: true, isMinor: true, cell: ({ loan }) => formatNaira(loan) },
]
