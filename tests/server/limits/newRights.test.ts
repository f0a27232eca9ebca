import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { calls } from '#contract/index'
import { rightsGrants } from '#server/db/tables/limits'
import { roles } from '#server/db/tables/schema'
import { naira, personBody } from '../support/people'
import { openLimitDesk } from './limitDesk'

const desk = await openLimitDesk({ NEW_RIGHTS_WAIT_HOURS: '24' })
const { server, ask, database, customerWith, withdrawal, approve, caseOf, waiting } = desk
const boss = await server.enterAs({ role: 'SuperAdmin', name: 'Ngozi Afolabi' })
const other = await server.enter('can-create-withdrawal')
const again = async (admin: { id: number }) => ({ token: await server.openSession(admin.id) })
const tooNew = /^Your rights are new\. You can decide from /

const grantTo = async (admin_id: number, ...permission: string[]) =>
  ask(calls.admins.assignPermissionToAdmin, { admin_id, permission }, await again(boss))
const isNew = async (id: number) =>
  (await database.select().from(rightsGrants).where(eq(rightsGrants.adminId, id))).length > 0

it('rights given before the first movement of money count at once', async () => {
  const early = await server.enter('can-view-withdrawal')
  await grantTo(early.id, 'can-approve-withdrawal')
  expect(await isNew(early.id)).toBe(false)
  // From here on the business has moved money.
  const id = await withdrawal((await customerWith(500)).id, 100, boss)
  expect((await approve(id, await again(early))).status).toBe('200')
})

describe('after the first movement, an admin whose rights grew', () => {
  it('decides on nothing for 24 hours, and then on what others requested', async () => {
    server.clock.rewindAfterTest()
    const late = await server.enter('can-view-withdrawal')
    await grantTo(late.id, 'can-approve-withdrawal')
    const customer = await customerWith(500)
    const id = await withdrawal(customer.id, 100, other)
    const session = await again(late)
    expect((await approve(id, session)).message).toMatch(tooNew)
    expect((await caseOf(id, session))?.against).toMatch(tooNew)
    expect((await waiting(session)).withdrawals).toBe(0)
    server.clock.pass(24 * 60 - 1)
    expect((await approve(id, await again(late))).message).toMatch(tooNew)
    server.clock.pass(1)
    const later = await again(late)
    expect((await waiting(later)).withdrawals).toBeGreaterThan(0)
    expect((await approve(id, later)).status).toBe('200')
  })

  it('never decides on what the admin requested who gave the rights', async () => {
    server.clock.rewindAfterTest()
    const late = await server.enter('can-view-withdrawal')
    await grantTo(late.id, 'can-approve-withdrawal')
    server.clock.pass(48 * 60)
    const customer = await customerWith(500)
    const own = await withdrawal(customer.id, 100, await again(boss))
    const later = await again(late)
    const message = /is of an admin who gave you rights\. Another admin must decide on it\.$/
    expect((await approve(own, later)).message).toMatch(message)
    expect((await caseOf(own, later))?.against).toMatch(message)
    const before = (await waiting(later)).withdrawals ?? 0
    const others = await withdrawal(customer.id, 100, await again(other))
    expect((await waiting(later)).withdrawals).toBe(before + 1)
    expect((await approve(others, later)).status).toBe('200')
  })

  it('nor do those to whom that admin gives rights again', async () => {
    server.clock.rewindAfterTest()
    const puppet = await server.enter('can-assign-permission', 'can-approve-withdrawal')
    await grantTo(puppet.id, 'can-view-withdrawal', 'can-create-withdrawal')
    const second = await server.enter('can-view-withdrawal')
    const body = { admin_id: second.id, permission: ['can-approve-withdrawal'] }
    expect((await ask(calls.admins.assignPermissionToAdmin, body, await again(puppet))).status).toBe('200')
    server.clock.pass(48 * 60)
    const own = await withdrawal((await customerWith(500)).id, 100, await again(boss))
    expect((await approve(own, await again(second))).message).toMatch(/is of an admin who gave you rights\./)
  })

  it('is not held back by rights to view, but by a new account, a role and its change', async () => {
    const seeing = await server.enter('can-approve-withdrawal')
    await grantTo(seeing.id, 'can-view-withdrawal', 'can-download-csv-file')
    expect(await isNew(seeing.id)).toBe(false)

    const person = personBody()
    const added = { name: person.name, email: person.email, phone_number: person.phone_number }
    expect((await ask(calls.admins.addAdmin, added, await again(boss))).status).toBe('200')
    const [newest] = await database.select().from(rightsGrants).orderBy(rightsGrants.id)
    expect(newest).toBeDefined()

    const role = await server.makeRole('Cashier', 'can-view-agent')
    const holder = await server.enterAs({ roleId: role.id })
    const clerkless = await server.enter('can-view-agent')
    const edit = async (...permission: string[]) =>
      ask(calls.roles.editRoles, { role_id: role.id, permission }, await again(boss))
    expect((await edit('can-view-agent', 'can-view-loan')).status).toBe('200')
    expect(await isNew(holder.id)).toBe(false)
    expect((await edit('can-view-agent', 'can-do-first-approval')).status).toBe('200')
    expect(await isNew(holder.id)).toBe(true)
    const assigned = { admin_id: clerkless.id, role_id: role.id }
    expect((await ask(calls.admins.assignRoletoAdmin, assigned, await again(boss))).status).toBe('200')
    expect(await isNew(clerkless.id)).toBe(true)
  })

  it('grows by a higher limit of the role, and by its end', async () => {
    const role = await server.makeRole('Teller', 'can-approve-withdrawal')
    const holder = await server.enterAs({ roleId: role.id })
    const setLimit = async (...amounts: number[]) => {
      const limits = amounts.map((amount) => ({
        kind: 'withdrawal' as const,
        step: 1 as const,
        amount: naira(amount),
      }))
      const reply = await ask(calls.roles.setRoleLimits, { role_id: role.id, limits }, await again(boss))
      expect(reply.status).toBe('200')
      const grants = await database.select().from(rightsGrants).where(eq(rightsGrants.adminId, holder.id))
      return grants.length
    }
    expect(await setLimit(1000)).toBe(0)
    expect(await setLimit(500)).toBe(0)
    expect(await setLimit(600)).toBe(1)
    expect(await setLimit()).toBe(2)
    expect(await database.select().from(roles).where(eq(roles.id, role.id))).toHaveLength(1)
  })

  it('is shown in red by the activity log', async () => {
    const late = await server.enter('can-view-withdrawal')
    const key = randomUUID()
    const body = { admin_id: late.id, permission: ['can-approve-withdrawal'] }
    const session = { ...(await again(boss)), key }
    expect((await ask(calls.admins.assignPermissionToAdmin, body, session)).status).toBe('200')
    const log = await ask(
      calls.admins.getAdminActivityLog,
      { page: 1, reference: key } as never,
      await again(boss),
    )
    expect(log.output().data.data).toMatchObject([{ alert: 'New rights', subject: `admin ${late.id}` }])
  })
})
