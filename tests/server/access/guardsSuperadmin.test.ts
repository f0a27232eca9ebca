import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { isSuperadmin } from '#contract/permissions'
import { admins, permissions, roles } from '#server/db/tables/schema'
import { expectRefused, openGuardedServer } from '../support/guards'
import { sentences } from '../../sentences'

const world = await openGuardedServer()
const { server, main, superadmin, superadminRole, roleIdOf, newName } = world
const { rememberRights, expectRightsUnchanged } = world
const { assignRoletoAdmin, removeRole, assignPermissionToAdmin, removePermissionFromAdmin } = calls.admins
const { deleteAdmin, activateDeletedAdmins, permanentlyDeleteAdmins } = calls.admins
const { resetPassword, reactivateAdminAccount, updateAdmin } = calls.admins
const { addRoles, editRoles, deleteRoles, createPermission, editPermission } = calls.roles
const phone_number = '08122222222'

beforeEach(rememberRights)

describe('only a superadmin may change a superadmin by', () => {
  const message = sentences.superadminOnly
  const ways = {
    deleteAdmin,
    resetPassword,
    updateAdmin,
    reactivateAdminAccount,
    assignPermissionToAdmin,
    removePermissionFromAdmin,
    assignRoletoAdmin,
    removeRole,
  }
  it.each(Object.entries(ways))('%s', async (_name, call) => {
    const boss = await server.makeAdmin({ role: 'SuperAdmin' })
    const everything = await server.enter(...permissionCatalogue)
    await rememberRights()
    const role = await roleIdOf('Admin')
    const body = { admin_id: boss.id, phone_number, permission: ['can-view-agent'], role_id: role }
    for (const actor of [main, everything]) expectRefused(await server.ask(call, body, actor), message)
    const [now] = await server.database.select().from(admins).where(eq(admins.id, boss.id))
    expect(now).toEqual(boss)
    await expectRightsUnchanged()
  })

  it.each(Object.entries({ activateDeletedAdmins, permanentlyDeleteAdmins }))(
    '%s of a deleted superadmin',
    async (_name, call) => {
      const boss = await server.makeAdmin({ role: 'SuperAdmin', deleted: true })
      expectRefused(await server.ask(call, { admin_id: boss.id }, main), message)
      const [now] = await server.database.select().from(admins).where(eq(admins.id, boss.id))
      expect(now).toEqual(boss)
      expect((await server.ask(call, { admin_id: boss.id }, superadmin)).status).toBe('200')
    },
  )
})

describe('only a superadmin can make a superadmin', () => {
  it('not an admin with every permission', async () => {
    const everything = await server.enter(...permissionCatalogue)
    const friend = await server.makeAdmin()
    const body = { admin_id: friend.id, role_id: superadminRole }
    for (const actor of [main, everything])
      expectRefused(
        await server.ask(assignRoletoAdmin, body, actor),
        'Only a superadmin can make a superadmin.',
      )
    expect((await server.ask(assignRoletoAdmin, body, superadmin)).status).toBe('200')
    await server.ask(deleteAdmin, { admin_id: friend.id }, superadmin)
  })

  it.each([
    'superadmin',
    'Super Admin',
    ' SuperAdmin',
    'SUPER  ADMIN ',
    'super\tadmin',
    'super\u00a0admin',
    'Ｓuperadmin',
    'S u p e r A d m i n',
  ])('not by a role called %j', async (name) => {
    const count = await server.database.$count(roles)
    for (const actor of [main, superadmin]) {
      const reply = await server.ask(addRoles, { name, permission: [] }, actor)
      expect(['100', '400']).toContain(reply.status)
    }
    expect(await server.database.$count(roles)).toBe(count)
    const all = await server.database.select().from(roles)
    expect(all.filter((role) => isSuperadmin(role.name))).toHaveLength(1)
  })

  it.each([
    'Super\u200badmin',
    'Super\u034fadmin',
    'Ѕuperadmin',
    'Super\u00adAdmin',
    'Superadmin\u202e',
    '<b>SuperAdmin</b>',
  ])('not by a role with the confusable name %j', async (name) => {
    const reply = await server.ask(addRoles, { name, permission: [] }, superadmin)
    const message =
      "Role name may have letters of English, Hausa, Igbo and Yoruba, digits, spaces and & ' ( ) . / - only."
    expect(reply).toMatchObject({ status: '100', fields: [message] })
  })

  it('not by renaming a role, whose sent name is ignored', async () => {
    const role = await server.makeRole(newName(), 'can-view-agent')
    const body = { role_id: role.id, name: 'SuperAdmin', permission: ['can-view-agent'] }
    expect((await server.ask(editRoles, body, main)).status).toBe('200')
    const [now] = await server.database.select().from(roles).where(eq(roles.id, role.id))
    expect(now?.name).toBe(role.name)
  })

  it('and no admin can edit or delete the SuperAdmin role', async () => {
    const fixed = 'The SuperAdmin role cannot be changed or deleted.'
    for (const actor of [main, superadmin]) {
      expectRefused(await server.ask(editRoles, { role_id: superadminRole, permission: [] }, actor), fixed)
      expectRefused(await server.ask(deleteRoles, { role_id: superadminRole }, actor), fixed)
    }
    await expectRightsUnchanged()
  })

  it.each(['can-view-all', 'Can-View-All', ' can-view-all ', 'CAN-CREDIT-MAIN-WALLET'])(
    'and no permission can be named %j',
    async (name) => {
      const clerk = await server.enter('can-edit-permission', 'can-create-permission')
      const [made] = await server.database
        .insert(permissions)
        .values({ name: `can-do ${newName()}` })
        .returning()
      const taken = sentences.permissionExists
      expectRefused(await server.ask(createPermission, { name }, clerk), taken)
      expectRefused(await server.ask(editPermission, { permission_id: made?.id ?? 0, name }, clerk), taken)
    },
  )
})
