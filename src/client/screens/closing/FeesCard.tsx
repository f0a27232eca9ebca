import type { DayClose, DayFee } from '#contract/calls/closing'
import { formatCount } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { Figure } from '#lists/FigureLink'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { Stated } from '#ui/text/Stated'
import { feeRows, type FeeWay } from './closeFigures'

const allFees = 'All'

/** What came in of each fee, less what was reversed; the sum last. Nothing where none came in. */
export function FeesCard({ dayClose: { fees = [], day } }: { dayClose: DayClose }) {
  if (fees.length === 0) return null
  const sumOf = (way: 'cash' | 'wallet' | 'loan') => sumKobo(fees.map((fee) => fee[way]))
  const all = {
    name: allFees,
    count: fees.reduce((sum, { count }) => sum + count, 0),
    cash: sumOf('cash'),
    wallet: sumOf('wallet'),
    loan: sumOf('loan'),
  }
  return (
    <Card title="Fees">
      <CardTable label="Fees" columns={columnsOn(day)} rows={[...fees, all]} keyOf={({ name }) => name} />
    </Card>
  )
}

/** Of a fee each way opens what was paid; the sums are of the rows above. */
function columnsOn(day: string): readonly CardColumn<DayFee>[] {
  const ofWay = (header: string, way: FeeWay, isMinor = false): CardColumn<DayFee> => ({
    header,
    isNumber: true,
    isMinor,
    cell: ({ name, ...amounts }) => (
      <Stated as="sum">
        <Figure
          rows={name === allFees || amounts[way] === 0 ? undefined : feeRows(day, name, way)}
          name={`${name}, ${header}`}
        >
          {formatNaira(amounts[way])}
        </Figure>
      </Stated>
    ),
  })
  return [
    { header: 'Fee', cell: ({ name }) => name },
    { header: 'Count', isNumber: true, isMinor: true, cell: ({ count }) => formatCount(count) },
    ofWay('In cash', 'cash'),
    ofWay('From wallets', 'wallet', true),
    ofWay('Kept back', 'loan', true),
  ]
}
