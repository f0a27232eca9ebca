import { asc, eq, inArray } from 'drizzle-orm'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Transaction } from '../db/database'
import { type Books, openBooks } from './books'
import { places } from './names'
import { type Clock, dice, oldest, workingAge, workingClock } from './demoPeople'
import { accounts } from '../db/tables/ledger'
import { marketDays } from '../db/tables/money'
import { admins, agents, customers } from '../db/tables/schema'

export type DemoCustomer = typeof customers.$inferSelect & { age: number }

/** What the generators of savings, loans and wallets share. */
export type DemoBusiness = {
  now: Date
  clock: Clock
  ageOf: (day: string, minute: number) => number
  books: Books
  dice: ReturnType<typeof dice>
  /** Schedules an action at an age. Actions run in chronological order. */
  at: (age: number, act: (when: Date) => void) => void
  customers: readonly DemoCustomer[]
  /** Admin ids by role; the first two give first approvals, the superadmin second ones. */
  staff: { admin: number; main: number; superadmin: number }
  markets: readonly (typeof marketDays.$inferSelect)[]
  /** Ids of the active agents. */
  collectors: readonly number[]
}

/** A queue of scheduled actions, the oldest last. Future actions are dropped; an action can only schedule later ones. */
export function openDiary(clock: Clock) {
  const planned: { age: number; act: (when: Date) => void }[] = []
  let present = Infinity
  return {
    at: (age: number, act: (when: Date) => void) => {
      if (age <= 0) return
      const then = Math.min(age, present)
      let [low, high] = [0, planned.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((planned[middle]?.age ?? 0) < then) low = middle + 1
        else high = middle
      }
      planned.splice(low, 0, { age: then, act })
    },
    live: () => {
      for (let next = planned.pop(); next; next = planned.pop()) {
        present = next.age
        next.act(clock(present))
      }
    },
  }
}

export async function openBusiness(tx: Transaction, now: Date): Promise<Omit<DemoBusiness, 'at'>> {
  const clock = workingClock(now)
  const ageOf = workingAge(now)
  const chance = dice(815)
  const people = (await tx.select().from(customers).orderBy(asc(customers.id))).map((one) => ({
    ...one,
    age: ageAt(ageOf, one.createdAt),
  }))
  const emails = ['admin', 'main', 'superadmin'].map((name) => `${name}@alajo.test`)
  const found = await tx.select().from(admins).where(inArray(admins.email, emails))
  const idOf = (name: string) => found.find(({ email }) => email.startsWith(`${name}@`))?.id ?? 0
  const rows = places.map(({ market: name, state, lga }, index) => ({
    name,
    period: 1 + ((index * 5) % 7),
    state,
    lga,
    status: index % 9 === 4 ? ('inactive' as const) : ('active' as const),
    createdAt: clock(oldest - 40 * index - 100),
  }))
  return {
    now,
    clock,
    ageOf,
    books: openBooks(await tx.select().from(accounts)),
    dice: chance,
    customers: people,
    staff: { admin: idOf('admin'), main: idOf('main'), superadmin: idOf('superadmin') },
    collectors: await tx
      .select({ id: agents.id })
      .from(agents)
      .where(eq(agents.status, 'ACTIVE'))
      .orderBy(asc(agents.id))
      .then((rows) => rows.map(({ id }) => id)),
    markets: await tx.insert(marketDays).values(rows).returning(),
  }
}

/** The age, in working minutes, of an instant in working hours. */
function ageAt(ageOf: DemoBusiness['ageOf'], date: Date): number {
  const day = lagosDay(date)
  return ageOf(day, (date.getTime() - startOfLagosDay(day).getTime()) / 60_000 - 480)
}
