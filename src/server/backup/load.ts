import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database'
import { columnsOf, type Table, tablesOf } from './tables'

type Named = { name: string; table: string; definition: string }

/**
 * Makes tables ready for rows that were checked when they were written: without triggers, which would refuse or repeat what
 * the rows have already, and without foreign keys and indexes, which are faster made at the end and then check all rows at
 * once. Returns a function that brings everything back. All of it is one transaction: a restore that is killed leaves
 * nothing.
 */
export async function openForRows(tx: Transaction) {
  const tables = await tablesOf(tx)
  const foreignKeys = await namedOf(
    tx,
    sql`select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
  )
  const indexes = await namedOf(
    tx,
    sql`select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
      order by i.indexrelid`,
  )
  for (const { name } of tables)
    await tx.execute(sql`alter table ${sql.identifier(name)} disable trigger user`)
  for (const { table, name } of foreignKeys)
    await tx.execute(sql`alter table ${sql.raw(table)} drop constraint ${sql.identifier(name)}`)
  for (const { name } of indexes) await tx.execute(sql`drop index ${sql.raw(name)}`)
  const names = tables.map(({ name }) => sql.identifier(name))
  await tx.execute(sql`truncate ${sql.join(names, sql`, `)}`)
  return async () => {
    for (const { definition } of indexes) await tx.execute(sql.raw(definition))
    for (const { table, name, definition } of foreignKeys)
      await tx.execute(
        sql`alter table ${sql.raw(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
      )
    for (const { name } of tables)
      await tx.execute(sql`alter table ${sql.identifier(name)} enable trigger user`)
  }
}

const namedOf = async (tx: Transaction, query: SQL) => (await tx.execute<Named>(query)).rows

/** Inserts rows of a table; `rows` is a JSON array, which PostgreSQL reads. */
export const insertJson = (tx: Transaction, table: Table, rows: string) =>
  tx.execute(sql`insert into ${sql.identifier(table.name)} (${columnsOf(table)})
    select ${columnsOf(table)} from json_populate_recordset(null::${sql.identifier(table.name)}, ${rows}::json)`)

export async function setSequences(tx: Transaction, sequences: Record<string, string>) {
  for (const [name, last] of Object.entries(sequences))
    await tx.execute(sql`select setval(quote_ident(${name})::regclass, ${last}::bigint)`)
}
