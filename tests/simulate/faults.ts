import { setTimeout as wait } from 'node:timers/promises'
import type { Fetch } from '../../src/fieldClient/request'
import type { Dice } from '../server/support/dice'

export const faultKinds = [
  'requests lost',
  'replies lost',
  'replies cut',
  'requests sent twice at once',
  'requests that came late, after others',
  'slow requests',
] as const
export type FaultKind = (typeof faultKinds)[number]

const lost = (what: FaultKind) => new TypeError(what)

/** The network of a market: about one request in five is lost, doubled, late or cut. `isOn` says whether faults happen now. */
export function faultyFetch(dice: Dice, isOn: () => boolean, count: (what: FaultKind) => void): Fetch {
  const say = (what: FaultKind) => {
    count(what)
    return lost(what)
  }
  return async (address, options) => {
    if (!isOn()) return fetch(address, options)
    const roll = dice.within(1, 100)
    if (roll <= 4) throw say('requests lost')
    if (roll <= 10) {
      await read(address, options)
      throw say('replies lost')
    }
    if (roll <= 12) {
      const reply = await fetch(address, options)
      const text = await reply.text()
      count('replies cut')
      return new Response(text.slice(0, Math.floor(text.length / 2)), reply)
    }
    if (roll <= 16) {
      count('requests sent twice at once')
      const [reply] = await Promise.all([fetch(address, options), read(address, options)])
      return reply
    }
    if (roll <= 19) {
      // It arrives when the same was sent again, perhaps with more.
      void wait(dice.within(500, 4000)).then(() => read(address, options))
      throw say('requests that came late, after others')
    }
    if (roll <= 22) {
      count('slow requests')
      await wait(dice.within(100, 1500))
    }
    return fetch(address, options)
  }
}

/** A copy whose reply nobody hears. */
async function read(address: string, { signal: _ended, ...options }: RequestInit) {
  try {
    await (await fetch(address, options)).arrayBuffer()
  } catch {
    // The server was down: so it is lost.
  }
}
