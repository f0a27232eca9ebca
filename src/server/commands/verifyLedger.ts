import { sql } from 'drizzle-orm'
import { runCommand } from './command'
import { ConfigError } from '../config'
import type { Database } from '../db/database'
import { lastChecks, recordCheck } from '../ledger/checks'
import { verifyBooks } from '../ledger/verify'

/**
 * Recomputes every balance from its postings and prints the result; with `--since-checkpoint`, from what is newer than the last run
 * that found nothing; with `--daily`, as a timer runs it, so too, but everything once a week. The result is noted for the metrics.
 * Exits with code 1 on a fault.
 */
const words = process.argv.slice(2).filter((word) => word !== 'verify-ledger')
const weekMs = 7 * 24 * 3_600_000

await runCommand(async (database) => {
  const [unknown] = words.filter((word) => word !== '--since-checkpoint' && word !== '--daily')
  if (unknown !== undefined)
    throw new ConfigError(`Unknown: ${unknown}. There are --since-checkpoint and --daily.`)
  const sinceCheckpoint =
    words.includes('--since-checkpoint') || (words.length > 0 && !(await isWholeDue(database)))
  const { accounts, entries, postings, faults, since } = await verifyBooks(database, { sinceCheckpoint })
  await recordCheck(database, since ? 'recent' : 'whole', faults.length)
  const read = `${entries} entries, ${postings} postings, ${accounts} accounts`
  const extent = since ? ` since ${since.checkpoint.toISOString()}` : ''
  if (faults.length === 0) {
    process.stdout.write(`The ledger is right${extent}: ${read}.\n`)
    if (since) process.stdout.write(`All of it was read last at ${since.wholeAt.toISOString()}.\n`)
    else if (sinceCheckpoint) process.stdout.write('There was no checkpoint: all of it was read.\n')
  } else {
    process.stderr.write(
      `The ledger is wrong${extent} (${read}):\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
    )
    process.exitCode = 1
  }
})

/** Everything was read a week ago, less the time that a run takes, or found at fault. */
async function isWholeDue(database: Database): Promise<boolean> {
  const { whole } = await lastChecks(database)
  const { rows } = await database.execute<{ now: string }>(
    sql`select extract(epoch from now()) * 1000 as now`,
  )
  return !whole || whole.faults > 0 || Number(rows[0]?.now) - whole.at.getTime() > weekMs - 12 * 3_600_000
}
