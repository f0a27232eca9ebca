import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { traceWork } from '../db/traceWork'
import type { Background } from '../services'

/** Runs work in the background: no reply waits for it, a stop does. Faults are logged. */
export function openBackground(log: Pick<FastifyBaseLogger, 'error'>): Background {
  const pending = new Set<Promise<void>>()
  return {
    run(what: string, work: () => Promise<void>) {
      const running = turn()
        .then(() => traceWork(what, work))
        .catch((error: unknown) => log.error({ error }, `${what} failed`))
        .finally(() => pending.delete(running))
      pending.add(running)
    },
    settled: async () => {
      await Promise.all(pending)
    },
  }
}
