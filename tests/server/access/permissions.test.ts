import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { adminActivity, permissions } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { sentences } from '../../sentences'

const server = await openServer()
const { getPermission, getPermissions, editRoles } = calls.roles
const { createPermission, editPermission, deletePermission } = calls.roles
const { removePermissionFromAdmin } = calls.admins
const me = await server.enterAs({ role: 'SuperAdmin' })
const unknownId = 999_999
// The foundation was laid by the database's clock, which the test does not turn.
await server.database.update(permissions).set({ createdAt: new Date('2026-01-01T00:00:00Z') })

const namesOf = (some: readonly { name: string }[] | undefined) => some?.map(({ name }) => name)
const lastActivity = async () =>
  (await server.database.select().from(adminActivity).orderBy(adminActivity.place)).at(-1)
const later = () => server.clock.pass(0.01)

describe('permissions', () => {
  const all = async () => (await server.ask(getPermissions, {}, me)).output().data
  const called = async (name: string) => {
    const [found] = await server.database.select().from(permissions).where(eq(permissions.name, name))
    return found?.id ?? 0
  }

  it('are listed newest first with all of the catalogue', async () => {
    const names = namesOf(await all())
    expect(names).toEqual(expect.arrayContaining([...permissionCatalogue]))
    expect(names).toHaveLength(await server.database.$count(permissions))
    later()
    const reply = await server.ask(createPermission, { name: ' can  count ' }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.permissionCreated })
    const [first] = await all()
    expect(first?.name).toBe('can count')
    expect((await server.ask(getPermission, { id: first?.id ?? 0 }, me)).output().data).toEqual([first])
  })

  it('of the business can be renamed', async () => {
    await server.ask(createPermission, { name: 'can-old' }, me)
    const id = await called('can-old')
    const reply = await server.ask(editPermission, { permission_id: id, name: 'can-new' }, me)
    expect(reply.json).toEqual({ status: '200', message: sentences.permissionUpdated })
    expect(await called('can-new')).toBe(id)
    expect(await lastActivity()).toMatchObject({
      description: `Renamed permission ${id}`,
      detail: 'From can-old to can-new',
    })
    const taken = await server.ask(editPermission, { permission_id: id, name: 'CAN-VIEW-LOAN' }, me)
    expect(taken.json).toEqual({
      status: '400',
      message: sentences.permissionExists,
    })
  })

  it('of the business can be deleted once only SuperAdmin holds them', async () => {
    await server.ask(createPermission, { name: 'can-go' }, me)
    const id = await called('can-go')
    const admin = await server.makeAdmin()
    await server.grant(admin.id, ['can-go'])
    const held = await server.makeRole('Goer', 'can-go')
    const remove = () => server.ask(deletePermission, { permission_id: id }, me)
    expect((await remove()).message).toBe('1 role and 1 admin still hold this permission.')
    await server.ask(removePermissionFromAdmin, { admin_id: admin.id, permission: ['can-go'] }, me)
    expect((await remove()).message).toBe('1 role and 0 admins still hold this permission.')
    await server.ask(editRoles, { role_id: held.id, permission: [] }, me)
    expect((await remove()).json).toEqual({ status: '200', message: sentences.permissionDeleted })
    expect(await called('can-go')).toBe(0)
  })

  it.each(['can-view-all', 'can-set-market-day-active/inactive'])(
    'of the program can be neither renamed nor deleted: %s',
    async (name) => {
      const permission_id = await called(name)
      const renamed = await server.ask(editPermission, { permission_id, name: 'can-else' }, me)
      expect(renamed.message).toBe(`${name} is part of the program and cannot be renamed.`)
      const deleted = await server.ask(deletePermission, { permission_id }, me)
      expect(deleted.message).toBe(`${name} is part of the program and cannot be deleted.`)
      expect(await called(name)).toBe(permission_id)
    },
  )

  it('with an unknown id are not found', async () => {
    const message = `Permission with ID ${unknownId} not found`
    for (const [call, body] of [
      [getPermission, { id: unknownId }],
      [editPermission, { permission_id: unknownId, name: 'x' }],
      [deletePermission, { permission_id: unknownId }],
    ] as const)
      expect((await server.ask(call, body as never, me)).json).toEqual({ status: '400', message })
  })
})
