import { type SQL, sql } from 'drizzle-orm'
import { tillCode, vaultCode } from '../../db/tables/ledgerKinds'

/**
 * What a run of the checks reads: everything, or what is newer than a checkpoint (checkpoints.ts). Rules ask it for conditions on
 * the ids of their rows. `column` is written as in the rule: 'e.id'.
 */
export type Extent = {
  entry: (column: string) => SQL
  account: (column: string) => SQL
  saving: (column: string) => SQL
  loan: (column: string) => SQL
  /** Of collections. */
  sheet: (column: string) => SQL
  run: (column: string) => SQL
  /** Of agents' statements. */
  statement: (column: string) => SQL
  /** The postings that are read, each with what its account had before the first of them: `seq_before`, `balance_before_all`. */
  postings: SQL
  /** What the account with this id had before the first posting that is read. */
  countBefore: (column: string) => SQL
  balanceBefore: (column: string) => SQL
  /** The sums of the postings that are not read: `of`, `day`, `agent_id`, `amount`. */
  sumsBefore: SQL
}

/** A fault, with a query for the places where it occurs in what is read, in their order. Rules without `read` read all of tables that stay small. */
export type LedgerRule = { fault: string; place: (read: Extent) => SQL }

/** The day in Lagos of a time. */
export const dayOf = (time: SQL) => sql`timezone('Africa/Lagos', ${time})::date`

/** Whether an account is of cash at the counter: the vault's or a till's. */
export const isAtCounter = (code: string) => sql.raw(`${code} in ('${vaultCode}', '${tillCode}')`)

const all = () => sql`true`
const nothing = () => sql`0`

export const everything: Extent = {
  entry: all,
  account: all,
  saving: all,
  loan: all,
  sheet: all,
  run: all,
  statement: all,
  postings: sql`(select *, 0::bigint as seq_before, 0::bigint as balance_before_all from ledger_postings)`,
  countBefore: nothing,
  balanceBefore: nothing,
  sumsBefore: sql`(select "of", day, agent_id, amount from verified_sums where false)`,
}

const within = (table: string) => (column: string) => sql.raw(`${column} in (select id from ${table})`)
const ofAccount = (field: string) => (column: string) =>
  sql.raw(`(select r.${field} from read_accounts r where r.id = ${column})`)

/** What is newer than a checkpoint, by the temporary tables of `markNew` (checkpoints.ts). */
export const newer: Extent = {
  entry: within('read_entries'),
  account: within('read_accounts'),
  saving: within('read_savings'),
  loan: within('read_loans'),
  sheet: within('read_sheets'),
  run: within('read_runs'),
  statement: within('read_statements'),
  postings: sql`read_postings`,
  countBefore: ofAccount('postings'),
  balanceBefore: ofAccount('balance'),
  sumsBefore: sql`verified_sums`,
}
