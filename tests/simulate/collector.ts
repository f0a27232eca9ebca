import { setTimeout as wait } from 'node:timers/promises'
import { addDays, lagosDay } from '#domain/time/lagos'
import { FieldClient } from '../../src/fieldClient/fieldClient'
import { type Entry, MemoryStore } from '../../src/fieldClient/store'
import type { Fetch } from '../../src/fieldClient/request'
import type { Beat, BeatLoan } from '../server/support/beats'
import type { Dice } from '../server/support/dice'

export const chosenPassword = 'chosen at the market of Oje'
class AppEnded extends Error {}

/** A store whose app can end between the reply to a batch and the storing of its results. */
class BreakingStore extends MemoryStore {
  breaksNext = false
  override async put(entries: readonly Entry[]) {
    if (this.breaksNext && entries.some(({ result }) => result)) {
      this.breaksNext = false
      throw new AppEnded('The app was ended.')
    }
    await super.put(entries)
  }
}

type Plan = {
  name: string
  email: string
  password: string
  beat: Beat
  loans: readonly BeatLoan[]
  /** By how many milliseconds the device's clock is ahead. */
  aheadMs: number
  /** A wallet of another agent's customer. */
  foreignWallet: number
}
type World = {
  base: string
  dice: Dice
  fetch: Fetch
  faults: () => boolean
  /** Waits are shortened to fit into a day of minutes. */
  mostWaitMs: number
  count: (what: string) => void
}

/** An agent with a device, and a note book of what was collected: what the client should have kept. */
export async function openCollector(plan: Plan, world: World) {
  const { base, dice, count } = world
  const store = new BreakingStore()
  const now = () => Date.now() + plan.aheadMs
  const keys = dice.chance(30) ? ({ only: 'P-256' } as const) : {}
  const open = () =>
    FieldClient.open({
      base,
      store,
      now,
      fetch: world.fetch,
      customersEveryMs: 20_000,
      timeoutMs: 20_000,
      keys,
    })
  let client = await open()
  /** By line id: the amount in kobo, and the time by a right clock. */
  const book = new Map<string, { kobo: number; at: number }>()

  const enrol = (more: { new_password?: string; password?: string } = {}) =>
    client.enrol({
      email: plan.email,
      password: chosenPassword,
      device_name: `Tablet of ${plan.name}`,
      model: 'Tecno Spark 20',
      ...more,
    })

  async function record() {
    const kobo = dice.within(50, 3000) * 100 + (dice.chance(10) ? dice.within(1, 99) : 0)
    const wallet = () => ({ savings_id: dice.pick(plan.beat.wallets).id })
    const roll = world.faults() ? dice.within(1, 200) : 200
    const today = lagosDay(new Date())
    const content =
      roll <= 1
        ? { savings_id: plan.foreignWallet }
        : roll <= 2
          ? { ...wallet(), amount: '0.00' }
          : roll <= 4
            ? { ...wallet(), day: addDays(today, -9) }
            : roll <= 6
              ? { ...wallet(), day: addDays(today, -1) }
              : roll <= 20 && plan.loans.length > 0
                ? { loan_id: dice.pick(plan.loans).id, amount: nairaOf(dice.within(100, 5000)) }
                : wallet()
    const at = Date.now()
    const place = dice.chance(70) ? { place: { latitude: 7.3775, longitude: 3.947, accuracy: 12 } } : {}
    const line = await client.record({ amount: nairaOf(kobo), ...place, ...content })
    book.set(line.id, { kobo: koboOf(line.amount), at })
  }

  /** One turn; returns how long to wait until the next one. */
  async function turn(all = false): Promise<number> {
    if (world.faults() && dice.chance(5)) store.breaksNext = true
    try {
      const { stop, retryInMs } = await client.turn({ all })
      if (stop) {
        count(`turns while a device was ${stop}`)
        await goOn(stop)
      }
      return Math.min(world.mostWaitMs, retryInMs ?? dice.within(world.mostWaitMs / 4, world.mostWaitMs))
    } catch (error) {
      if (!(error instanceof AppEnded)) throw error
      count('apps ended before they stored a result')
      client = await open()
      return 0
    }
  }

  /** What the agent does about a device that is shut; the rest is the office's. */
  async function goOn(stop: string) {
    try {
      if (stop === 'password' || stop === 'not enrolled') await enrol()
      if (stop === 'unknown') {
        await client.forgetDevice()
        await enrol()
      }
    } catch {
      // Lost on the way: at the next turn.
    }
  }

  return {
    plan,
    book,
    enrol,
    record,
    turn,
    get client() {
      return client
    },
    /** Records so many lines at random moments and takes turns meanwhile, until `until`. */
    async work(lines: number, until: number) {
      const from = Date.now()
      const moments = Array.from({ length: lines }, () => dice.within(from, until)).toSorted((a, b) => a - b)
      let nextTurn = from + dice.within(0, world.mostWaitMs)
      while (moments.length > 0 || Date.now() < until) {
        const now = Date.now()
        for (; (moments[0] ?? Number.POSITIVE_INFINITY) <= now; moments.shift()) await record()
        if (now >= nextTurn) nextTurn = now + (await turn())
        await wait(Math.max(5, Math.min(moments[0] ?? until, nextTurn, until) - Date.now()))
      }
    },
  }
}
export type Collector = Awaited<ReturnType<typeof openCollector>>

const kobosOfNaira = 100
const nairaOf = (kobo: number) =>
  `${Math.floor(kobo / kobosOfNaira)}.${String(kobo % kobosOfNaira).padStart(2, '0')}`
export function koboOf(amount: string): number {
  const [naira = '', kobo = ''] = amount.split('.')
  return Number(naira) * kobosOfNaira + Number(kobo)
}
