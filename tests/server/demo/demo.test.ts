import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { isLgaOf, stateNames } from '#domain/states'
import { passwordFault, passwordMatches } from '#server/auth/passwords'
import { type Database, openDatabase } from '#server/db/database'
import {
  adminActivity,
  admins,
  agentActivity,
  agentDevices,
  agents,
  customers,
  roles,
} from '#server/db/tables/schema'
import { demoAccounts, demoPassword, makeDemo } from '#server/demo/demo'
import { places } from '#server/demo/names'
import { workingClock } from '#server/demo/demoPeople'
import { seedBaseData } from '#server/seedBaseData'
import { demoDatabase, emptyDatabase, startOfClock as now, type TestDatabase } from '../support/testDatabase'

const dayMs = 86_400_000

const rowsOf = async (database: Database) => ({
  admins: await database.select().from(admins).orderBy(admins.id),
  agents: await database.select().from(agents).orderBy(agents.id),
  devices: await database.select().from(agentDevices).orderBy(agentDevices.id),
  customers: await database.select().from(customers).orderBy(customers.id),
  activity: await database.select().from(agentActivity).orderBy(agentActivity.id),
  log: await database.select().from(adminActivity).orderBy(adminActivity.place),
})
type Rows = Awaited<ReturnType<typeof rowsOf>>

const digest = (rows: Rows) =>
  Object.entries(rows).map(([table, list]) => {
    const text = JSON.stringify(list, (key, value) => (/^(id|passwordHash)$/.test(key) ? undefined : value))
    return [table, createHash('sha256').update(text).digest('hex')]
  })

/** How often each value occurs. */
const tally = <T>(values: readonly T[]) => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
const lagosHour = (date: Date) => new Date(date.getTime() + 3_600_000).getUTCHours()
const inWork = (hour: number) => hour >= 8 && hour < 18

let rows: Rows
let again: Rows
let roleNames: Map<number, string>

async function using<T>(place: TestDatabase, use: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openDatabase(place)
  const result = await use(database)
  await close()
  await place.drop()
  return result
}

// On PostgreSQL another process may have made the first one.
beforeAll(async () => {
  await using(await demoDatabase(), async (database) => {
    rows = await rowsOf(database)
    roleNames = new Map((await database.select().from(roles)).map(({ id, name }) => [id, name]))
  })
  again = await using(await emptyDatabase(), async (database) => {
    await seedBaseData(database)
    await makeDemo(database, now)
    return rowsOf(database)
  })
})

describe('the demo', () => {
  it('is the same business every time', () => {
    expect(digest(again)).toEqual(digest(rows))
  })

  it('has dates in the past and in working hours at any time of creation', () => {
    for (const hour of ['T23:30', 'T06:59', 'T07:00', 'T07:01', 'T16:59', 'T17:00', 'T22:59']) {
      const then = new Date(`2027-02-28${hour}:00Z`)
      const dates = [0, 1e-9, 0.5, 1, 59.99, 60, 599, 600, 601, 330_000].map(workingClock(then))
      expect(dates.toSorted((a, b) => b.getTime() - a.getTime())).toEqual(dates)
      for (const date of dates) expect(date.getTime()).toBeLessThan(then.getTime())
      for (const date of dates) expect(lagosHour(date)).toSatisfy(inWork)
      expect(then.getTime() - (dates[0]?.getTime() ?? 0)).toBeLessThan(dayMs)
      expect(then.getTime() - (dates.at(-1)?.getTime() ?? 0)).toBeLessThan(552 * dayMs)
    }
  })

  it('has its dates in the past and in working hours', () => {
    const dates = [
      ...Object.values(rows).flatMap((list) => list.map((row) => row.createdAt)),
      ...rows.agents
        .flatMap((agent) => [agent.targetSetAt, agent.otpGeneratedAt])
        .filter((date) => date !== null),
    ]
    for (const date of dates) expect(date.getTime()).toBeLessThan(now.getTime())
    for (const date of dates) expect(lagosHour(date)).toSatisfy(inWork)
  })

  it('has nothing older than the agent it belongs to', () => {
    const madeAt = new Map(rows.agents.map((agent) => [agent.id, agent.createdAt.getTime()]))
    for (const { agentId, createdAt } of [...rows.devices, ...rows.customers, ...rows.activity])
      expect(createdAt.getTime()).toBeGreaterThan(madeAt.get(agentId) ?? Infinity)
    for (const { createdAt, targetSetAt, otpGeneratedAt, uplineAgentId } of rows.agents) {
      for (const date of [targetSetAt, otpGeneratedAt]) if (date) expect(date > createdAt).toBe(true)
      if (uplineAgentId) expect(madeAt.get(uplineAgentId)).toBeLessThan(createdAt.getTime())
    }
  })
})

describe('admins of the demo', () => {
  it('are 24, with the four accounts and their roles', () => {
    expect(rows.admins).toHaveLength(24)
    const roleOf = new Map(rows.admins.map(({ email, roleId }) => [email, roleNames.get(roleId ?? 0)]))
    const accounts = demoAccounts.map(({ email }) => email.replace('@alajo.test', ''))
    expect(accounts).toEqual(['superadmin', 'admin', 'main', 'supervisor'])
    for (const { email, role } of demoAccounts) expect(roleOf.get(email)).toBe(role)
    expect([...roleOf.values()].filter((role) => role === 'SuperAdmin')).toHaveLength(1)
    expect(rows.admins.filter(({ roleId }) => roleId === null)).toHaveLength(2)
    expect(rows.admins.filter((admin) => admin.deleted)).toHaveLength(3)
    for (const { deleted, status } of rows.admins) expect(status).toBe(deleted ? 'inactive' : 'active')
  })

  it('sign in with the one password, which the rules allow', async () => {
    expect(tally(rows.admins.map(({ passwordHash }) => passwordHash)).size).toBe(1)
    expect(await passwordMatches(rows.admins[0]?.passwordHash ?? '', demoPassword)).toBe(true)
    for (const { email } of rows.admins) {
      expect(email).toMatch(/^[a-z]+(\.[a-z]+)?@alajo\.test$/)
      expect(passwordFault(demoPassword, email)).toBeUndefined()
    }
    expect(rows.admins.some((admin) => admin.mustChangePassword)).toBe(false)
  })
})

describe('agents of the demo', () => {
  it('are 60, of whom 50 work', () => {
    const statuses = Object.fromEntries(tally(rows.agents.map(({ status }) => status)))
    expect(statuses).toEqual({ ACTIVE: 50, SUSPENDED: 8, DELETED: 2 })
    expect(rows.agents.filter((agent) => agent.uplineAgentId !== null)).toHaveLength(30)
    const withTarget = rows.agents.filter((agent) => agent.targetSetAt !== null).length
    expect(withTarget).toSatisfy((count: number) => count >= 30 && count <= 40)
    for (const { status, loginAttempts } of rows.agents)
      expect(loginAttempts).toSatisfy((count: number) => (status === 'SUSPENDED' ? count >= 3 : count <= 1))
  })

  it('begin with the ten newest, newest first', () => {
    const newestFirst = rows.agents.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    expect(newestFirst.slice(0, 10).map(({ name, state, status }) => [name, state, status])).toEqual([
      ['Adaeze Okonkwo', 'Lagos', 'ACTIVE'],
      ['Babatunde Adeyemi', 'Oyo', 'ACTIVE'],
      ['Chiamaka Nwosu', 'Enugu', 'SUSPENDED'],
      ['Danjuma Bello', 'Kano', 'ACTIVE'],
      ['Efe Oghenekaro', 'Delta', 'ACTIVE'],
      ['Folake Ogunleye', 'Ogun', 'ACTIVE'],
      ['Gambo Suleiman', 'Kaduna', 'ACTIVE'],
      ['Halima Yusuf', 'Federal Capital Territory', 'ACTIVE'],
      ['Ikenna Eze', 'Imo', 'SUSPENDED'],
      ['Jumoke Balogun', 'Lagos', 'ACTIVE'],
    ])
    expect(newestFirst.map(({ id }) => id)).toEqual(rows.agents.map(({ id }) => id).reverse())
  })

  it('have a plausible float', () => {
    const floats = rows.agents.map(({ floatKobo }) => floatKobo)
    for (const float of floats) expect(float).toSatisfy((kobo: number) => kobo >= 0 && kobo <= 45_000_000)
    expect(floats.filter((float) => float % 5000 === 0).length).toBeGreaterThan(30)
    expect(floats.filter((float) => float % 5000 !== 0).length).toBeGreaterThan(3)
  })

  it('have at most one primary device, approved', () => {
    expect(rows.devices.length).toSatisfy((count: number) => count >= 90 && count <= 110)
    const perAgent = tally(rows.devices.map(({ agentId }) => agentId))
    expect(Math.max(...perAgent.values())).toBe(3)
    expect(perAgent.size).toSatisfy((withDevices: number) => withDevices >= 50 && withDevices < 60)
    const primary = rows.devices.filter((device) => device.isPrimary)
    expect(primary.every((device) => device.isApproved)).toBe(true)
    expect(Math.max(...tally(primary.map(({ agentId }) => agentId)).values())).toBe(1)
    expect(rows.devices.filter((device) => !device.isApproved).length).toBeGreaterThan(10)
  })

  it('have 450 actions in the last 60 days', () => {
    // Beside the batches, which have their own tables.
    const activity = rows.activity.filter(({ action }) => action !== 'Recorded a batch')
    expect(activity).toHaveLength(450)
    const oldest = Math.min(...activity.map(({ createdAt }) => createdAt.getTime()))
    expect(oldest).toBeGreaterThan(now.getTime() - 61 * dayMs)
    expect(new Set(activity.map(({ status }) => status))).toEqual(new Set(['success', 'failed']))
    expect(tally(activity.map(({ action }) => action)).size).toBe(5)
    const failedPins = activity.filter(({ action }) => action === 'Failed PIN')
    for (const { status } of failedPins) expect(status).toBe('failed')
  })
})

describe('customers of the demo', () => {
  it('are 3,000, most of them active', () => {
    expect(rows.customers).toHaveLength(3000)
    const inactive = rows.customers.filter((customer) => !customer.isActive).length
    expect(inactive).toSatisfy((count: number) => count > 100 && count < 200)
    const recent = rows.customers.filter(
      ({ createdAt }) => now.getTime() - createdAt.getTime() < 183 * dayMs,
    ).length
    expect(recent).toBeGreaterThan(1000)
  })

  it('belong to existing agents, of whom a few have no customers', () => {
    const statusOf = new Map(rows.agents.map(({ id, status }) => [id, status]))
    const collectors = tally(rows.customers.map(({ assignedAgentId }) => assignedAgentId))
    const bringers = tally(rows.customers.map(({ agentId }) => agentId))
    for (const id of [...collectors.keys(), ...bringers.keys()]) expect(statusOf.get(id)).not.toBe('DELETED')
    const idle = rows.agents.filter(
      ({ id, status }) => status === 'ACTIVE' && !collectors.has(id) && !bringers.has(id),
    )
    expect(idle.length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...collectors.values())).toBeGreaterThan(100)
    expect(Math.min(...collectors.values())).toBeLessThan(20)
    const moved = rows.customers.filter(({ agentId, assignedAgentId }) => agentId !== assignedAgentId).length
    expect(moved).toSatisfy((count: number) => count > 80 && count < 160)
  })

  it('have an ID card in six of ten cases', () => {
    const withCard = rows.customers.filter(({ idCardFile }) => idCardFile !== null).length
    expect(withCard).toBe(1800)
  })

  it('live where their agent works', () => {
    const agentOf = new Map(rows.agents.map((agent) => [agent.id, agent]))
    for (const { agentId, state, lga } of rows.customers)
      expect({ state, lga }).toEqual({ state: agentOf.get(agentId)?.state, lga: agentOf.get(agentId)?.lga })
  })
})

describe('people of the demo', () => {
  it('live in existing states and areas', () => {
    for (const { state, lga, market } of places) {
      expect(stateNames).toContain(state)
      expect(isLgaOf(lga, state), `${lga} in ${state}`).toBe(true)
      expect(market).toMatch(/^[A-Z][\w ]+ Market$|^Katsina-Ala Market$/)
    }
    for (const { state, lga, officeAddress, homeAddress } of rows.agents) {
      expect(isLgaOf(lga ?? '', state ?? '')).toBe(true)
      expect(officeAddress).toMatch(/^(Stall|Shop) \d+, .+ Market$/)
      expect(homeAddress).toMatch(/^\d+ [A-Z]/)
    }
  })

  it('have unique phone numbers and e-mails', () => {
    const people = [...rows.admins, ...rows.agents, ...rows.customers]
    const phones = people.map(({ phoneNumber }) => phoneNumber)
    expect(new Set(phones).size).toBe(24 + 60 + 3000)
    for (const phone of phones) expect(phone).toMatch(/^0(70|80|81|90)\d{8}$/)
    const emails = [...rows.admins, ...rows.agents].map(({ email }) => email)
    expect(new Set(emails).size).toBe(84)
    for (const email of emails) expect(email).toMatch(/^[a-z.]+@([a-z]+\.)?alajo\.test$/)
    for (const { name, firstName, lastName } of rows.agents) expect(name).toBe(`${firstName} ${lastName}`)
  })
})
