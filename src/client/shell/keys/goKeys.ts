import type { Route } from '#routing/route'
import { type RouteName, routes } from '#routing/routes'

export type GoKey = { letter: string; path: string; title: string }

/** The pages to which G and a letter go, of those that the admin is offered, in the order of the menu. */
export const goKeys = (offers: (name: RouteName) => boolean): GoKey[] =>
  (Object.entries(routes) as [RouteName, Route][]).flatMap(([name, { menu, path, title }]) =>
    menu?.key && offers(name) ? [{ letter: menu.key, path, title }] : [],
  )
