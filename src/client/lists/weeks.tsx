import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { calls } from '#contract/index'
import { weekText } from '#domain/lists/filterWords'
import { formatNaira } from '#domain/money/kobo'
import { useCall } from '#api/useCall'
import type { ListPlace } from '#api/paging/listRequest'
import { useCan } from '#auth/permissions'
import { type RouteName, routes } from '#routing/routes'
import type { Route } from '#routing/route'
import { FilterChip } from '#ui/table/tools/FilterChip'

/** Links from a weekly figure to its rows, if the admin can open their list. */
export function OpenWeeks({ to, name }: { to: RouteName; name: string }) {
  const can = useCan()
  const route: Route = routes[to]
  if (!can(route.access, 'route')) return null
  return (
    <Box className="screen-only" sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 1 }}>
      {(['this', 'last'] as const).map((week) => (
        <Link
          key={week}
          component={RouterLink}
          to={`${route.path}?week=${week}`}
          aria-label={`Open ${weekText(week).toLowerCase()}: ${name}`}
          sx={{ display: 'inline-block', minWidth: 44, py: 1.5 }}
        >
          {`Open ${weekText(week).toLowerCase()}`}
        </Link>
      ))}
    </Box>
  )
}

type WeekCall = (typeof calls.dashboard)[
  | 'getSumOfLoan'
  | 'getSumOfSavings'
  | 'sumOfApprovedLoan'
  | 'sumOfOverdueLoan']

type Place = Pick<ListPlace, 'filters' | 'go'>

/** On a list filtered by a weekly figure: the week and the figure. */
export function WeekFigure({ place, call, name }: { place: Place; call: WeekCall; name: string }) {
  const { week = '' } = place.filters
  const sums = useCall(call, {}, { enabled: week !== '' })
  if (week === '') return null
  const [figure] = (week === 'last' ? sums.data?.lastWeek : sums.data?.thisWeek) ?? []
  return <strong>{`${weekText(week)}, ${name}${figure ? `: ${formatNaira(figure.sum)}` : ''}`}</strong>
}

/** Its chip among the tools, which shows all rows again. */
export function WeekChip({ place }: { place: Place }) {
  const { week = '', ...others } = place.filters
  return (
    week !== '' && <FilterChip onRemove={() => place.go({ filters: others })}>{weekText(week)}</FilterChip>
  )
}
