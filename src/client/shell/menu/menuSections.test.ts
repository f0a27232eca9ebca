import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { type Access, type Actor, can } from '#contract/permissions'
import type { Route } from '#routing/route'
import { routes } from '#routing/routes'
import { linkOf, menuSections } from './menuSections'

const actorWith = (...permissions: string[]): Actor => ({
  adminId: 1,
  role: 'Clerk',
  permissions: new Set(permissions),
  stage: 'signedIn',
})
const menuOf = (actor: Actor) =>
  menuSections((access: Access, kind) => can(actor, access, kind)).flatMap(({ name, links }) =>
    links.map(({ path }) => `${name} ${path}`),
  )
const all = Object.values(routes as Record<string, Route>)

/** To the letter of the specification: the links of these sections need the section's permission too. */
const specified: Record<string, [permission: string, paths: string[]]> = {
  Admins: ['can-view-admin', ['/admin/list', '/admin/list/inactive', '/roles/list', '/permissions/list']],
  Agents: ['can-view-agent', ['/agents/list', '/agents/history']],
  Customers: ['can-view-customer', ['/customer/list', '/customer/reschedule/agent']],
  'Market Days': ['can-view-market-day', ['/market/day/list']],
  Savings: ['can-view-saving', ['/savings/portfolio', '/savings/type', '/savings/history']],
  Loan: [
    'can-view-loan',
    [
      '/loan/portfolio',
      '/loan/paid',
      '/loan/approved',
      '/loan/rejected',
      '/loan/type',
      '/loan/pending',
      '/loan/overdue',
      '/loan/history',
      '/loan/history/repayment',
      '/loan/disbursement/history',
      '/guarantor/list',
    ],
  ],
  Withdrawal: ['can-view-withdrawal', ['/withdrawal/list']],
  Wallets: [
    'can-view-withdrawal',
    ['/transaction/main/business/history', '/transaction/business/history', '/transaction/flow/history'],
  ],
}

describe.each(Object.entries(specified))('the section %s', (name, [permission, paths]) => {
  it('has the links of the specification, for who has can-view-all', () => {
    const shown = menuOf(actorWith('can-view-all'))
    expect(paths.filter((path) => !shown.includes(`${name} ${path}`))).toEqual([])
  })

  it('has none of them without its permission', () => {
    const others = permissionCatalogue.filter((one) => ![permission, 'can-view-all'].includes(one))
    // These two open the section with either.
    const either = ['Agents', 'Market Days'].includes(name)
    const shown = menuOf(actorWith(...others))
    expect(either ? [] : paths.filter((path) => shown.includes(`${name} ${path}`))).toEqual([])
  })
})

const decided = all.filter(
  ({ menu, path }) => menu?.waiting && !Object.values(specified).some(([, paths]) => paths.includes(path)),
)

describe.each(decided)('the list of what is decided on at $path', ({ path, access, menu }) => {
  const permissions = typeof access === 'object' && 'anyOf' in access ? access.anyOf : []
  it.each([...permissions])('is in the menu with %s alone', (permission) =>
    expect(menuOf(actorWith(permission))).toContain(`${menu?.section} ${path}`),
  )
})

it('every page is under a link of the menu, but those that need only a session', () => {
  const lost = all.filter((route) => route.access !== 'session' && !linkOf(route.path)?.menu)
  expect(lost).toEqual([])
})
