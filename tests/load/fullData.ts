import { type Database, openDatabase } from '#server/db/database'
import { seedBaseData } from '#server/seedBaseData'
import { fullSize, makeData } from './data'

/** Opens the data of LOAD_DATA, which is made if it is not there; LOAD_SIZE divides the number of rows. */
export async function openFullData(url: string) {
  const opened = await openDatabase({ url, dataDir: '' })
  const { database } = opened
  await seedBaseData(database)
  const { rows: made } = await database.$client.query('select from customers limit 1')
  const divisor = Number(process.env.LOAD_SIZE ?? 1)
  if (made.length === 0)
    await makeData(database, {
      customers: fullSize.customers / divisor,
      postings: fullSize.postings / divisor,
    })
  // Stored data has the admins of the run before.
  await database.$client.query("update admins set email = id || email where email like 'person%@alajo.test'")
  await warm(database)
  return opened
}

/**
 * All of the data is in the system's memory, and the database's own buffers hold as many tables and indexes as fit, the
 * small ones first.
 */
export async function warm({ $client }: Database) {
  await $client.query('create extension if not exists pg_prewarm')
  const relations = `(select oid::regclass as name, sum(pg_relation_size(oid)) over (order by pg_relation_size(oid), oid) as cumulative
    from pg_class where relkind in ('r', 'i', 't') and relnamespace = 'public'::regnamespace) relations`
  await $client.query(`select pg_prewarm(name, 'read') from ${relations}`)
  await $client.query(`select pg_prewarm(name, 'buffer') from ${relations}
    where cumulative < 0.9 * pg_size_bytes(current_setting('shared_buffers'))`)
}
