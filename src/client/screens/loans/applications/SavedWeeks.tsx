import Box from '@mui/material/Box'
import type { Borrower } from '#contract/calls/borrowers'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { Card } from '#ui/layout/Card'
import { Fact, Facts } from '#ui/text/Facts'

type Weeks = Borrower['saved_weeks']

/** What the customer saved in each of the last weeks: two sums, and a bar for each week. */
export function SavedWeeks({ weeks }: { weeks: Weeks }) {
  const saving = weeks.filter(({ amount }) => amount > 0).length
  const most = Math.max(...weeks.map(({ amount }) => amount), 1)
  return (
    <Card title={`Saved in ${pluralize(weeks.length, 'week')}`}>
      <Facts>
        <Fact label="In all">{formatNaira(sumKobo(weeks.map(({ amount }) => amount)))}</Fact>
        <Fact label="Weeks with savings">{`${saving} of ${weeks.length}`}</Fact>
      </Facts>
      <Box component="ul" aria-label="Saved by week" sx={bars}>
        {weeks.map(({ week, amount }) => (
          <li key={week} title={textOf(week, amount)} aria-label={textOf(week, amount)}>
            <Box sx={{ height: `${(Math.max(amount, 0) / most) * 100}%` }} />
          </li>
        ))}
      </Box>
    </Card>
  )
}

const textOf = (week: string, amount: Weeks[number]['amount']) =>
  `Week of ${showDate(week)}: ${formatNaira(amount)}`

const bars = {
  m: 0,
  mt: 2,
  p: 0,
  height: 56,
  display: 'flex',
  gap: '4px',
  listStyle: 'none',
  '& li': { flex: 1, display: 'flex', alignItems: 'end', bgcolor: 'action.hover', borderRadius: 0.5 },
  '& li > div': { width: '100%', minHeight: 2, bgcolor: 'primary.main', borderRadius: 0.5 },
}
