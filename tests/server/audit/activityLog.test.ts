import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { permissionCatalogue } from '#contract/permissionCatalogue'
import { adminActivity } from '#server/db/tables/schema'
import { openServer } from '../support/harness'
import { sentences } from '../../sentences'

const server = await openServer()
const { getAgents, deleteAgent, reactivateAgent, resetAgentPassword, approveDevice } = calls.agents
const me = await server.enter(...permissionCatalogue)
const activityOf = (key: string) =>
  server.database.select().from(adminActivity).where(eq(adminActivity.reference, key))

describe('the activity log', () => {
  it('records a change and a refusal, each with its reference', async () => {
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

  it('records a change refused for lack of permission', async () => {
    const clerk = await server.enter()
    const reply = await server.ask(deleteAgent, { agent_id: 1 }, clerk)
    expect(reply.http).toBe(403)
    const rows = await server.database.select().from(adminActivity).where(eq(adminActivity.adminId, clerk.id))
    expect(rows).toMatchObject([
      {
        action: 'agents.deleteAgent',
        description: 'Tried to delete agent 1',
        subject: 'agent 1',
        status: 'refused',
        detail: sentences.noPermission,
        createdAt: server.clock.now(),
      },
    ])
    expect(rows[0]?.reference).toMatch(/^[0-9a-f]{10}$/)
  })

  it('does not record a forbidden read or a change with an invalid body or key', async () => {
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
    "update admin_activity set subject_name = 'Somebody'",
    'update admin_activity set subject_name = null, subject_role = null',
    'update admin_activity set amount = 1',
    'update admin_activity set subject_agent_id = 1 where false',
    'delete from admin_activity',
    'delete from admin_activity where false',
    'truncate admin_activity',
    'truncate admins cascade',
  ])('rejects: %s', async (statement) => {
    await server.ask(approveDevice, { device_id: 999_999 }, me)
    const before = await server.checksums()
    await expect(server.database.$client.query(statement)).rejects.toThrow(/admin_activity is append-only/)
    expect(await server.checksums()).toEqual(before)
  })
})
