import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { lastCheckpoint, markNew } from '#server/ledger/checkpoints'
import { newer } from '#server/ledger/rules/extent'
import { faultsOf, ledgerRules, verifyBooks, verifyLedger } from '#server/ledger/verify'
import { openServer } from '../support/harness'
import { isLong, roundsOf } from '../support/rounds'
import { type Damage, damagesTo } from './damages'
import { reverseSome } from './reverseSome'

const server = await openServer({ demo: true })
const { database } = server

const numberOf = async (query: string) => {
  const { rows } = await database.$client.query(`select (${query})::bigint as number`)
  return Number(rows[0].number)
}

/** What a run would have recorded when this was the newest entry: in the demo, later entries have higher ids. */
async function checkpointAt(entryId: number) {
  const lines = `select * from ledger_postings where entry_id <= ${entryId}`
  await database.$client.query(`
    truncate verified_accounts, verified_sums, ledger_checkpoints;
    insert into verified_accounts select account_id, max(seq), (array_agg(balance_after order by seq desc))[1]
      from (${lines}) p group by account_id;
    insert into verified_sums ("of", day, agent_id, amount) select s."of", s.day, s.agent_id, sum(s.amount) from (${lines}) p
      join ledger_accounts a on a.id = p.account_id join ledger_entries e on e.id = p.entry_id
      left join ledger_entries o on o.id = e.reverses_id
      cross join lateral sums_of_posting(a.kind, a.code, coalesce(o.kind, e.kind), e.made_at, a.agent_id, p.amount) s
      group by 1, 2, 3;
    insert into verified_sums ("of", day, amount) select 'books ' || line, timezone('Africa/Lagos', made_at)::date, sum(amount) from (
        select coalesce(p.line, book_line(p.wallet_code, coalesce(o.kind, p.source))) as line, p.made_at, p.amount from (${lines}) p
          left join ledger_entries e on e.id = p.entry_id left join ledger_entries o on o.id = e.reverses_id
        union all select line, made_at, amount from book_parts where entry_id <= ${entryId}) b
      group by 1, 2;
    insert into ledger_checkpoints (made_at, is_whole, entries, postings, last_entry_id, last_posting_id, last_collection_id, last_run_id)
      select now(), true, (select count(*) from ledger_entries where id <= ${entryId}), (select count(*) from (${lines}) p), ${entryId},
        coalesce((select max(id) from (${lines}) p), 0),
        coalesce((select max(collection_id) from collection_lines where entry_id <= ${entryId}), 0),
        coalesce((select max(run_id) from run_items where entry_id <= ${entryId}), 0)`)
}

/** The rows that came after an entry, or belong to an account, loan or run that moved after it. */
function after(entryId: number) {
  const moved = `(select account_id from ledger_postings where entry_id > ${entryId})`
  const movedLoans = `(select id from loans where account_id in ${moved})`
  const laterRuns = `(select run_id from run_items where entry_id > ${entryId})`
  const ofEntry = `entry_id > ${entryId}`
  return {
    ledger_entries: `id > ${entryId}`,
    ledger_postings: ofEntry,
    ledger_accounts: `id in ${moved}`,
    verified_accounts: `account_id in ${moved}`,
    savings: `account_id in ${moved}`,
    savings_history: ofEntry,
    loans: `id in ${movedLoans}`,
    open_loans: `loan_id in ${movedLoans}`,
    loan_repayment_schedule: `loan_id in ${movedLoans}`,
    loan_history: ofEntry,
    loan_fees: `loan_id in ${movedLoans}`,
    fee_payments: ofEntry,
    loan_changes: `${ofEntry} or kind = 'reschedule'`,
    remittances: ofEntry,
    cash_differences: ofEntry,
    expenses: ofEntry,
    book_parts: ofEntry,
    till_sessions: `float_entry_id > ${entryId} or handover_entry_id > ${entryId}`,
    bank_movements: ofEntry,
    agent_payments: ofEntry,
    agent_statements: `id in (select statement_id from agent_payments where ${ofEntry})`,
    agent_statement_rows: `statement_id in (select statement_id from agent_payments where ${ofEntry})`,
    reversals: ofEntry,
    collection_lines: ofEntry,
    withdrawals: `entry_id is null or ${ofEntry}`,
    agent_payouts: `coalesce(entry_id, (select w.entry_id from withdrawals w where w.id = withdrawal_id)) > ${entryId}`,
    payout_items: ofEntry,
    payout_batches: `id in (select batch_id from payout_items where ${ofEntry})`,
    savings_cycles: `id in (select cycle_id from savings_history where ${ofEntry})`,
    collections: `id in (select collection_id from collection_lines where ${ofEntry})`,
    runs: `id in ${laterRuns}`,
    run_items: `run_id in ${laterRuns}`,
  }
}

const rolledBack = new Error('rolled back')

/** What a run since the checkpoint reports after this damage, by the fault's rule first; undefined if no row can be damaged. */
async function reported([, statements, , fault]: Damage) {
  let found: string[] | undefined = []
  const isOf = (rule: { fault: string }) => rule.fault === fault
  const rules = ledgerRules.toSorted((a, b) => Number(isOf(b)) - Number(isOf(a)))
  const tampering = database.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const statement of [statements].flat()) {
      const { rowCount, command } = await tx.execute(sql.raw(statement))
      if (rowCount === 0 && !/^(DROP|ALTER|DO)/.test(command)) found = undefined
    }
    const known = await lastCheckpoint(tx)
    if (!known) throw new Error('There is no checkpoint.')
    if (found) await markNew(tx, known.last)
    for (const rule of found ? rules : []) {
      found?.push(...(await faultsOf(tx, [rule], newer)))
      if (found?.length) break
    }
    throw rolledBack
  })
  await expect(tampering).rejects.toBe(rolledBack)
  return found
}

describe('a run since a checkpoint', { shuffle: false }, () => {
  const tried = new Set<string>()

  beforeAll(async () => {
    await reverseSome(server)
    expect((await verifyLedger(database)).faults).toEqual([])
  })

  // The later the checkpoint is, the less each try reads; with one near the start everything can be damaged.
  const late = 0.75 + Math.random() / 5
  const nearStart = 0.0001
  const anywhere = Array.from({ length: roundsOf(0) }, () => Math.random())
  const places = [late, ...anywhere, nearStart]

  it.each(places)(
    'finds every fault in what came after it, with the checkpoint at %f of the history',
    async (share) => {
      const entries = await numberOf('select count(*) from ledger_entries')
      const place = await numberOf(
        `select id from ledger_entries order by id offset ${Math.floor(share * entries)} limit 1`,
      )
      await checkpointAt(place)
      const missed: string[] = []
      for (const damage of damagesTo(after(place))) {
        // A short run tries near the start only what it could not damage later.
        if (!isLong && tried.has(damage[0])) continue
        const found = await reported(damage)
        if (found === undefined) continue
        tried.add(damage[0])
        if (found.length === 0) missed.push(damage[0])
      }
      expect(missed).toEqual([])
      // Untouched, it reads exactly what came after, and the next checkpoint has the sums of a whole run.
      const read = await verifyBooks(database, { sinceCheckpoint: true })
      expect(read).toMatchObject({
        faults: [],
        entries: await numberOf(`select count(*) from ledger_entries where id > ${place}`),
        postings: await numberOf(`select count(*) from ledger_postings where entry_id > ${place}`),
      })
      const known = await lastCheckpoint(database)
      expect(known?.last).toMatchObject({ isWhole: false, entries })
      expect(await verified()).toEqual(await verifiedByWholeRun())
    },
  )

  it('was tried with every kind of damage', () => {
    expect(damagesTo().flatMap(([what]) => (tried.has(what) ? [] : [what]))).toEqual([])
  })

  it('leaves to a whole run what is wrong in what it does not read', async () => {
    expect((await verifyBooks(database)).faults).toEqual([])
    const found: string[] = []
    for (const damage of damagesTo()) if ((await reported(damage))?.length) found.push(damage[0])
    expect(found).toEqual(foundInOldRows)
  })
})

const verified = async () => {
  const { rows: accounts } = await database.$client.query('select * from verified_accounts order by 1')
  const { rows: sums } = await database.$client.query(
    'select "of", day::text, agent_id, amount from verified_sums where amount <> 0 order by 1, 2, 3',
  )
  const known = await lastCheckpoint(database)
  return { accounts, sums, entries: known?.last.entries, postings: known?.last.postings }
}
async function verifiedByWholeRun() {
  await database.$client.query('truncate verified_accounts, verified_sums')
  await verifyBooks(database)
  return verified()
}

/** Damage that it finds in old rows too, by what it always reads; all other damage to them only a whole run finds (docs/run/backup.md). */
const foundInOldRows = [
  'a sum of the books',
  'a sum of one side of the books',
  'the amount of a rescheduling',
  'a balance',
  'what an account had when it was verified',
  'a wallet below zero',
  'a hold',
  'a withdrawal that was decided without its payment',
  'a security of a loan that names no wallet',
  'a main wallet left out',
  "an agent's cash account left out",
  'what a reopening reversed',
  'a reversal left out of the history of savings',
  'a loan that counts as paid',
  'when a loan is late',
  'the total of a portfolio',
  'what was collected on a day',
  'what an agent collected in a week',
  'what is owed on loans that are due on a day',
  'when deposits are due',
  'what is due of an installment',
  'a plan that changed',
  'the rate of a loan',
  'a due date',
  'the amounts of installments',
  'an installment left out',
  'what a customer owes',
  'since when a customer owes',
  'a customer without a row of debts',
  'since when nothing was saved',
  'a wallet without the day of its last deposit',
  'what an agent is to pay',
  'who pays an approved withdrawal',
  'a wallet of a payout',
  'a wallet left out of a payout',
  'the count of a till',
  'what a closed till lacks',
  'a difference of a till',
  'what the bank holds',
]
