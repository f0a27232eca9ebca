import { isForChange, type Route, type SectionName, sections } from '#routing/route'
import { routeAt, routes } from '#routing/routes'
import type { useCan } from '#auth/permissions'

export type MenuSection = { name: SectionName; group: string; links: Route[] }

const all: Route[] = Object.values(routes)

/** The sections of the menu with the links that the admin may use; those without any are left out. */
export const menuSections = (can: ReturnType<typeof useCan>): MenuSection[] =>
  (Object.keys(sections) as SectionName[])
    .map((name) => ({
      name,
      group: sections[name].group,
      links: all.filter(
        (route) =>
          route.menu?.section === name &&
          can(route.access, isForChange(route) ? 'write' : 'route') &&
          (route.menu.alone || can(sections[name].access, 'route')),
      ),
    }))
    .filter(({ links }) => links.length > 0)

/** The link of the menu under which a page is: its own, or that of the nearest page above it. */
export function linkOf(pathname: string): Route | undefined {
  const byName = routes as Record<string, Route>
  let [, route]: [string, Route] | [] = routeAt(pathname) ?? []
  while (route && !route.menu) route = route.parent ? byName[route.parent] : undefined
  return route
}
