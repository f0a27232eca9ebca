import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { ledgerCheckpoints } from '../db/tables/checkpoints'
import { bookSumPrefix } from './chart'
import { everything, newer } from './rules/extent'
import { keptSumsOfPostings } from './rules/sumRules'

type Checkpoint = typeof ledgerCheckpoints.$inferSelect

/** How much was read. */
export type Counts = { accounts: number; entries: number; postings: number }

/** Waits until no other run can make a checkpoint. Before the first query: the snapshot of this transaction is taken after it. */
export const lockCheckpoints = (tx: Queries) =>
  tx.execute(sql`lock table ${ledgerCheckpoints} in exclusive mode`)

/** The last one, and when everything was read last. */
export async function lastCheckpoint(queries: Queries) {
  const newest = queries
    .select()
    .from(ledgerCheckpoints)
    .orderBy(desc(ledgerCheckpoints.id))
    .limit(1)
    .$dynamic()
  // One of a server without books has no sums of theirs to go on from.
  const [last] = await newest.where(
    sql`${ledgerCheckpoints.postings} = 0 or exists (select from verified_sums where starts_with("of", ${bookSumPrefix}))`,
  )
  const [whole] = await newest.where(eq(ledgerCheckpoints.isWhole, true))
  return last && whole && { last, wholeAt: whole.madeAt }
}

/**
 * Fills the temporary tables of `newer` (rules/extent.ts) with what is newer than a checkpoint, and counts it.
 *
 * Ids do not tell what is newer: they are taken before the commit, and a transaction that was open at the checkpoint may commit a lower
 * one later. An account does: its postings are numbered without gaps, and each posting changes its count in the same
 * transaction, under a lock on its row. So a snapshot that has an account's count has exactly the postings up to it, and new are those
 * after the verified count, whatever their ids; their entries come with them. Highest ids only widen what is read, to rows that no
 * account leads to: they would be at fault.
 */
export async function markNew(tx: Queries, since: Checkpoint): Promise<Counts> {
  const make = async (table: string, rows: SQL) => {
    await tx.execute(sql`create temporary table ${sql.identifier(table)} on commit drop as ${rows}`)
    if (table !== 'read_postings') await tx.execute(sql`create unique index on ${sql.identifier(table)} (id)`)
    await tx.execute(sql`analyze ${sql.identifier(table)}`)
  }
  const countIn = async (table: string) => {
    const { rows } = await tx.execute<{ count: string }>(
      sql`select count(*) as count from ${sql.identifier(table)}`,
    )
    return Number(rows[0]?.count)
  }
  await make(
    'read_accounts',
    sql`select coalesce(a.id, v.account_id) as id, coalesce(v.postings, 0) as postings, coalesce(v.balance, 0) as balance
      from ledger_accounts a full join verified_accounts v on v.account_id = a.id
      where (a.postings, a.balance) is distinct from (coalesce(v.postings, 0), coalesce(v.balance, 0))
        or a.id in (select account_id from ledger_postings where id > ${since.lastPostingId})`,
  )
  // A lateral query with an offset is planned as a look-up for each account: few accounts have most of the postings.
  await make(
    'read_postings',
    sql`select p.*, r.postings as seq_before, r.balance as balance_before_all from read_accounts r
      cross join lateral (select * from ledger_postings where account_id = r.id and seq > r.postings offset 0) p
      union all select p.*, r.postings, r.balance from ledger_postings p join read_accounts r on r.id = p.account_id
      where p.id > ${since.lastPostingId} and p.seq <= r.postings`,
  )
  await make(
    'read_entries',
    sql`select entry_id as id from read_postings
      union select entry_id from ledger_postings where id > ${since.lastPostingId}
      union select id from ledger_entries where id > ${since.lastEntryId}`,
  )
  const counts = {
    accounts: await countIn('read_accounts'),
    entries: await countIn('read_entries'),
    postings: await countIn('read_postings'),
  }
  // What is reversed is compared with its reversal.
  await tx.execute(sql`insert into read_entries select e.reverses_id from read_entries r join ledger_entries e on e.id = r.id
    where e.reverses_id is not null on conflict do nothing`)
  await make(
    'read_runs',
    sql`select id from runs where id > ${since.lastRunId}
      union select run_id from run_items where ${newer.entry('entry_id')}`,
  )
  await make(
    'read_savings',
    sql`select id from savings where ${newer.account('account_id')}
      union select savings_id from run_items where ${newer.run('run_id')} and savings_id is not null`,
  )
  // A rescheduling changes a loan without a posting, and a recovery and a fee without one of its account.
  await make(
    'read_loans',
    sql`select id from loans where ${newer.account('account_id')}
      union select loan_id from loan_history where ${newer.entry('entry_id')}
      union select loan_id from loan_recoveries where ${newer.entry('entry_id')}
      union select loan_id from fee_payments where ${newer.entry('entry_id')} and loan_id is not null
      union select loan_id from loan_changes where kind = 'reschedule' and state = 2`,
  )
  await make(
    'read_sheets',
    sql`select id from collections where id > ${since.lastCollectionId}
      or remittance_id in (select id from remittances where ${newer.entry('entry_id')})
      union select collection_id from collection_lines where ${newer.entry('entry_id')}`,
  )
  // Made without an entry; a change that was open at the checkpoint began less than an hour before it.
  await make(
    'read_statements',
    sql`select id from agent_statements where created_at > ${since.madeAt.toISOString()}::timestamptz - interval '1 hour'
      union select statement_id from agent_payments where ${newer.entry('entry_id')}`,
  )
  return counts
}

/** Records what this transaction has verified. `read`: how much it read, of the whole ledger or since a checkpoint. */
export async function recordCheckpoint(tx: Queries, read: Counts, since?: Checkpoint) {
  const { account } = since ? newer : everything
  await tx.execute(sql`insert into verified_accounts (account_id, postings, balance)
    select a.id, a.postings, a.balance from ledger_accounts a where a.postings > 0 and ${account('a.id')}
    on conflict (account_id) do update set postings = excluded.postings, balance = excluded.balance
      where verified_accounts.postings <> excluded.postings`)
  // One statement, since it reads all kept sums. One that came back to zero is kept no more: what was verified of it would be
  // added to what comes later.
  await tx.execute(sql`with kept as materialized (${keptSumsOfPostings}),
    written as (insert into verified_sums ("of", day, agent_id, amount)
      select "of", day, agent_id, amount from kept
      on conflict on constraint verified_sums_key do update set amount = excluded.amount
        where verified_sums.amount <> excluded.amount)
    delete from verified_sums v
      where (v."of", coalesce(v.day, '0001-01-01'), coalesce(v.agent_id, 0)) not in (
        select k."of", coalesce(k.day, '0001-01-01'), coalesce(k.agent_id, 0) from kept k)`)
  await tx.execute(sql`insert into ledger_checkpoints
      (made_at, is_whole, entries, postings, last_entry_id, last_posting_id, last_collection_id, last_run_id)
    select now(), ${since === undefined}, ${read.entries + (since?.entries ?? 0)}, ${read.postings + (since?.postings ?? 0)},
      coalesce((select max(id) from ledger_entries), 0), coalesce((select max(id) from ledger_postings), 0),
      coalesce((select max(id) from collections), 0),
      coalesce((select min(id) - 1 from runs where state = 'running'), (select max(id) from runs), 0)`)
}
