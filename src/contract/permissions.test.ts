import { describe, expect, it } from 'vitest'
import { permissionCatalogue } from './permissionCatalogue'
import { type Access, type Actor, anyOf, can, isSuperadmin, onlyWith, tellingBalances } from './permissions'

const actor = (...permissions: string[]): Actor => ({
  adminId: 1,
  role: 'Clerk',
  permissions: new Set(permissions),
  stage: 'signedIn',
})
const inStepTwo: Actor = { ...actor(...permissionCatalogue), stage: 'loginToken' }
const agents = anyOf('can-view-agent', 'can-edit-agent')
const kinds = ['read', 'write', 'route'] as const

describe('the catalogue', () => {
  it('has each name once', () => {
    expect(new Set(permissionCatalogue).size).toBe(permissionCatalogue.length)
    for (const name of permissionCatalogue) expect(name).toMatch(/^can-[a-z/-]+$/)
  })
})

describe('can', () => {
  it('allows only public access without an actor', () => {
    for (const kind of kinds) {
      expect(can(null, 'public', kind)).toBe(true)
      for (const access of ['loginToken', 'session', agents] as Access[])
        expect(can(null, access, kind)).toBe(false)
    }
  })

  it('accepts the login token of step one only for step two', () => {
    for (const kind of kinds) {
      expect(can(inStepTwo, 'loginToken', kind)).toBe(true)
      expect(can(actor(), 'loginToken', kind)).toBe(false)
      for (const access of ['session', agents, { role: 'superadmin' }] as Access[])
        expect(can(inStepTwo, access, kind)).toBe(false)
    }
  })

  it('requires any one of the listed permissions', () => {
    for (const kind of kinds) {
      expect(can(actor('can-view-agent'), agents, kind)).toBe(true)
      expect(can(actor('can-edit-agent', 'can-view-loan'), agents, kind)).toBe(true)
      expect(can(actor('can-view-loan'), agents, kind)).toBe(false)
      expect(can(actor(), 'session', kind)).toBe(true)
    }
  })

  it('allows every view with can-view-all, and no change', () => {
    expect(kinds.map((kind) => can(actor('can-view-all'), agents, kind))).toEqual([true, false, true])
  })

  it('denies can-view-all what is open with certain permissions only', () => {
    const access = onlyWith('can-view-customer-identity')
    for (const kind of ['read', 'route'] as const) {
      expect(can(actor('can-view-all'), access, kind)).toBe(false)
      expect(can(actor('can-view-customer-identity'), access, kind)).toBe(true)
    }
  })

  it('leaves what tells hidden balances to the superadmin', () => {
    const access = tellingBalances(anyOf('can-view-withdrawal'))
    for (const kind of kinds) {
      expect(can(actor('can-view-withdrawal'), access, kind)).toBe(true)
      const hidden = { ...actor('can-view-withdrawal', 'can-view-all'), balancesHidden: true }
      expect(can(hidden, access, kind)).toBe(false)
      expect(can(hidden, anyOf('can-view-withdrawal'), kind)).toBe(true)
      expect(can({ ...hidden, role: 'SuperAdmin' }, access, kind)).toBe(true)
    }
  })

  it('denies superadmin access to can-view-all', () => {
    const credit: Access = { role: 'superadmin', and: 'can-credit-main-wallet' }
    const boss = { ...actor(), role: 'SuperAdmin' }
    for (const kind of kinds) {
      expect(can(actor('can-view-all'), { role: 'superadmin' }, kind)).toBe(false)
      expect(can(boss, { role: 'superadmin' }, kind)).toBe(true)
      expect(can(boss, credit, kind)).toBe(false)
      expect(can({ ...boss, permissions: new Set(['can-credit-main-wallet']) }, credit, kind)).toBe(true)
      expect(can(actor('can-credit-main-wallet'), credit, kind)).toBe(false)
    }
  })
})

it.each([
  ['SuperAdmin', true],
  ['super admin', true],
  [' SUPERADMIN ', true],
  ['admin', false],
  ['superadministrator', false],
  ['', false],
  [null, false],
  [undefined, false],
])('the role %j is a superadmin: %s', (role, is) => expect(isSuperadmin(role)).toBe(is))
