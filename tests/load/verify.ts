import { sql } from 'drizzle-orm'
import { openDatabase, type Transaction } from '#server/db/database'
import { lastCheckpoint, lockCheckpoints, markNew, recordCheckpoint } from '#server/ledger/checkpoints'
import { post } from '#server/ledger/post'
import { everything, type Extent, newer } from '#server/ledger/rules/extent'
import { faultsOf, ledgerRules } from '#server/ledger/verify'
import type { EntryKind } from '#server/db/tables/ledgerKinds'
import type { Kobo } from '#contract/values'
import { makePending } from './data'
import { openFullData } from './fullData'
import { endAfter, ownPostgres, say } from './ownPostgres'
import { nanosecondsOf } from './processorTime'

/**
 * `npm run load:verify`: verify-ledger of the data of load:lists and of pending requests, rule by rule, then since the checkpoint after LOAD_ENTRIES more
 * entries. Takes LOAD_DATA and LOAD_SIZE as load:lists does, and adds to the data. That is only plausible: there are faults.
 */
const url = ownPostgres('load:verify')
endAfter(120)
const entries = Number(process.env.LOAD_ENTRIES ?? 5_000)

await (await openFullData(url)).close()
const { database, close } = await openDatabase({ url, dataDir: '' })
const { rowCount: pending } = await database.$client.query('select from fund_requests limit 1')
if (!pending) await makePending(database)
const { rows: counted } = await database.$client.query(
  `select (select count(*) from ledger_postings) as postings, (select count(*) from ledger_entries) as entries,
    (select count(*) from ledger_accounts) as accounts, (select count(*) from loan_repayment_schedule) as instalments,
    (select count(*) from withdrawals where status = 'pending') as pending_withdrawals`,
)
say(JSON.stringify(counted[0]))

const seconds = (from: number) => (performance.now() - from) / 1000

/** Checks every rule and says how long each took. A rule that finds a fault is read to its end as well, as if it had found none. */
async function check(tx: Transaction, read: Extent) {
  const times: { elapsed: number; processor: number; fault: string }[] = []
  const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const processorNow = () => nanosecondsOf(rows[0]?.pid ?? 0) / 1e9
  let faults = 0
  for (const rule of ledgerRules) {
    let [from, processorFrom] = [performance.now(), processorNow()]
    const [fault] = await faultsOf(tx, [rule], read)
    if (fault !== undefined) {
      faults += 1
      ;[from, processorFrom] = [performance.now(), processorNow()]
      await tx.execute(sql`with found as materialized (${rule.place(read)}) select count(*) from found`)
    }
    times.push({
      elapsed: seconds(from),
      processor: processorNow() - processorFrom,
      fault: `${rule.fault}${fault === undefined ? '' : ' *'}`,
    })
  }
  say(
    `${times.reduce((sum, { elapsed }) => sum + elapsed, 0).toFixed(1)} s (${times.reduce((sum, { processor }) => sum + processor, 0).toFixed(1)} s of the processor) for ${ledgerRules.length} rules, of which ${faults} find faults (*)`,
  )
  for (const { elapsed, processor, fault } of times
    .toSorted((a, b) => b.processor - a.processor)
    .slice(0, 15))
    say(`  ${elapsed.toFixed(2)} s (${processor.toFixed(2)} s): ${fault}`)
}

await database.$client.query('truncate verified_accounts, verified_sums, ledger_checkpoints')
const wholeFrom = performance.now()
await database.transaction(
  async (tx) => {
    await lockCheckpoints(tx)
    await check(tx, everything)
    const from = performance.now()
    await recordCheckpoint(tx, { accounts: 0, entries: 0, postings: 0 })
    say(`${seconds(from).toFixed(1)} s to record the checkpoint`)
  },
  { isolationLevel: 'repeatable read' },
)
say(`Everything: ${seconds(wholeFrom).toFixed(1)} s.\n`)

await addEntries()

const newFrom = performance.now()
await database.transaction(
  async (tx) => {
    await lockCheckpoints(tx)
    const known = await lastCheckpoint(tx)
    if (!known) throw new Error('There is no checkpoint.')
    const counts = await markNew(tx, known.last)
    say(`${seconds(newFrom).toFixed(1)} s to find what is newer: ${JSON.stringify(counts)}`)
    await check(tx, newer)
    await recordCheckpoint(tx, counts, known.last)
  },
  { isolationLevel: 'repeatable read' },
)
say(`Since the checkpoint: ${seconds(newFrom).toFixed(1)} s.`)
await close()

/** Deposits into savings, and as many repayments of loans. */
async function addEntries() {
  const from = performance.now()
  const accountsOf = async (kind: string) => {
    const { rows } = await database.$client.query<{ name: string; customer: string }>(
      `select name, customer_id as customer from ledger_accounts where kind = $1 and balance > 1000000 order by hashint8(id) limit $2`,
      [kind, entries / 2],
    )
    return rows
  }
  const enter = (kind: EntryKind, { customer }: { customer: string }, moves: Record<string, number>) =>
    database.transaction((tx) =>
      post(tx, {
        kind,
        madeAt: new Date(),
        customerId: Number(customer),
        moves: Object.entries(moves).map(([account, amount]) => ({ account, amount: amount as Kobo })),
      }),
    )
  for (const one of await accountsOf('savings'))
    await enter('Savings deposit', one, { CASH: -500_000, [one.name]: 500_000 })
  for (const one of await accountsOf('loan'))
    await enter('Loan repayment', one, {
      CASH: -500_000,
      MBW: 400_000,
      PW: 100_000,
      LENT: 500_000,
      [one.name]: -500_000,
    })
  say(`${seconds(from).toFixed(0)} s to add entries`)
}
