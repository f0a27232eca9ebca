import type { Database } from '#server/db/database'
import { verifyBooks, verifyLedger } from '#server/ledger/verify'

/** What `verify-ledger` finds in everything, and in what is newer than the checkpoint of the call before. */
export async function faultsIn(database: Database) {
  const whole = await verifyLedger(database)
  const since = await verifyBooks(database, { sinceCheckpoint: true })
  return [...whole.faults, ...since.faults]
}
