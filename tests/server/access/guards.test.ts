import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissions, rolePermissions } from '#server/db/tables/schema'
import { grantRefusal, expectRefused, lackedPermission, openGuardedServer } from '../support/guards'
import { sentences } from '../../sentences'

const world = await openGuardedServer()
const { server, main, superadmin, superadminRole, roleIdOf, newName, permissionsOf } = world
const { rememberRights, expectRightsUnchanged } = world
const { assignRoletoAdmin, removeRole, assignPermissionToAdmin, removePermissionFromAdmin } = calls.admins
const { deleteAdmin, permanentlyDeleteAdmins } = calls.admins
const { resetPassword, reactivateAdminAccount } = calls.admins
const { addRoles, editRoles, deleteRoles, createPermission, editPermission } = calls.roles

beforeEach(rememberRights)

describe('nobody changes their own role or permissions', () => {
  it('by assigning or removing a role, not even a superadmin', async () => {
    const clerk = await server.enter('can-assign-role')
    const role = await server.makeRole(newName())
    for (const actor of [clerk, main, superadmin])
      expectRefused(
        await server.ask(assignRoletoAdmin, { admin_id: actor.id, role_id: role.id }, actor),
        'You cannot change your own role.',
      )
    for (const actor of [clerk, main, superadmin])
      expectRefused(
        await server.ask(removeRole, { admin_id: actor.id, role_id: superadminRole }, actor),
        'You cannot change your own role.',
      )
  })

  it('by assigning or removing permissions', async () => {
    const clerk = await server.enter('can-assign-permission', 'can-view-permission')
    await rememberRights()
    for (const actor of [clerk, main, superadmin])
      for (const call of [assignPermissionToAdmin, removePermissionFromAdmin])
        expectRefused(
          await server.ask(call, { admin_id: actor.id, permission: ['can-view-permission'] }, actor),
          'You cannot change your own permissions.',
        )
    await expectRightsUnchanged()
  })

  it('by editing or deleting the role they hold', async () => {
    const role = await server.makeRole(newName(), 'can-edit-role', 'can-delete-roles')
    const clerk = await server.enterAs({ roleId: role.id })
    await rememberRights()
    const own = 'You cannot change the role that you hold yourself.'
    const fewer = { role_id: role.id, permission: ['can-edit-role'] }
    expectRefused(await server.ask(editRoles, fewer, clerk), own)
    expectRefused(await server.ask(editRoles, { ...fewer, permission: [] }, clerk), own)
    expectRefused(await server.ask(deleteRoles, { role_id: role.id }, clerk), own)
    await expectRightsUnchanged()
  })

  it('by renaming a permission they hold', async () => {
    const [made] = await server.database.insert(permissions).values({ name: 'can-count-shells' }).returning()
    const clerk = await server.enter('can-edit-permission')
    await server.grant(clerk.id, ['can-count-shells'])
    const body = { permission_id: made?.id ?? 0, name: 'can-count-gold' }
    expectRefused(
      await server.ask(editPermission, body, clerk),
      'You cannot rename a permission that you hold yourself.',
    )
    expect((await server.ask(editPermission, body, superadmin)).status).toBe('200')
  })

  it('or deletes, resets or unlocks their own account', async () => {
    for (const actor of [main, superadmin]) {
      const body = { admin_id: actor.id }
      expectRefused(await server.ask(deleteAdmin, body, actor), sentences.ownAccount)
      expectRefused(await server.ask(resetPassword, body, actor), 'Change your own password under Settings.')
      expectRefused(
        await server.ask(reactivateAdminAccount, body, actor),
        'Another admin must unlock your account.',
      )
      expect((await server.ask(permanentlyDeleteAdmins, body, actor)).status).toBe('400')
    }
    expect(server.letters).toHaveLength(0)
    await expectRightsUnchanged()
  })
})

describe('nobody grants a permission that they do not hold', () => {
  it('directly, even among others that they hold', async () => {
    const friend = await server.makeAdmin()
    for (const permission of [
      [lackedPermission],
      ['can-view-agent', lackedPermission],
      [lackedPermission, 'can-view-all', lackedPermission],
    ])
      expectRefused(
        await server.ask(assignPermissionToAdmin, { admin_id: friend.id, permission }, main),
        grantRefusal(lackedPermission),
      )
    const clerk = await server.enter('can-assign-permission')
    const four = ['can-view-agent', 'can-view-loan', 'can-view-all', 'can-edit-role']
    const reply = await server.ask(assignPermissionToAdmin, { admin_id: friend.id, permission: four }, clerk)
    expect(reply.message).toMatch(
      /^You can only grant .+ You do not hold (can-[a-z-]+, ){2}can-[a-z-]+ and 1 more\.$/,
    )
    expect(await permissionsOf(friend.id)).toEqual([])
  })

  it('by creating a role', async () => {
    const roleName = newName()
    const reply = await server.ask(
      addRoles,
      { name: roleName, permission: ['can-view-agent', lackedPermission] },
      main,
    )
    expectRefused(reply, grantRefusal(lackedPermission))
    expect(await roleIdOf(roleName)).toBe(0)
    await expectRightsUnchanged()
  })

  it('by assigning a role of another admin', async () => {
    const friend = await server.makeAdmin()
    const role = await server.makeRole(newName(), lackedPermission)
    expectRefused(
      await server.ask(assignRoletoAdmin, { admin_id: friend.id, role_id: role.id }, main),
      grantRefusal(lackedPermission),
    )
    expect(await permissionsOf(friend.id)).toEqual([])
  })

  it('by replacing a colleague’s role with one of another admin', async () => {
    const [low, high] = [
      await server.makeRole(newName(), 'can-view-agent'),
      await server.makeRole(newName(), lackedPermission),
    ]
    const friend = await server.makeAdmin({ roleId: low.id })
    expectRefused(
      await server.ask(assignRoletoAdmin, { admin_id: friend.id, role_id: high.id }, main),
      grantRefusal(lackedPermission),
    )
    expect(await permissionsOf(friend.id)).toEqual(['can-view-agent'])
  })

  it('by editing the role that a colleague holds', async () => {
    const role = await server.makeRole(newName(), 'can-view-agent')
    const friend = await server.makeAdmin({ roleId: role.id })
    await rememberRights()
    const body = { role_id: role.id, permission: ['can-view-agent', lackedPermission] }
    expectRefused(await server.ask(editRoles, body, main), grantRefusal(lackedPermission))
    expect(await permissionsOf(friend.id)).toEqual(['can-view-agent'])
    await expectRightsUnchanged()
  })

  it('by holding can-view-all', async () => {
    const viewer = await server.enter('can-view-all', 'can-assign-permission')
    const friend = await server.makeAdmin()
    const grant = (permission: string[]) =>
      server.ask(assignPermissionToAdmin, { admin_id: friend.id, permission }, viewer)
    expectRefused(await grant(['can-view-agent']), grantRefusal('can-view-agent'))
    expect((await grant(['can-view-all'])).status).toBe('200')
  })

  it('by creating one, which only SuperAdmin then holds', async () => {
    const clerk = await server.enter('can-create-permission', 'can-assign-permission', 'can-create-role')
    const friend = await server.makeAdmin()
    expect((await server.ask(createPermission, { name: 'can-mint-money' }, clerk)).status).toBe('200')
    const permission = ['can-mint-money']
    expectRefused(
      await server.ask(assignPermissionToAdmin, { admin_id: friend.id, permission }, clerk),
      grantRefusal('can-mint-money'),
    )
    expectRefused(
      await server.ask(addRoles, { name: newName(), permission }, clerk),
      grantRefusal('can-mint-money'),
    )
    expect(await permissionsOf(superadmin.id)).toContain('can-mint-money')
  })

  it('but may keep one in a role or remove it', async () => {
    const role = await server.makeRole(newName(), 'can-view-agent', lackedPermission)
    await server.makeAdmin({ roleId: role.id })
    const edit = (...permission: string[]) => server.ask(editRoles, { role_id: role.id, permission }, main)
    expect((await edit(lackedPermission, 'can-view-loan')).status).toBe('200')
    expect((await edit('can-view-loan')).status).toBe('200')
    expectRefused(await edit('can-view-loan', lackedPermission), grantRefusal(lackedPermission))
  })

  it('but may grant what they hold in each of these ways', async () => {
    const friend = await server.makeAdmin()
    const roleName = newName()
    const permission = ['can-view-agent', 'can-view-loan']
    expect((await server.ask(addRoles, { name: roleName, permission }, main)).status).toBe('200')
    const assigned = { admin_id: friend.id, role_id: await roleIdOf(roleName) }
    expect((await server.ask(assignRoletoAdmin, assigned, main)).status).toBe('200')
    const more = { admin_id: friend.id, permission: ['can-view-saving'] }
    expect((await server.ask(assignPermissionToAdmin, more, main)).status).toBe('200')
    expect((await permissionsOf(friend.id)).toSorted()).toEqual([
      'can-view-agent',
      'can-view-loan',
      'can-view-saving',
    ])
  })

  it('except for a superadmin, whatever the role holds', async () => {
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    const held = and(eq(rolePermissions.roleId, superadminRole), eq(rolePermissions.permissionId, 1))
    const [link] = await server.database.delete(rolePermissions).where(held).returning()
    const [first] = await server.database.select().from(permissions).where(eq(permissions.id, 1))
    const friend = await server.makeAdmin()
    const body = { admin_id: friend.id, permission: [first?.name ?? ''] }
    expect((await server.ask(assignPermissionToAdmin, body, boss)).status).toBe('200')
    if (link) await server.database.insert(rolePermissions).values(link)
  })
})
