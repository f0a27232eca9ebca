import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { type Actor, can } from '#contract/permissions'
import type { Route } from '#routing/route'
import { type RouteName, routes } from '#routing/routes'
import { goKeys } from './goKeys'

const all = goKeys(() => true)
const route = (name: RouteName): Route => routes[name]

it('a letter goes to one page', () => {
  const letters = all.map(({ letter }) => letter)
  expect(letters.length).toBeGreaterThan(15)
  expect(new Set(letters).size).toBe(letters.length)
  expect(letters.filter((letter) => !/^[A-Z]$/.test(letter))).toEqual([])
})

describe.each([...permissionCatalogue, 'no permission'])('with %s alone', (permission) => {
  const actor: Actor = { adminId: 1, role: null, permissions: new Set([permission]), stage: 'signedIn' }
  it('letters go to pages that open', () => {
    const offered = goKeys((name) => can(actor, route(name).access, 'route'))
    const open = Object.values(routes as Record<string, Route>).filter(({ access }) =>
      can(actor, access, 'route'),
    )
    expect(offered.filter(({ path }) => !open.some((one) => one.path === path))).toEqual([])
  })
})
