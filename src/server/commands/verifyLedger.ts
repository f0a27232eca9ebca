import { runCommand } from './command'
import { verifyLedger } from '../ledger/verify'

/** Recomputes every balance from its postings and prints the result; exits with code 1 on a fault. */
await runCommand(async (database) => {
  const { accounts, entries, postings, faults } = await verifyLedger(database)
  const read = `${entries} entries, ${postings} postings, ${accounts} accounts`
  if (faults.length === 0) process.stdout.write(`The ledger is right: ${read}.\n`)
  else {
    process.stderr.write(`The ledger is wrong (${read}):\n${faults.map((fault) => `  ${fault}\n`).join('')}`)
    process.exitCode = 1
  }
})
