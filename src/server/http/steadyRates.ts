import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'

const mostSenders = 5_000

/** Counts of calls in windows by the steady clock: the library's own store waits for the machine's clock, whatever that is set to. */
export class SteadyRates implements FastifyRateLimitStore {
  readonly #counts = new LRUCache<string, { current: number; since: number }>({ max: mostSenders })

  incr(
    sender: string,
    done: (error: Error | null, result: { current: number; ttl: number }) => void,
    windowMs: number,
  ) {
    const now = performance.now()
    const known = this.#counts.get(sender)
    const count = known && now - known.since < windowMs ? known : { current: 0, since: now }
    count.current += 1
    this.#counts.set(sender, count)
    done(null, { current: count.current, ttl: windowMs - (now - count.since) })
  }

  child() {
    return new SteadyRates()
  }
}
