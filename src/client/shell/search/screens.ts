import { serverNow } from '#device/clock'
import { daysOf, quickRanges } from '#domain/time/quickRanges'
import type { Rows } from '#lists/RowsLink'
import { type RouteName, routes } from '#routing/routes'
import type { Route } from '#routing/route'

type ScreenOption = { key: string; to: Rows; label: string }

/** At most so many screens are offered. */
const most = 5

/** Screens of the menu with such a title; 'savings history last month' opens a list of movements with these days. */
export function screensCalled(text: string): ScreenOption[] {
  const range = quickRanges.find((one) => text.toLowerCase().endsWith(` ${one.toLowerCase()}`))
  const filters = range && { ...daysOf(range, serverNow()) }
  const called = (range ? text.slice(0, -range.length) : text).trim().toLowerCase()
  return (Object.entries(routes) as [RouteName, Route][])
    .filter(([, { menu, title }]) => menu && `${menu.label} ${title}`.toLowerCase().includes(called))
    .filter(([, route]) => !range || takesDays(route))
    .slice(0, most)
    .map(([name, { title }]) => ({
      key: `screen${name}`,
      to: { to: name, ...(filters && { filters }) } as Rows,
      label: range ? `${title}, ${range.toLowerCase()}` : title,
    }))
}

const takesDays = ({ calls }: Route) =>
  calls.some(({ kind, input }) => kind === 'read' && 'start_date' in input.entries)
