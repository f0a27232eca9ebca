import { readFileSync } from 'node:fs'
import type { Database } from '#server/db/database'

/**
 * Milliseconds of the processor that the server and all its connections to the database have had so far, as Linux counts
 * them: on a machine that others use too they differ less from run to run than the time that passes.
 */
export async function processorTime({ $client }: Database, server: number): Promise<number> {
  const { rows } = await $client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend'",
  )
  const nanoseconds = [server, ...rows.map(({ pid }) => pid)].map((pid) => {
    try {
      return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // It has ended in between.
      return 0
    }
  })
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}
