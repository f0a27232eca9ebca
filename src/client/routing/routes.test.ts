import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { type Actor, can } from '#contract/permissions'
import type { Route } from './route'
import { type RouteName, routes } from './routes'

const clerk = (...permissions: string[]): Actor => ({
  adminId: 1,
  role: 'Clerk',
  permissions: new Set(permissions),
  stage: 'signedIn',
})

const guarded = (Object.entries(routes) as [RouteName, Route][]).flatMap(([name, { access }]) =>
  typeof access === 'object' && 'anyOf' in access ? [{ name, access }] : [],
)

describe('a route that needs a permission', () => {
  it.each(guarded)('$name opens with each of its permissions alone, and with can-view-all', ({ access }) => {
    for (const permission of [...access.anyOf, 'can-view-all'])
      expect(can(clerk(permission), access, 'route'), permission).toBe(true)
  })

  it.each(guarded)('$name stays closed with all other permissions', ({ access }) => {
    const others = permissionCatalogue.filter(
      (name) => name !== 'can-view-all' && !access.anyOf.includes(name),
    )
    expect(can(clerk(...others), access, 'route')).toBe(false)
  })
})
