import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { verifyChain } from '#server/auditChain'
import { adminActivity, agents, roles } from '#server/db/schema'
import { openServer } from './harness'

const server = await openServer()
const { getAgents, deleteAgent, reactivateAgent, resetAgentPassword, approveDevice } = calls.agents
const me = await server.enter(...permissionCatalogue)
const activityOf = (key: string) =>
  server.database.select().from(adminActivity).where(eq(adminActivity.reference, key))

describe('who was meant', () => {
  const log = async (search: string) => {
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    return (await server.ask(calls.admins.getAdminActivityLog, { page: 1, search }, boss)).output().data.data
  }

  it('stands beside a change by the name of then, is found by it and leads to its screen', async () => {
    const { id } = await server.makeAgent({ name: 'Zubairu Nwosu' })
    await server.ask(resetAgentPassword, { agent_id: id }, me)
    await server.database.update(agents).set({ name: 'Another Name' }).where(eq(agents.id, id))
    expect(await log('zubairu')).toMatchObject([
      {
        subject: `agent ${id}`,
        subject_name: 'Zubairu Nwosu',
        subject_agent_id: id,
        subject_customer_id: null,
      },
    ])
  })

  it('stands there of what the change itself deletes', async () => {
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    const [role] = await server.database.insert(roles).values({ name: 'Night Clerk' }).returning()
    await server.ask(calls.roles.deleteRoles, { role_id: role?.id ?? 0 }, boss)
    expect(await log('night clerk')).toMatchObject([{ subject_name: 'Night Clerk', status: 'success' }])
  })

  it('is forgotten with who is deleted for good, and the chain stays whole', async () => {
    const boss = await server.enterAs({ role: 'SuperAdmin' })
    const { id } = await server.makeAdmin({ name: 'Yetunde Forgotten', role: 'Supervisor' })
    await server.ask(calls.admins.deleteAdmin, { admin_id: id }, boss)
    expect(await log('yetunde')).toMatchObject([
      { subject_name: 'Yetunde Forgotten', subject_role: 'Supervisor' },
    ])
    await server.ask(calls.admins.permanentlyDeleteAdmins, { admin_id: id }, boss)
    expect(await log('yetunde')).toEqual([])
    expect(await log(`deleted admin ${id}`)).toMatchObject([
      { subject_name: `Deleted admin ${id}`, subject_role: null },
      { subject_name: `Deleted admin ${id}`, subject_role: null },
    ])
    expect(await verifyChain(server.database)).toMatchObject({ whole: true })
  })

  it.each([
    "update admin_activity_subjects set name = 'Somebody'",
    'update admin_activity_subjects set amount = 1',
    'delete from admin_activity_subjects',
    'truncate admin_activity_subjects',
  ])('is changed in no other way: %s', async (statement) => {
    await expect(server.database.$client.query(statement)).rejects.toThrow(/anonymised|append-only/)
  })
})

describe('the activity log', () => {
  it('has a row for a change, and one for a refusal, each with its reference', async () => {
    const { id } = await server.makeAgent()
    const [done, refused] = [randomUUID(), randomUUID()]
    await server.ask(resetAgentPassword, { agent_id: id }, { ...me, key: done })
    await server.ask(reactivateAgent, { agent_id: id }, { ...me, key: refused })
    const common = { adminId: me.id, subject: `agent ${id}`, createdAt: server.clock.now() }
    expect(await activityOf(done)).toMatchObject([
      { ...common, action: 'agents.resetAgentPassword', status: 'success', detail: null },
    ])
    const detail = 'Only a suspended agent can be reactivated.'
    expect(await activityOf(refused)).toMatchObject([
      { ...common, action: 'agents.reactivateAgent', status: 'refused', detail },
    ])
  })

  it('has a row for a change that the permission was missing for', async () => {
    const clerk = await server.enter()
    const reply = await server.ask(deleteAgent, { agent_id: 1 }, clerk)
    expect(reply.http).toBe(403)
    const rows = await server.database.select().from(adminActivity).where(eq(adminActivity.adminId, clerk.id))
    expect(rows).toMatchObject([
      {
        action: 'agents.deleteAgent',
        description: 'Tried to delete an agent',
        subject: null,
        status: 'refused',
        detail: 'You do not have permission to do this.',
        createdAt: server.clock.now(),
      },
    ])
    expect(rows[0]?.reference).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('has no row for what is no change: a read that is forbidden, a body or a key that is wrong', async () => {
    const clerk = await server.enter()
    const before = await server.database.$count(adminActivity)
    await server.ask(getAgents, { page: 1 }, clerk)
    await server.ask(deleteAgent, { agent_id: 0 }, me)
    await server.ask(deleteAgent, { agent_id: 1 }, { ...me, key: null })
    await server.ask(deleteAgent, { agent_id: 1 }, { token: 'nobody' })
    expect(await server.database.$count(adminActivity)).toBe(before)
  })

  it.each([
    'update admin_activity set status = status',
    'update admin_activity set detail = null where id = 1',
    'delete from admin_activity',
    'delete from admin_activity where false',
    'truncate admin_activity',
    'truncate admins cascade',
  ])('can not be rewritten: %s', async (statement) => {
    await server.ask(approveDevice, { device_id: 999_999 }, me)
    const before = await server.checksums()
    await expect(server.database.$client.query(statement)).rejects.toThrow(/admin_activity is append-only/)
    expect(await server.checksums()).toEqual(before)
  })
})
