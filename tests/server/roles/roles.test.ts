import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { adminActivity, admins, roles } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { sentences } from '../../sentences'

const server = await openServer()
const { getRole, getRoles, addRoles, editRoles, deleteRoles, getRolesAndPermission } = calls.roles
const { getDirectPermissions } = calls.roles
const { assignRoletoAdmin, removeRole, assignPermissionToAdmin, removePermissionFromAdmin } = calls.admins
const me = await server.enterAs({ role: 'SuperAdmin' })
const unknownId = 999_999
// The foundation was laid by the database's clock, which the test does not turn.
await server.database.update(roles).set({ createdAt: new Date('2026-01-01T00:00:00Z') })

const namesOf = (some: readonly { name: string }[] | undefined) => some?.map(({ name }) => name)
const role = async (id: number) => (await server.ask(getRole, { id }, me)).output().data[0]
const allRoles = async () => (await server.ask(getRoles, {}, me)).output().data
const direct = async (admin_id: number) =>
  namesOf((await server.ask(getDirectPermissions, { admin_id }, me)).output().data)
const lastActivity = async () =>
  (await server.database.select().from(adminActivity).orderBy(adminActivity.place)).at(-1)
const later = () => server.clock.pass(0.01)
const one = { status: '400', message: 'One of these permissions does not exist. Load the list again.' }

describe('roles', () => {
  it('are listed newest first, each with its permissions', async () => {
    later()
    const made = await server.makeRole('Auditor', 'can-view-loan', 'can-view-agent')
    const [first, ...others] = await allRoles()
    expect(first).toMatchObject({ id: made.id, name: 'Auditor' })
    expect(namesOf(first?.permissions)?.toSorted()).toEqual(['can-view-agent', 'can-view-loan'])
    expect(others).toHaveLength((await server.database.$count(roles)) - 1)
    expect(namesOf(others)).toEqual(
      expect.arrayContaining(['Admin', 'Main Admin', 'SuperAdmin', 'Supervisor']),
    )
    const boss = others.find(({ name }) => name === 'SuperAdmin')
    expect(namesOf(boss?.permissions)?.toSorted()).toEqual(permissionCatalogue.toSorted())
  })

  it('are read one by one, and not found by an unknown id', async () => {
    const made = await server.makeRole('Empty One')
    expect(await role(made.id)).toEqual({ id: made.id, name: 'Empty One', permissions: [], holders: [] })
    for (const [call, body] of [
      [getRole, { id: unknownId }],
      [editRoles, { role_id: unknownId, permission: [] }],
      [deleteRoles, { role_id: unknownId }],
      [getRolesAndPermission, { role_id: unknownId }],
    ] as const) {
      const reply = await server.ask(call, body as never, me)
      expect(reply.json).toEqual({ status: '400', message: `Role with ID ${unknownId} not found` })
    }
  })

  it('are returned with their permissions as one flat sequence', async () => {
    const all = await allRoles()
    const flat = (await server.ask(getRolesAndPermission, {}, me)).output().data
    expect(flat).toEqual(all.flatMap(({ id, name, permissions: held }) => [{ id, name }, held]))
    const [first] = all
    const single = await server.ask(getRolesAndPermission, { role_id: first?.id ?? 0 }, me)
    expect(single.output().data).toEqual(flat.slice(0, 2))
  })

  it('are created with a trimmed name and each permission once', async () => {
    later()
    const body = { name: '  Market   Officer ', permission: ['can-view-market-day', 'can-view-market-day'] }
    const reply = await server.ask(addRoles, body, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.roleCreated })
    const [made] = await allRoles()
    expect(made).toMatchObject({ name: 'Market Officer' })
    expect(namesOf(made?.permissions)).toEqual(['can-view-market-day'])
    expect(await lastActivity()).toMatchObject({
      description: `Created role ${made?.id}`,
      detail: 'can-view-market-day',
    })
  })

  it('may have no permission and a Nigerian name', async () => {
    expect((await server.ask(addRoles, { name: 'Ọ̀fíìsì (Ìlú) 2', permission: [] }, me)).status).toBe('200')
  })

  it.each(['Supervisor', 'supervisor', ' SUPER VISOR '])('can not share the name %j', async (name) => {
    const reply = await server.ask(addRoles, { name, permission: [] }, me)
    expect(reply.json).toEqual({
      status: '400',
      message: 'A role with this name, or one that looks like it, already exists.',
    })
  })

  it.each([
    ['', sentences.roleNameRequired],
    [' \t ', 'Role name is required.'],
    ['x'.repeat(101), 'Role name may have at most 100 characters.'],
    [
      '=SUM(A1)',
      "Role name may have letters of English, Hausa, Igbo and Yoruba, digits, spaces and & ' ( ) . / - only.",
    ],
  ])('are refused the name %j', async (name, message) => {
    const reply = await server.ask(addRoles, { name, permission: [] }, me)
    expect(reply).toMatchObject({ http: 200, status: '100', fields: [message] })
  })

  it('reject an unknown permission', async () => {
    const body = { name: 'Dreamer', permission: ['can-view-agent', 'can-fly'] }
    expect((await server.ask(addRoles, body, me)).json).toEqual(one)
    expect(await server.database.$count(roles, eq(roles.name, 'Dreamer'))).toBe(0)
  })

  it('get exactly the chosen permissions, and the log has the difference', async () => {
    const { id } = await server.makeRole('Collector', 'can-view-agent', 'can-view-loan')
    const body = { role_id: id, permission: ['can-view-loan', 'can-view-saving'] }
    const reply = await server.ask(editRoles, body, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.roleUpdated })
    expect(namesOf((await role(id))?.permissions)?.toSorted()).toEqual(['can-view-loan', 'can-view-saving'])
    expect(await lastActivity()).toMatchObject({
      description: `Changed the permissions of role ${id}`,
      detail: 'Added: can-view-saving. Removed: can-view-agent.',
    })
    expect((await server.ask(editRoles, { ...body, permission: ['can-fly'] }, me)).json).toEqual(one)
    expect((await role(id))?.permissions).toHaveLength(2)
  })

  it('are not deleted while active admins hold them', async () => {
    const { id } = await server.makeRole('Held')
    const first = await server.makeAdmin({ roleId: id })
    const remove = () => server.ask(deleteRoles, { role_id: id }, me)
    expect((await remove()).message).toBe(
      '1 active admin still holds this role. Give this admin another role first, or remove it.',
    )
    const second = await server.makeAdmin({ roleId: id })
    expect((await remove()).message).toBe(
      '2 active admins still hold this role. Give each of them another role first, or remove it.',
    )
    expect(await role(id)).toMatchObject({ name: 'Held', holders: [first.name, second.name].toSorted() })
    await server.ask(calls.admins.deleteAdmin, { admin_id: first.id }, me)
    await server.ask(removeRole, { admin_id: second.id, role_id: id }, me)
    expect((await remove()).json).toEqual({ status: '200', message: sentences.roleDeleted })
    await server.ask(calls.admins.activateDeletedAdmins, { admin_id: first.id }, me)
    const [back] = (await server.ask(calls.admins.getAdmin, { id: first.id }, me)).output().data
    expect(back).toMatchObject({ roleName: null, roles: [] })
  })
})

describe('the role of an admin', () => {
  const assign = (admin_id: number, role_id: number, current_role_id?: number | null) =>
    server.ask(
      assignRoletoAdmin,
      { admin_id, role_id, ...(current_role_id !== undefined && { current_role_id }) },
      me,
    )
  const roleOf = async (id: number) =>
    (await server.database.select().from(admins).where(eq(admins.id, id)))[0]?.roleId
  const stale = 'Another admin has changed the role of this admin. Load the page again.'

  it('is assigned, changed, and removed; the log names both roles', async () => {
    const admin = await server.makeAdmin()
    const first = await server.makeRole('First Role', 'can-view-agent')
    const second = await server.makeRole('Second Role')
    expect((await assign(admin.id, first.id)).message).toBe(sentences.roleAssigned)
    expect(await lastActivity()).toMatchObject({
      description: `Assigned a role to admin ${admin.id}`,
      detail: `Role ${first.id}, First Role`,
    })
    expect((await assign(admin.id, first.id)).message).toBe('This admin already has this role.')
    expect((await assign(admin.id, unknownId)).message).toBe(`Role with ID ${unknownId} not found`)
    expect((await assign(admin.id, second.id)).json).toEqual({
      status: '200',
      message: sentences.roleChanged,
    })
    expect(await lastActivity()).toMatchObject({
      detail: `Role ${second.id}, Second Role, instead of role ${first.id}, First Role`,
    })
    expect(await roleOf(admin.id)).toBe(second.id)

    const remove = (role_id: number) => server.ask(removeRole, { admin_id: admin.id, role_id }, me)
    expect((await remove(first.id)).message).toBe(stale)
    expect((await remove(second.id)).json).toEqual({ status: '200', message: sentences.roleRemoved })
    expect(await roleOf(admin.id)).toBeNull()
    expect(await lastActivity()).toMatchObject({
      description: `Removed the role of admin ${admin.id}`,
      detail: `Role ${second.id}, Second Role`,
    })
    expect((await remove(second.id)).message).toBe('This admin has no role.')
    expect((await remove(unknownId)).message).toBe(`Role with ID ${unknownId} not found`)
  })

  it('is refused where the screen showed another role', async () => {
    const [old, wanted] = [await server.makeRole('Old Role'), await server.makeRole('Wanted Role')]
    const admin = await server.makeAdmin({ roleId: old.id })
    expect((await assign(admin.id, wanted.id, null)).message).toBe(stale)
    expect((await assign(admin.id, wanted.id, wanted.id)).message).toBe(stale)
    expect(await roleOf(admin.id)).toBe(old.id)
    expect((await assign(admin.id, wanted.id, old.id)).status).toBe('200')
  })

  it('applies to an open session at the next call', async () => {
    const viewer = await server.makeRole('Agent Viewer', 'can-view-agent')
    const other = await server.makeRole('Loan Viewer', 'can-view-loan')
    const clerk = await server.enterAs({ roleId: viewer.id })
    const statusOfList = async () => (await server.ask(calls.agents.getAgents, { page: 1 }, clerk)).http
    expect(await statusOfList()).toBe(200)
    await assign(clerk.id, other.id)
    expect(await statusOfList()).toBe(403)
    await assign(clerk.id, viewer.id)
    expect(await statusOfList()).toBe(200)
    await server.ask(removeRole, { admin_id: clerk.id, role_id: viewer.id }, me)
    expect(await statusOfList()).toBe(403)
  })

  it('of a deleted admin can not be changed', async () => {
    const held = await server.makeRole('Held Role')
    const admin = await server.makeAdmin({ roleId: held.id, deleted: true })
    const message = sentences.adminInactive
    expect((await assign(admin.id, 1)).message).toBe(message)
    const reply = await server.ask(removeRole, { admin_id: admin.id, role_id: held.id }, me)
    expect(reply.message).toBe(message)
  })
})

describe('direct permissions', () => {
  it('are added to existing ones and removed one by one', async () => {
    const admin = await server.makeAdmin({ role: 'Supervisor', permissions: ['can-view-loan'] })
    const change = (call: typeof assignPermissionToAdmin, ...permission: string[]) =>
      server.ask(call, { admin_id: admin.id, permission }, me)
    const added = await change(assignPermissionToAdmin, 'can-view-loan', 'can-view-agent', 'can-view-agent')
    expect(added.json).toEqual({ status: '200', message: sentences.permissionsAssigned })
    expect((await direct(admin.id))?.toSorted()).toEqual(['can-view-agent', 'can-view-loan'])
    expect(await lastActivity()).toMatchObject({ detail: 'can-view-agent' })
    const again = await change(assignPermissionToAdmin, 'can-view-loan')
    expect(again.json).toEqual({ status: '400', message: 'This admin already has these permissions.' })

    const removed = await change(removePermissionFromAdmin, 'can-view-loan', 'can-view-saving')
    expect(removed.json).toEqual({ status: '200', message: sentences.permissionsRemoved })
    expect(await direct(admin.id)).toEqual(['can-view-agent'])
    expect(await lastActivity()).toMatchObject({ detail: 'can-view-loan' })
    const ofRole = await change(removePermissionFromAdmin, 'can-view-all')
    const message = 'This admin does not hold these permissions directly.'
    expect(ofRole.json).toEqual({ status: '400', message })
  })

  it.each([assignPermissionToAdmin, removePermissionFromAdmin])(
    'require at least one known permission: $name',
    async (call) => {
      const { id } = await server.makeAdmin()
      const none = await server.ask(call, { admin_id: id, permission: [] }, me)
      expect(none).toMatchObject({ status: '100', fields: ['Please select at least one permission.'] })
      expect((await server.ask(call, { admin_id: id, permission: ['can-fly'] }, me)).json).toEqual(one)
    },
  )

  it('of an unknown admin are not found', async () => {
    const reply = await server.ask(getDirectPermissions, { admin_id: unknownId }, me)
    expect(reply.json).toEqual({ status: '400', message: `Admin with ID ${unknownId} not found` })
  })
})
