import { pluralize } from '#domain/money/figures'
import { verifyChain } from '../audit/auditChain'
import { runCommand } from './command'
import { ConfigError } from '../config'

/** Verifies the activity log's chain; given a hash of an earlier check, also that its row is still there. */
const knownHash = process.argv.slice(2).find((word) => word !== 'verify-audit')

await runCommand(async (database) => {
  if (knownHash !== undefined && !/^[0-9a-f]{64}$/.test(knownHash))
    throw new ConfigError('The hash to look for has 64 digits, as an earlier check printed it.')
  const audit = await verifyChain(database, knownHash)
  if (!audit.intact) throw new ConfigError(`The activity log is broken. ${audit.fault}`)
  const { rows, lastHash, knownAt, closings, acts } = audit
  const print = (line: string) => process.stdout.write(`${line}\n`)
  print(`The activity log is whole, up to row ${rows}.`)
  if (closings > 0) print(`The figures of ${pluralize(closings, 'closed day')} match their hashes.`)
  if (acts > 0) print(`The activity of agents is whole, ${pluralize(acts, 'row')}.`)
  if (knownAt !== undefined) print(`The hash given is that of row ${knownAt}.`)
  if (rows > 0) print(`Its last hash, to keep elsewhere and give at the next check: ${lastHash}`)
})
