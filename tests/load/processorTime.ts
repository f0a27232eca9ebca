import { readFileSync } from 'node:fs'
import type { Database } from '#server/db/database'

/**
 * Processor time in milliseconds of the server and all its database connections so far, as Linux counts it. On a shared
 * machine it varies less than elapsed time.
 */
export async function processorTime({ $client }: Database, server: number): Promise<number> {
  const { rows } = await $client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend'",
  )
  return [server, ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + nanosecondsOf(pid), 0) / 1e6
}

/** What a process has had of the processor so far. */
export function nanosecondsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    // The process has ended meanwhile.
    return 0
  }
}
