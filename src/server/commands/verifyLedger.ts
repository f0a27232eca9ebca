import { runCommand } from './command'
import { ConfigError } from '../config'
import { verifyBooks } from '../ledger/verify'

/**
 * Recomputes every balance from its postings and prints the result; with `--since-checkpoint`, from what is newer than the last run
 * that found nothing. Exits with code 1 on a fault.
 */
const words = process.argv.slice(2).filter((word) => word !== 'verify-ledger')

await runCommand(async (database) => {
  const [unknown] = words.filter((word) => word !== '--since-checkpoint')
  if (unknown !== undefined) throw new ConfigError(`Unknown: ${unknown}. There is only --since-checkpoint.`)
  const sinceCheckpoint = words.length > 0
  const { accounts, entries, postings, faults, since } = await verifyBooks(database, { sinceCheckpoint })
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
