import { sql } from 'drizzle-orm'
import type { Services } from './services'

/** The result of `work`, or the error of `late` once `ms` have passed. The work itself goes on. */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

/** `readyz` answers within a second, so the database has a little less. */
const probeMs = 800

/** Whether the database answers. Of many who ask while it does not, one holds a connection. */
export function databaseProbe({ connections }: Services): () => Promise<boolean> {
  let asking: Promise<unknown> | undefined
  return async () => {
    asking ??= connections.access.execute(sql`select 1`).finally(() => {
      asking = undefined
    })
    return within(probeMs, asking, () => new Error('the database does not answer')).then(
      () => true,
      () => false,
    )
  }
}
