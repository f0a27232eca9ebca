import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import type { Permission } from '#contract/permissionCatalogue'
import { admins } from '#server/db/tables/schema'
import { sentences } from '../../sentences'
import { grantRefusal, expectRefused, openGuardedServer } from '../support/guards'

const world = await openGuardedServer()
const { server, main, superadmin, superadmins, superadminRole, roleIdOf, newName, permissionsOf } = world
const { assignRoletoAdmin, removeRole, assignPermissionToAdmin } = calls.admins
const { deleteAdmin } = calls.admins
const { editRoles, deleteRoles } = calls.roles

describe('a lost right applies at the next call', () => {
  const friendOf = () => server.makeAdmin()
  const grantTo = async (actor: { token: string }, permission: Permission) =>
    server.ask(assignPermissionToAdmin, { admin_id: (await friendOf()).id, permission: [permission] }, actor)

  it('when a role is edited during a session', async () => {
    const role = await server.makeRole(newName(), 'can-assign-permission', 'can-view-loan')
    const clerk = await server.enterAs({ roleId: role.id })
    expect((await grantTo(clerk, 'can-view-loan')).status).toBe('200')
    const edit = (permission: string[]) => server.ask(editRoles, { role_id: role.id, permission }, main)
    await edit(['can-assign-permission'])
    expectRefused(await grantTo(clerk, 'can-view-loan'), grantRefusal('can-view-loan'))
    await edit([])
    expect((await grantTo(clerk, 'can-view-loan')).http).toBe(403)
  })

  it('when an admin is deleted, whose session ends', async () => {
    const clerk = await server.enter('can-assign-permission', 'can-view-loan')
    expect((await grantTo(clerk, 'can-view-loan')).status).toBe('200')
    await server.ask(deleteAdmin, { admin_id: clerk.id }, superadmin)
    expect(await grantTo(clerk, 'can-view-loan')).toMatchObject({ http: 401, status: '300' })
  })

  it('when a superadmin loses the role', async () => {
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    await server.database.update(admins).set({ roleId: null }).where(eq(admins.id, boss.id))
    await server.grant(boss.id, ['can-delete-admin'])
    const reply = await server.ask(deleteAdmin, { admin_id: superadmin.id }, boss)
    expectRefused(reply, sentences.superadminOnly)
  })
})

describe('simultaneous calls', () => {
  it('of superadmins who delete each other leave one', async () => {
    const atFirst = await superadmins()
    for (let round = 0; round < 5; round++) {
      const [one, two] = [
        await server.enterAs({ role: 'SuperAdmin' }),
        await server.enterAs({ role: 'SuperAdmin' }),
      ]
      const replies = await Promise.all([
        server.ask(deleteAdmin, { admin_id: two.id }, one),
        server.ask(deleteAdmin, { admin_id: one.id }, two),
      ])
      expect(replies.map(({ http }) => String(http)).toSorted()).toEqual(['200', '401'])
      expect(await superadmins()).toBe(atFirst + round + 1)
    }
  })

  it('of a grant and the deletion of its admin run one after the other', async () => {
    for (let round = 0; round < 5; round++) {
      const clerk = await server.enter('can-assign-permission', 'can-view-loan')
      const friend = await server.makeAdmin()
      const body = { admin_id: friend.id, permission: ['can-view-loan'] }
      const [granted] = await Promise.all([
        server.ask(assignPermissionToAdmin, body, clerk),
        server.ask(deleteAdmin, { admin_id: clerk.id }, superadmin),
      ])
      expect([200, 401]).toContain(granted.http)
      expect(await permissionsOf(friend.id)).toEqual(granted.http === 200 ? ['can-view-loan'] : [])
    }
  })

  it('of superadmins who demote each other leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await superadmins()
      const [one, two] = [
        await server.enterAs({ role: 'SuperAdmin' }),
        await server.enterAs({ role: 'SuperAdmin' }),
      ]
      const lesser = await roleIdOf('Supervisor')
      const replies = await Promise.all([
        server.ask(removeRole, { admin_id: two.id, role_id: superadminRole }, one),
        server.ask(assignRoletoAdmin, { admin_id: one.id, role_id: lesser }, two),
      ])
      // The second one is no longer a superadmin: refused by permission or by guard.
      expect(replies.filter(({ http, status }) => http === 200 && status === '200')).toHaveLength(1)
      expect(await superadmins()).toBe(before + 1)
    }
  })

  it('of changes of one role make one and refuse the others', async () => {
    for (let round = 0; round < 5; round++) {
      const old = await server.makeRole(newName())
      const friend = await server.makeAdmin({ roleId: old.id })
      const wanted = await server.makeRole(newName())
      const ids = { admin_id: friend.id, current_role_id: old.id }
      const replies = await Promise.all([
        server.ask(assignRoletoAdmin, { ...ids, role_id: wanted.id }, main),
        server.ask(assignRoletoAdmin, { ...ids, role_id: superadminRole }, superadmin),
        server.ask(removeRole, { admin_id: friend.id, role_id: old.id }, main),
      ])
      expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400', '400'])
      await server.database.update(admins).set({ roleId: null }).where(eq(admins.id, friend.id))
    }
  })

  it('do not delete a role that is being assigned', async () => {
    for (let round = 0; round < 5; round++) {
      const friend = await server.makeAdmin()
      const role = await server.makeRole(newName())
      const replies = await Promise.all([
        server.ask(assignRoletoAdmin, { admin_id: friend.id, role_id: role.id }, main),
        server.ask(deleteRoles, { role_id: role.id }, main),
      ])
      expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
    }
  })
})
