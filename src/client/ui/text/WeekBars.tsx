import Box from '@mui/material/Box'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { weekChange } from '#domain/time/weeks'

type Props = { thisWeek: Kobo; lastWeek: Kobo; lessIsBetter?: boolean }

/** The sums of two weeks: as numbers, as bars, and the change as text. */
export function WeekBars({ thisWeek, lastWeek, lessIsBetter = false }: Props) {
  const { direction, text } = weekChange(thisWeek, lastWeek)
  const good = direction === 0 ? undefined : direction > 0 !== lessIsBetter
  const tone = good === undefined ? 'text.secondary' : good ? 'success.main' : 'error.main'
  const most = Math.max(thisWeek, lastWeek, 1)
  return (
    <>
      <Box sx={{ color: tone, fontWeight: 600, fontSize: 14, mb: 1.5 }}>{text}</Box>
      <Box component="dl" sx={rows}>
        <dt>This week</dt>
        <Bar part={thisWeek / most} color="primary.main" />
        <dd>
          <strong>{formatNaira(thisWeek)}</strong>
        </dd>
        <dt>Last week</dt>
        <Bar part={lastWeek / most} color="grey.500" />
        <dd>{formatNaira(lastWeek)}</dd>
      </Box>
    </>
  )
}

const Bar = ({ part, color }: { part: number; color: string }) => (
  <Box component="dd" aria-hidden sx={{ alignSelf: 'center' }}>
    <Box sx={{ height: 14, borderRadius: 0.5, bgcolor: color, width: `${part * 100}%`, minWidth: 2 }} />
  </Box>
)

const rows = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: { xs: '1fr auto', sm: '84px 1fr auto' },
  gap: '10px 12px',
  // On a phone each bar is under its line.
  gridAutoFlow: 'dense',
  '& dt, & dd': { m: 0 },
  '& dd:last-of-type, & dd:nth-of-type(2)': { textAlign: 'right' },
  '& dd[aria-hidden]': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
}
