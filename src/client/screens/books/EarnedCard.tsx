import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Books, Earning } from '#contract/calls/books'
import { shortNaira } from '#domain/money/change'
import { formatNaira, kobo } from '#domain/money/kobo'
import { monthText } from '#domain/time/months'
import { usePrinting } from '#ui/print/printing'
import { Card } from '#ui/layout/Card'
import { CardTable } from '#ui/table/cards/CardTable'
import { earningRows, monthDays } from './bookFigures'
import { EntriesLink } from './EntriesLink'

type Months = Books['months']

/** What was earned in each of twelve months, as bars or as a table. */
export function EarnedCard({ months }: { months: Months }) {
  const [asTable, setAsTable] = useState(false)
  const isPrinting = usePrinting()
  return (
    <Card
      title="Earned, 12 months"
      action={
        <Button className="screen-only" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Chart' : 'Table'}
        </Button>
      }
    >
      {asTable || isPrinting ? (
        <CardTable
          label="Earned by month"
          rows={months}
          keyOf={({ month }) => month}
          columns={[
            { header: 'Month', cell: ({ month }) => monthText(month) },
            { header: 'Income', isNumber: true, cell: (row) => <Month row={row} part="income" /> },
            { header: 'Expense', isNumber: true, cell: (row) => <Month row={row} part="expense" /> },
            { header: 'Earned', isNumber: true, cell: (row) => <Month row={row} part="earned" /> },
          ]}
        />
      ) : (
        <EarnedBars months={months} />
      )}
    </Card>
  )
}

const partNames = { income: 'Income', expense: 'Expense', earned: 'Earned' }
const Month = ({ row, part }: { row: Months[number]; part: keyof Earning }) => (
  <EntriesLink
    rows={earningRows(part, monthDays(row.month))}
    name={`${partNames[part]}, ${monthText(row.month)}`}
    amount={row[part]}
  />
)

function EarnedBars({ months }: { months: Months }) {
  const all = months.map(({ earned }) => earned)
  const top = Math.max(0, ...all)
  const bottom = Math.min(0, ...all)
  const range = Math.max(1, top - bottom)
  const part = (amount: number) => `${(Math.abs(amount) / range) * 100}%`
  const first = months[0]
  const last = months.at(-1)
  const label = `Earned by month, from ${first ? monthText(first.month) : ''} to ${last ? monthText(last.month) : ''}, the last ${last ? formatNaira(last.earned) : ''}`
  const line = lineOf(top)
  return (
    <div className="earned-chart" role="img" aria-label={label}>
      <div className="earned-plot">
        {line > 0 && (
          <span className="earned-line" style={{ bottom: `${((line - bottom) / range) * 100}%` }}>
            {shortNaira(kobo(line))}
          </span>
        )}
        <span className="earned-line" style={{ bottom: `${((0 - bottom) / range) * 100}%` }}>
          0
        </span>
        {months.map(({ month, earned }, at) => (
          <span key={month} className="earned-month" title={`${monthText(month)}: ${formatNaira(earned)}`}>
            <i
              className={`${at === 11 ? 'last' : ''} ${at === 10 ? 'before' : ''} ${earned < 0 ? 'loss' : ''}`}
              style={{
                height: part(earned),
                bottom: `${((Math.min(0, earned) - bottom) / range) * 100}%`,
              }}
            />
            {at === 11 && (
              <b style={{ bottom: `${((Math.max(0, earned) - bottom) / range) * 100}%` }}>
                {shortNaira(earned)}
              </b>
            )}
          </span>
        ))}
      </div>
      <div className="earned-names" aria-hidden>
        {months.map(({ month }) => (
          <span key={month}>{monthText(month).slice(0, 3)}</span>
        ))}
      </div>
    </div>
  )
}

/** A round amount at half of the height or above it: 1, 2 or 5 and zeros. */
function lineOf(top: number): number {
  if (top <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(top))
  return ([5, 2, 1].find((step) => step * power <= top * 0.95) ?? 0) * power
}
