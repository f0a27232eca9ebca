import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { databaseError } from '../errors/refusals'

export type Background = ReturnType<typeof openBackground>

/** Work that no reply waits for. It is finished before the database is closed; a fault is logged. */
export function openBackground(log: Pick<FastifyBaseLogger, 'error'>) {
  const pending = new Set<Promise<void>>()
  return {
    run(what: string, work: () => Promise<void>) {
      const running = turn()
        .then(work)
        .catch((error: unknown) => log.error({ code: databaseError(error)?.code }, `${what} failed`))
        .finally(() => pending.delete(running))
      pending.add(running)
    },
    settled: async () => {
      await Promise.all(pending)
    },
  }
}
