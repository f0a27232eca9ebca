import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queries, Transaction } from '../db/database'

/** A table and the columns that are written to it; generated ones follow from them. */
export type Table = { name: string; columns: string[] }

/** What a table has: the number of its rows, and a hash of them that does not depend on their order. */
type TableTotal = { rows: number; digest: string }
export type TableTotals = Record<string, TableTotal>

/**
 * Sessions are not kept: a restored database must not open those that were revoked since. Servers come with their start. Checkpoints
 * say what was verified where it was; restored rows are all read again.
 */
const leftOut = [
  'sessions',
  'sign_ins',
  'servers',
  'ledger_checkpoints',
  'verified_accounts',
  'verified_sums',
]

const rowsAtOnce = 1_000
const digestBytes = 32

export async function tablesOf(queries: Queries): Promise<Table[]> {
  const { rows } = await queries.execute<Table>(sql`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

export const keptTablesOf = async (queries: Queries) =>
  (await tablesOf(queries)).filter(({ name }) => !leftOut.includes(name))

export const columnsOf = ({ columns }: Table) =>
  sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )

/**
 * Reads a table as JSON texts, one a row, in batches: PostgreSQL's own text of every value, exact and the same in both
 * databases. Each batch updates `total`.
 */
export async function* readTable(
  tx: Transaction,
  table: Table,
  total: { rows: number; sum: Buffer },
): AsyncGenerator<string[]> {
  await tx.execute(sql`declare backup_rows no scroll cursor for
    select row_to_json(r)::text as row from (select ${columnsOf(table)} from ${sql.identifier(table.name)}) r`)
  for (;;) {
    const { rows } = await tx.execute<{ row: string }>(
      sql`fetch ${sql.raw(String(rowsAtOnce))} from backup_rows`,
    )
    const texts = rows.map(({ row }) => row)
    total.rows += texts.length
    for (const text of texts) addDigest(total.sum, text)
    if (texts.length > 0) yield texts
    if (texts.length < rowsAtOnce) break
  }
  await tx.execute(sql`close backup_rows`)
}

/** Exclusive or: rows have a key, so that no two are equal. */
function addDigest(sum: Buffer, row: string) {
  const digest = createHash('sha256').update(row).digest()
  for (let at = 0; at < digestBytes; at++) sum[at] = (sum[at] ?? 0) ^ (digest[at] ?? 0)
}

export const newTotal = () => ({ rows: 0, sum: Buffer.alloc(digestBytes) })
export const totalOf = ({ rows, sum }: ReturnType<typeof newTotal>): TableTotal => ({
  rows,
  digest: sum.toString('hex'),
})

/** PostgreSQL writes times in the zone of the connection. */
export const inOneTimeZone = (tx: Transaction) => tx.execute(sql`set local timezone to 'UTC'`)

/** What every kept table has. */
export async function totalsOf(tx: Transaction): Promise<TableTotals> {
  await inOneTimeZone(tx)
  const totals: TableTotals = {}
  for (const table of await keptTablesOf(tx)) {
    const total = newTotal()
    for await (const _rows of readTable(tx, table, total));
    totals[table.name] = totalOf(total)
  }
  return totals
}

/** The last number of each sequence that was used. */
export async function sequencesOf(queries: Queries): Promise<Record<string, string>> {
  const { rows } = await queries.execute<{ name: string; last: string }>(sql`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
