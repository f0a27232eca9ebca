import { kobo } from '#domain/money/kobo'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { deviceNames, newestAgents, type People, type Place, phonePrefixes, places, staff } from './names'
import type { admins, agentActivity, agentDevices, agents, customers } from '../db/tables/schema'

type AgentRow = typeof agents.$inferInsert
/** Ages are in working minutes, of which a day has 600: see `workingClock`. */
export type DemoAgent = { row: AgentRow; age: number; place: Place; chances: number; id: number }
export type Aged<Row> = { row: Row; age: number }
export type Clock = (age: number) => Date

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const opensMs = 8 * 60 * minuteMs
const workingDayMs = 10 * 60 * minuteMs
export const workingDay = workingDayMs / minuteMs
export const oldest = 548 * workingDay

/**
 * Converts an age in working minutes before `now` to an instant. Every instant is in the past and between 8:00 and 18:00
 * in Lagos, at whatever time the demo is created, and the order is always the same.
 */
export function workingClock(now: Date): Clock {
  const today = startOfLagosDay(lagosDay(now)).getTime()
  const worked = Math.min(Math.max(now.getTime() - today - opensMs, 0), workingDayMs)
  return (age) => {
    const at = worked - Math.max(Math.round(age * minuteMs), 1)
    const day = Math.floor(at / workingDayMs)
    return new Date(today + day * dayMs + opensMs + (at - day * workingDayMs))
  }
}

/** The age of a working minute (0 to 600) of a Lagos day; negative in the future. */
export function workingAge(now: Date): (day: string, minute: number) => number {
  const today = startOfLagosDay(lagosDay(now)).getTime()
  const worked = Math.min(Math.max(now.getTime() - today - opensMs, 0), workingDayMs) / minuteMs
  return (day, minute) => {
    const days = Math.round((startOfLagosDay(day).getTime() - today) / dayMs)
    return worked - (days * workingDay + minute)
  }
}

/** The age of the newest customers: old enough for savings and a loan. Those of the newest agents are younger. */
const newestCustomer = 2 * workingDay

/** Generates the same people every time; only dates differ. */
export function inventPeople(clock: Clock) {
  const { random, between, pick, chance } = dice(4323)

  const phones = new Set(newestAgents.match(/\d{11}/g))
  function newPhone(): string {
    const phone = pick(phonePrefixes) + String(between(1_000_000, 9_999_999))
    if (phones.has(phone)) return newPhone()
    phones.add(phone)
    return phone
  }
  /** A random age below the given one, more often recent than old. */
  const since = (age: number, least = 1) => least + (age - least) * sooner(random())
  const nameOf = (people: People) => ({ firstName: pick(people.first), lastName: pick(people.last) })
  const addressesIn = ({ people, market }: Place) => ({
    homeAddress: `${between(1, 120)} ${pick(people.streets)}`,
    officeAddress: `${pick(['Stall', 'Stall', 'Shop'])} ${between(1, 240)}, ${market}`,
  })

  function makeStaff(roleId: (role: string) => number, passwordHash: string) {
    const people = staff.trim().split(/;\s+|\n/)
    return people.map((person, at): typeof admins.$inferInsert => {
      const [name = '', role = '', deleted] = person.split(/[:,] /)
      return {
        name,
        email: `${name.toLowerCase().replace(' ', '.')}@alajo.test`,
        phoneNumber: newPhone(),
        passwordHash,
        roleId: role === 'no role' ? null : roleId(role),
        status: deleted ? 'inactive' : 'active',
        deleted: Boolean(deleted),
        createdAt: clock(oldest * (1 - (at + random()) / people.length)),
      }
    })
  }

  /** Oldest first, so that ids rise with time. Uplines are the caller's: they need ids. */
  function makeAgents(): DemoAgent[] {
    const usedNames = new Set<string>()
    const newest = newestAgents
      .trim()
      .split('\n')
      .map((line) => {
        const [name = '', phone = '', lga, age] = line.split(': ')
        const [firstName = '', lastName = ''] = name.split(' ')
        usedNames.add(name)
        return { firstName, lastName, phone, place: places.find((one) => one.lga === lga), age: Number(age) }
      })
    return Array.from({ length: 60 }, (_, at): DemoAgent => {
      const fixed = newest[at]
      const place = fixed?.place ?? pick(places)
      let { firstName, lastName } = fixed ?? nameOf(place.people)
      while (!fixed && usedNames.has(`${firstName} ${lastName}`))
        ({ firstName, lastName } = nameOf(place.people))
      const name = `${firstName} ${lastName}`
      usedNames.add(name)
      const share = (at - 10 + random()) / 50
      const age = fixed?.age ?? 3600 + (oldest - 3600) * sooner(share)
      const status = deletedAt.has(at) ? 'DELETED' : suspendedAt.has(at) ? 'SUSPENDED' : 'ACTIVE'
      const started = Math.min(0.06 + age / (oldest / 3), 1)
      return {
        row: {
          name,
          firstName,
          lastName,
          email: `${firstName}.${lastName}@agents.alajo.test`.toLowerCase(),
          phoneNumber: fixed?.phone ?? newPhone(),
          state: place.state,
          lga: place.lga,
          ...addressesIn(place),
          status,
          floatKobo: status === 'DELETED' || chance(0.1) ? kobo(0) : floatOf(random(), chance(0.75)),
          targetSetAt: chance(0.58) ? clock(since(age)) : null,
          otpGeneratedAt: chance(0.4) ? clock(since(age)) : null,
          twoFactorEnabled: chance(0.3),
          notificationStatus: chance(0.9),
          loginAttempts: status === 'SUSPENDED' ? between(3, 10) : chance(0.1) ? 1 : 0,
          createdAt: clock(age),
        },
        age,
        place,
        chances: status === 'DELETED' || idleAt.has(at) ? 0 : Math.ceil(started * between(15, 100)),
        id: 0,
      }
    }).reverse()
  }

  function makeDevices(all: readonly DemoAgent[]) {
    const rows = all.flatMap((agent) => {
      const ages = Array.from({ length: pick([0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3]) }, () => since(agent.age))
      const first = between(0, deviceNames.length - 1)
      return ages
        .sort((a, b) => b - a)
        .map((age, at): Aged<typeof agentDevices.$inferInsert> => {
          const isPrimary = at === 0 && chance(0.85)
          const deviceName = deviceNames[(first + 5 * at) % deviceNames.length] ?? ''
          const isApproved = isPrimary || chance(0.5)
          return { row: { agentId: agent.id, deviceName, isPrimary, isApproved, createdAt: clock(age) }, age }
        })
    })
    return oldestFirst(rows)
  }

  function makeCustomers(all: readonly DemoAgent[], howMany: number) {
    const lots = all.flatMap((agent) => Array.from({ length: agent.chances }, () => agent))
    const collecting = all.filter((agent) => agent.chances > 0)
    const rows = Array.from({ length: howMany }, (): Aged<typeof customers.$inferInsert> => {
      const agent = pick(lots)
      const others = collecting.filter((one) => one !== agent && one.row.status === 'ACTIVE')
      const nearby = others.filter((one) => one.place.state === agent.place.state)
      const moved = chance(0.04) ? pick(nearby.length > 0 ? nearby : others) : agent
      const age = since(agent.age, Math.min(newestCustomer, 0.8 * agent.age))
      const row = {
        ...nameOf(chance(0.12) ? pick(places).people : agent.place.people),
        phoneNumber: newPhone(),
        state: agent.place.state,
        lga: agent.place.lga,
        ...addressesIn(agent.place),
        isActive: !chance(0.05),
        agentId: agent.id,
        assignedAgentId: moved.id,
        createdAt: clock(age),
      }
      return { row: chance(0.06) ? { ...row, officeAddress: null } : row, age }
    })
    return oldestFirst(rows)
  }

  function makeActivity(all: readonly DemoAgent[], howMany: number) {
    const working = all.filter((agent) => agent.row.status !== 'DELETED')
    const rows = Array.from({ length: howMany }, (): Aged<typeof agentActivity.$inferInsert> => {
      const agent = pick(working)
      const { action, failures } = pick(actions)
      const age = 1 + (Math.min(agent.age, 60 * workingDay) - 1) * random()
      const status = chance(failures) ? 'failed' : 'success'
      return { row: { agentId: agent.id, action, status, createdAt: clock(age) }, age }
    })
    return oldestFirst(rows)
  }

  return { newPhone, makeStaff, makeAgents, makeDevices, makeCustomers, makeActivity }
}

/** Places in the list of agents, newest first. The two idle ones have no customers: a delete can be tried. */
const suspendedAt = new Set([2, 8, 15, 22, 31, 38, 45, 52])
const deletedAt = new Set([27, 48])
const idleAt = new Set([5, 9])

/** Agents' actions with their frequency and failure rate. */
const actions = [
  { action: 'Collected savings', times: 11, failures: 0.02 },
  { action: 'Signed in', times: 4, failures: 0.06 },
  { action: 'Registered customer', times: 2, failures: 0.04 },
  { action: 'Handed in collections', times: 2, failures: 0.06 },
  { action: 'Failed PIN', times: 1, failures: 1 },
].flatMap((one) => Array.from({ length: one.times }, () => one))

/** Up to ₦450,000.00. Most savers pay in notes, so most floats end at 50 naira. */
function floatOf(part: number, round: boolean) {
  const step = round ? 5000 : 100
  return kobo(Math.floor((part * part * 45_000_000) / step) * step)
}

/** Skews a number between 0 and 1 towards 0. Uses a root, which is exact on every machine, unlike powers. */
export const sooner = (part: number) => part * Math.sqrt(part)

export function oldestFirst<Row>(rows: Aged<Row>[]): Row[] {
  return rows.sort((a, b) => b.age - a.age).map(({ row }) => row)
}

/** A seeded random generator (mulberry32): the same numbers every time. */
export function dice(seed: number) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return {
    random,
    between,
    chance: (part: number) => random() < part,
    pick: <T>(from: readonly T[]): T => from[between(0, from.length - 1)] as T,
  }
}
