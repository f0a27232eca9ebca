import { sql } from 'drizzle-orm'
import type { Services } from '../services'
import { withTimeout } from '../withTimeout'

/** `readyz` answers within a second, so the database has a little less. */
const probeMs = 800

/** Whether the database answers. Of many who ask while it does not, one holds a connection. */
export function databaseProbe({ connections }: Services): () => Promise<boolean> {
  let pending: Promise<unknown> | undefined
  return async () => {
    pending ??= connections.access.execute(sql`select 1`).finally(() => {
      pending = undefined
    })
    return withTimeout(probeMs, pending, () => new Error('the database does not answer')).then(
      () => true,
      () => false,
    )
  }
}
