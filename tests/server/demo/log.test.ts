import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { faultOfClosings } from '#server/audit/closedDays'
import { verifyChain } from '#server/audit/auditChain'
import { findLocked } from '#server/auth/throttle'
import { openDatabase } from '#server/db/database'
import {
  adminActivity,
  adminPermissions,
  admins,
  agents,
  customers,
  permissions,
  rolePermissions,
  roles,
} from '#server/db/tables/schema'
import { recordChanges } from '#server/db/tables/histories'
import { demoAccounts } from '#server/demo/demo'
import { demoDatabase, startOfClock as now } from '../support/testDatabase'

const dayMs = 86_400_000
const place = await demoDatabase()
const { database, close } = await openDatabase(place)
const staff = await database
  .select({
    id: admins.id,
    email: admins.email,
    role: roles.name,
    deleted: admins.deleted,
    createdAt: admins.createdAt,
  })
  .from(admins)
  .leftJoin(roles, eq(roles.id, admins.roleId))
const log = await database.select().from(adminActivity).orderBy(adminActivity.place)
const byId = new Map(staff.map((one) => [one.id, one]))
afterAll(async () => {
  await close()
  await place.drop()
})

it('has a custom role with permissions and two holders', async () => {
  const held = await database
    .select({ name: permissions.name })
    .from(rolePermissions)
    .innerJoin(roles, eq(roles.id, rolePermissions.roleId))
    .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
    .where(eq(roles.name, 'Loan Officer'))
  expect(held.map(({ name }) => name)).toContain('can-do-first-approval')
  expect(held).toHaveLength(10)
  expect(staff.filter(({ role }) => role === 'Loan Officer')).toHaveLength(2)
})

it('has one admin with a direct permission, and one whose account is locked', async () => {
  const direct = await database.select().from(adminPermissions)
  expect(direct.map(({ adminId }) => byId.get(adminId)?.role)).toEqual(['Admin'])
  const emails = staff.map(({ email }) => email)
  const locked = await findLocked(database, emails, new Date(now.getTime() + 30 * dayMs))
  expect([...locked]).toEqual(['lekan.odutola@alajo.test'])
  for (const { email } of demoAccounts) expect(locked).not.toContain(email)
})

it('has a log of the last 60 days, in order, whose chain is intact', async () => {
  expect(log).toHaveLength(464)
  const times = log.map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Math.min(...times)).toBeGreaterThan(now.getTime() - 61 * dayMs)
  expect(await verifyChain(database)).toMatchObject({ intact: true, rows: 464 })
  expect(new Set(log.map(({ reference }) => reference)).size).toBe(464)
  expect(await faultOfClosings(database)).toEqual({ closings: 3 })
})

it('has a log that is consistent with the business', async () => {
  const customerRows = new Map((await database.select().from(customers)).map((one) => [one.id, one]))
  const agentRows = new Map((await database.select().from(agents)).map((one) => [one.id, one]))
  for (const { action, adminId, subject, status, detail, description, createdAt } of log) {
    const actor = byId.get(adminId)
    expect(actor?.deleted).toBe(false)
    expect(actor?.createdAt.getTime()).toBeLessThan(createdAt.getTime())
    // A closing of a day has the hash of its figures.
    const isClosing = action === 'closing.closeDay'
    expect(detail === null).toBe(status === 'success' && !isClosing)
    expect(description.startsWith('Tried to ')).toBe(status === 'refused')
    const [noun, id] = subject?.split(' ') ?? []
    const about =
      noun === 'customer'
        ? customerRows.get(Number(id))
        : noun === 'agent'
          ? agentRows.get(Number(id))
          : noun === 'admin'
            ? byId.get(Number(id))
            : undefined
    if (about) expect(about.createdAt.getTime()).toBeLessThan(createdAt.getTime())
    else expect(subject === null || noun === 'device' || isClosing).toBe(true)
  }
  const refused = log.filter(({ status }) => status === 'refused').length
  expect(refused).toBeGreaterThan(15)
  expect(refused).toBeLessThan(90)
  const viewers = log.filter(({ adminId }) => byId.get(adminId)?.role === 'Supervisor')
  for (const { action, status } of viewers)
    expect(status === 'refused' || action.startsWith('session.')).toBe(true)
})

it('has histories that belong to the log and end with what the records have', async () => {
  const changes = await database.select().from(recordChanges).orderBy(recordChanges.id)
  const newest = new Map(changes.map((one) => [`${one.noun} ${one.recordId} ${one.field}`, one]))
  expect(new Set(changes.map(({ noun, field }) => `${noun} ${field}`))).toEqual(
    new Set([
      'customer assigned_agent_id',
      'customer is_frozen',
      'customer phone_number',
      'agent phone_number',
    ]),
  )
  const actions = new Map(log.map(({ reference, subject, status }) => [reference, { subject, status }]))
  for (const { noun, recordId, reference } of changes)
    expect(actions.get(reference ?? '')).toEqual({ subject: `${noun} ${recordId}`, status: 'success' })
  for (const { noun, recordId, field, after } of newest.values()) {
    const { rows } = await database.execute<{ value: string }>(
      sql`select ${sql.identifier(field ?? '')}::text as value from ${sql.identifier(`${noun}s`)} where id = ${recordId}`,
    )
    expect(rows[0]?.value).toBe(after)
  }
})

it('has a log that records who deleted the inactive admins', () => {
  const farewells = log.filter(({ action }) => action === 'admins.deleteAdmin')
  const gone = staff.filter(({ deleted }) => deleted)
  expect(new Set(farewells.map(({ subject }) => subject))).toEqual(
    new Set(gone.map(({ id }) => `admin ${id}`)),
  )
  for (const { adminId } of farewells) expect(byId.get(adminId)?.role).toBe('SuperAdmin')
})
