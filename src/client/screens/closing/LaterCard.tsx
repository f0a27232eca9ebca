import type { LaterLine } from '#contract/calls/closing'
import { sumKobo } from '#domain/money/kobo'
import { Figure } from '#lists/FigureLink'
import { Card } from '#ui/layout/Card'
import { type CardColumn, CardTable } from '#ui/table/cards/CardTable'
import { Stated } from '#ui/text/Stated'
import { laterRows } from './closeFigures'
import { signedNaira } from './verdict'

const sums = ['savings', 'loans', 'reversed', 'collected', 'handed_in', 'paid_out'] as const

/** What was recorded for a closed day, or taken back of it, after its closing; the sums last. */
export function LaterCard({ later, day }: { later: readonly LaterLine[]; day: string }) {
  if (later.length === 0) return null
  const all = {
    agent_id: null,
    agent: 'Later for this day',
    ...(Object.fromEntries(sums.map((sum) => [sum, sumKobo(later.map((line) => line[sum]))])) as Pick<
      LaterLine,
      (typeof sums)[number]
    >),
  }
  return (
    <Card title="Later for this day">
      <CardTable
        label="Later for this day"
        columns={columnsOn(day)}
        rows={[...later, all]}
        keyOf={({ agent_id, agent }) => agent_id ?? agent}
      />
    </Card>
  )
}

/** What came later opens its movements; the sums are of the rows above. */
function columnsOn(day: string): readonly CardColumn<LaterLine>[] {
  const column = (header: string, sum: (typeof sums)[number], isMinor = false): CardColumn<LaterLine> => ({
    header,
    isNumber: true,
    isMinor,
    cell: (line) =>
      line[sum] !== 0 && (
        <Stated as="sum">
          <Figure rows={laterRows(day, sum, line)} name={`${header} later, ${line.agent}`}>
            {signedNaira(line[sum])}
          </Figure>
        </Stated>
      ),
  })
  return [
    { header: 'Agent', cell: ({ agent }) => agent },
    column('Savings', 'savings'),
    column('Loans', 'loans'),
    column('Reversed', 'reversed'),
    column('Collected', 'collected'),
    column('Handed In', 'handed_in', true),
    column('Paid Out', 'paid_out', true),
  ]
}
