import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { type Actor, can } from '#contract/permissions'
import type { Route } from './route'
import { openedInstead, type RouteName, routes } from './routes'

const clerk = (...permissions: string[]): Actor => ({
  adminId: 1,
  role: 'Clerk',
  permissions: new Set(permissions),
  stage: 'signedIn',
})

const allRoutes = Object.entries(routes) as [RouteName, Route][]
const guarded = allRoutes.flatMap(([name, { access }]) =>
  typeof access === 'object' && 'anyOf' in access ? [{ name, access }] : [],
)

describe('a route that needs a permission', () => {
  it.each(guarded)('$name opens with each of its permissions alone, and with can-view-all', ({ access }) => {
    for (const permission of access.anyOf)
      expect(can(clerk(permission), access, 'route'), permission).toBe(true)
    expect(can(clerk('can-view-all'), access, 'route')).toBe(!('withoutViewAll' in access))
  })

  it('with can-view-all, except the export of all books', () => {
    const closed = guarded.filter(({ access }) => 'withoutViewAll' in access)
    expect(closed.map(({ name }) => name)).toEqual(['exportAll'])
  })

  it.each(guarded)('$name stays closed with all other permissions', ({ access }) => {
    const others = permissionCatalogue.filter(
      (name) => name !== 'can-view-all' && !access.anyOf.includes(name),
    )
    expect(can(clerk(...others), access, 'route')).toBe(false)
  })
})

describe('a route with ids', () => {
  const withIds = allRoutes.flatMap(([name, { state, missing }]) => (state ? [{ name, state, missing }] : []))

  it.each(withIds)('$name has a message if it cannot open without them', ({ state, missing }) => {
    expect(missing !== undefined).toBe(!v.is(state, null))
  })

  // The desk opens without a case too.
  it.each(withIds.filter(({ name }) => name !== 'decisions'))(
    '$name opens a list that needs none instead',
    ({ name }) => {
      const list = openedInstead(routes[name])
      expect(list.state).toBeUndefined()
      expect(list.path).not.toBe(routes.dashboard.path)
    },
  )
})
