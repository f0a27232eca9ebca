import { eq, inArray, sql } from 'drizzle-orm'
import type { Permission } from '#contract/permissionCatalogue'
import { type Noun, type Snapshot, snapshotOf } from '../audit/activitySubjects'
import { hashPassword } from '../auth/passwords'
import { lockOf } from '../auth/throttle'
import type { Database, Transaction } from '../db/database'
import { makeDemoCalendar } from './calendar'
import { closeLastDays } from './closings'
import { customerFile } from './files'
import { inventHistories } from './histories'
import { inventLog } from './log'
import { makeDemoMoney } from './money/money'
import { markAsDemo } from './isDemo'
import { recordChanges } from '../db/tables/histories'
import { type Clock, type DemoAgent, inventPeople, workingClock, workingDay } from './demoPeople'
import {
  adminActivity,
  adminPermissions,
  admins,
  agentActivity,
  agentDevices,
  agents,
  customers,
  permissions,
  rolePermissions,
  roles,
  signInThrottles,
} from '../db/tables/schema'

export const demoCustomers = 3000

/** Public, so for demo accounts only. */
export const demoPassword = 'Alajo-demo-2026'

const accounts = [
  { name: 'Ngozi Afolabi', email: 'superadmin@alajo.test', role: 'SuperAdmin' },
  { name: 'Musa Abdulkadir', email: 'admin@alajo.test', role: 'Admin' },
  { name: 'Ebele Anyanwu', email: 'main@alajo.test', role: 'Main Admin' },
  { name: 'Kunle Adesanya', email: 'supervisor@alajo.test', role: 'Supervisor' },
]
export const demoAccounts: readonly { email: string; role: string }[] = accounts

/**
 * Fills a database that has only its base data with a demo business of 18 months. Throws if base data is missing. With more
 * customers it is larger, for measurements.
 */
export async function makeDemo(database: Database, now: Date, customerCount = demoCustomers): Promise<void> {
  const passwordHash = await hashPassword(demoPassword)
  await database.transaction(async (tx) => {
    await markAsDemo(tx)
    const clock = workingClock(now)
    const people = inventPeople(clock)
    await makeRole(tx, clock)
    const everyRole = await tx.select().from(roles)
    const roleIds = new Map(everyRole.map(({ id, name }) => [name, id]))
    const roleNames = new Map(everyRole.map(({ id, name }) => [id, name]))
    const roleId = (role: string) => {
      const id = roleIds.get(role)
      if (id === undefined) throw new Error(`The role ${role} is missing from this database.`)
      return id
    }
    const demoStaff = accounts.map(({ name, email, role }) => ({
      name,
      email,
      phoneNumber: people.newPhone(),
      passwordHash,
      roleId: roleId(role),
      createdAt: clock(accountsAge),
    }))
    const staff = await tx
      .insert(admins)
      .values([...demoStaff, ...people.makeStaff(roleId, passwordHash)])
      .returning()
    await makeSpecialAccounts(tx, now, staff)

    const staffed = people.makeAgents()
    await insertAgents(tx, staffed)
    const devices = await tx.insert(agentDevices).values(people.makeDevices(staffed)).returning()
    const clients = people
      .makeCustomers(staffed, customerCount)
      .map((row, at) => ({ ...row, idCardFile: customerFile(at) }))
    for (let from = 0; from < clients.length; from += batchSize)
      await tx.insert(customers).values(clients.slice(from, from + batchSize))
    await tx.insert(agentActivity).values(people.makeActivity(staffed, 450))
    await makeDemoMoney(tx, now)
    await makeDemoCalendar(tx, now, clock)
    const named = staff.map((one) => ({ ...one, role: roleNames.get(one.roleId ?? 0) }))
    const log = inventLog(clock, { staff: named, agents: staffed, devices })
    const office = named.filter(({ role, deleted }) => role === 'Admin' && !deleted).map(({ id }) => id)
    const histories = await inventHistories(tx, clock, log, office)
    // Without statistics the figures of a day, the first lists and checks would have bad plans.
    await tx.execute(sql`analyze`)
    const closer = staff.find(({ email }) => email === 'main@alajo.test')
    const closings = await closeLastDays(tx, now, closer?.id ?? 0)
    const logged = [...histories.log, ...closings].toSorted(
      (one, other) => (one.createdAt?.getTime() ?? 0) - (other.createdAt?.getTime() ?? 0),
    )
    await tx.insert(adminActivity).values(await withSubjects(tx, logged))
    await tx.insert(recordChanges).values(histories.changes)
    await tx.execute(sql`analyze admin_activity, record_changes`)
  })
}

/** One custom role. */
async function makeRole(tx: Transaction, clock: Clock) {
  const [role] = await tx
    .insert(roles)
    .values({ name: 'Loan Officer', createdAt: clock(300 * workingDay) })
    .returning()
  const held = await tx.select().from(permissions).where(inArray(permissions.name, loanOfficer))
  await tx.insert(rolePermissions).values(held.map(({ id }) => ({ roleId: role?.id ?? 0, permissionId: id })))
}

/** One admin with a direct permission, and one whose account stays locked until an admin unlocks it. */
async function makeSpecialAccounts(
  tx: Transaction,
  now: Date,
  staff: readonly { id: number; email: string }[],
) {
  const admin = staff.find(({ email }) => email === 'ezinne.obiechina@alajo.test')
  const [extra] = await tx.select().from(permissions).where(eq(permissions.name, 'can-do-second-approval'))
  await tx.insert(adminPermissions).values({ adminId: admin?.id ?? 0, permissionId: extra?.id ?? 0 })
  const nextYear = new Date(now.getTime() + 365 * 86_400_000)
  await tx.insert(signInThrottles).values(lockOf('lekan.odutola@alajo.test', nextYear, now))
}

const loanOfficer: Permission[] = [
  'can-view-customer',
  'can-view-customer-details',
  'can-view-loan',
  'can-view-pending-loan',
  'can-view-approved-loan',
  'can-view-overdue-loan',
  'can-view-loan-details',
  'can-view-loan-history',
  'can-do-first-approval',
  'can-view-guarantor',
]

/** In working minutes: about as old as the business. */
const accountsAge = 549 * 600
/** PostgreSQL takes 65,535 parameters a statement; a customer has a dozen. */
const batchSize = 500
const firstAgents = 20

/** Inserts the first agents first: they are the uplines of most others, which need their ids. */
async function insertAgents(tx: Transaction, all: readonly DemoAgent[]) {
  const insert = async (some: readonly DemoAgent[]) => {
    const inserted = await tx
      .insert(agents)
      .values(some.map(({ row }) => row))
      .returning({ id: agents.id, phoneNumber: agents.phoneNumber })
    const ids = new Map(inserted.map(({ id, phoneNumber }) => [phoneNumber, id]))
    for (const agent of some) agent.id = ids.get(agent.row.phoneNumber) ?? 0
  }
  const first = all.slice(0, firstAgents)
  const later = all.slice(firstAgents)
  await insert(first)
  const uplines = first.filter(({ row }) => row.status === 'ACTIVE')
  later.forEach((agent, at) => {
    if (at % 4 > 0) agent.row.uplineAgentId = uplines[(at * 7) % uplines.length]?.id
  })
  await insert(later)
}

/** Adds the subjects' names to the rows of the log. */
async function withSubjects(tx: Transaction, rows: ReturnType<typeof inventLog>) {
  const snapshots = new Map<string, Snapshot | undefined>()
  for (const { subject } of rows) {
    if (!subject || snapshots.has(subject)) continue
    const [, noun, id] = /^(.+) (\d+)$/.exec(subject) ?? []
    snapshots.set(subject, await snapshotOf(tx, noun as Noun, Number(id)))
  }
  return rows.map((row) => ({ ...row, ...snapshots.get(row.subject ?? '') }))
}
