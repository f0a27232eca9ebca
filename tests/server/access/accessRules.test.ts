import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { allCalls, calls } from '#contract/index'
import { adminPermissions, admins, permissions, rolePermissions, roles } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { sampleOf } from '../support/samples'
import { sentences } from '../../sentences'

const server = await openServer()
const { getSingleAdminPermission } = calls.session
const { getAgents, addAgent } = calls.agents
const { getAdminActivityLog } = calls.admins

describe('asking about oneself', () => {
  it('needs a session and no permission', async () => {
    const me = await server.enter('can-view-agent')
    const reply = await server.ask(getSingleAdminPermission, { admin_id: me.id }, me)
    expect(reply.output().data).toMatchObject({ name: me.name, email: me.email, roles: [] })
    expect(reply.output().data.permissions.map(({ name }) => name)).toEqual(['can-view-agent'])
  })

  it('is open while a one-time password is in force, for the own id only', async () => {
    const me = await server.makeAdmin({ mustChangePassword: true, permissions: ['can-view-permission'] })
    const other = await server.makeAdmin()
    const token = await server.openSession(me.id)
    expect((await server.ask(getSingleAdminPermission, { admin_id: me.id }, { token })).status).toBe('200')
    const reply = await server.ask(getSingleAdminPermission, { admin_id: other.id }, { token })
    expect(reply).toMatchObject({ http: 403, message: sentences.changePasswordFirst })
  })

  it('reveals nothing of another admin', async () => {
    const me = await server.enter()
    const other = await server.makeAdmin()
    const reply = await server.ask(getSingleAdminPermission, { admin_id: other.id }, me)
    expect(reply).toMatchObject({ http: 403, status: '400' })
    expect(reply.text).not.toContain(other.email)
  })

  it.each([
    ['a list with the own id', (id: number) => [id]],
    ['a list in a list', (id: number) => [[id]]],
    ['an object without a text form', () => ({ toString: 1, valueOf: 1 })],
    ['a fraction', (id: number) => id + 0.5],
    ['text around the own id', (id: number) => ` ${id} `],
  ])('is not recognised in %s', async (_what, idOf) => {
    const me = await server.enter()
    const body = { admin_id: idOf(me.id) } as unknown as { admin_id: number }
    expect(await server.ask(getSingleAdminPermission, body, me)).toMatchObject({ http: 403, status: '400' })
  })

  it('lists role and direct permissions, and another admin’s with can-view-permission', async () => {
    const boss = await server.makeAdmin({ role: 'Supervisor', permissions: ['can-view-agent'] })
    const me = await server.enter('can-view-permission')
    const { data } = (await server.ask(getSingleAdminPermission, { admin_id: boss.id }, me)).output()
    expect(data.permissions.map(({ name }) => name)).toEqual(['can-view-agent'])
    expect(data.roles.map(({ name }) => name)).toEqual(['Supervisor'])
    const names = data.roles[0]?.permissions.map(({ name }) => name) ?? []
    expect(names.toSorted()).toEqual(['can-download-csv-file', 'can-view-all'])
  })
})

describe('a download', () => {
  const files = allCalls.filter(
    (call) => call.kind === 'read' && call.csv && typeof call.access === 'object' && 'anyOf' in call.access,
  )
  it.each(files)('of $name needs can-download-csv-file as well', async (call) => {
    const body = { ...sampleOf(call), download: 'csv' }
    const without = await server.ask(call, body, await server.enter('can-view-all'))
    expect(without).toMatchObject({ http: 403, message: 'You do not have permission to download files.' })
    const withIt = await server.ask(call, body, await server.enter('can-view-all', 'can-download-csv-file'))
    expect(withIt.http).toBe(200)
    expect(withIt.headers['content-type']).toBe('text/csv; charset=utf-8')
    const alone = await server.ask(call, body, await server.enter('can-download-csv-file'))
    expect(alone.http).toBe(403)
  })

  it('of the activity log needs it of a superadmin too', async () => {
    const body = { page: 1, download: 'csv' as const }
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    expect((await server.ask(getAdminActivityLog, body, boss)).http).toBe(200)
    await server.database.$client.query('delete from role_permissions where role_id = $1', [boss.roleId])
    const reply = await server.ask(getAdminActivityLog, body, boss)
    expect(reply).toMatchObject({ http: 403, message: 'You do not have permission to download files.' })
  })
})

describe('a change of rights applies at the next call', () => {
  it('for a direct permission', async () => {
    const me = await server.enter()
    expect((await server.ask(getAgents, { page: 1 }, me)).http).toBe(403)
    await server.grant(me.id, ['can-view-agent'])
    expect((await server.ask(getAgents, { page: 1 }, me)).http).toBe(200)
    await server.database.delete(adminPermissions).where(eq(adminPermissions.adminId, me.id))
    expect((await server.ask(getAgents, { page: 1 }, me)).http).toBe(403)
  })

  it('for the role, and for what the role holds', async () => {
    const me = await server.enter()
    const [role] = await server.database.insert(roles).values({ name: 'Clerk' }).returning()
    const [right] = await server.database
      .select()
      .from(permissions)
      .where(eq(permissions.name, 'can-create-agent'))
    const link = { roleId: role?.id ?? 0, permissionId: right?.id ?? 0 }
    await server.database.insert(rolePermissions).values(link)
    expect((await server.ask(addAgent, sampleOf(addAgent) as never, me)).http).toBe(403)
    await server.database.update(admins).set({ roleId: link.roleId }).where(eq(admins.id, me.id))
    expect((await server.ask(addAgent, sampleOf(addAgent) as never, me)).http).toBe(200)
    await server.database.delete(rolePermissions).where(eq(rolePermissions.roleId, link.roleId))
    expect((await server.ask(addAgent, sampleOf(addAgent) as never, me)).http).toBe(403)
  })

  it.each([
    ['deleted', { deleted: true, status: 'inactive' as const }],
    ['marked as deleted', { deleted: true }],
    ['made inactive', { status: 'inactive' as const }],
  ])('for an admin who is %s, by ending the open session', async (_how, gone) => {
    const me = await server.enter('can-view-agent')
    expect((await server.ask(getAgents, { page: 1 }, me)).http).toBe(200)
    await server.database.update(admins).set(gone).where(eq(admins.id, me.id))
    expect(await server.ask(getAgents, { page: 1 }, me)).toMatchObject({ http: 401, status: '300' })
  })
})
