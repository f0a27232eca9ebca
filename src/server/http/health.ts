import { sql } from 'drizzle-orm'
import type { Services } from '../services'
import { withTimeout } from '../withTimeout'

/** `readyz` replies within a second, so the probe gets a little less. */
const probeMs = 800

/** Checks that the database responds. Concurrent checks share one query and one connection. */
export function databaseProbe({ connections }: Services): () => Promise<boolean> {
  let pending: Promise<unknown> | undefined
  return async () => {
    pending ??= connections.access.execute(sql`select 1`).finally(() => {
      pending = undefined
    })
    return withTimeout(probeMs, pending, () => new Error('the database does not respond')).then(
      () => true,
      () => false,
    )
  }
}
