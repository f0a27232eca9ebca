import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq, sql } from 'drizzle-orm'
import type { Identity } from '#contract/calls/customers'
import type { Queries, Transaction } from '../../../db/database'
import { snapshotParts } from '../../../db/snapshotParts'
import { guarantors } from '../../../db/tables/loans'
import { customers } from '../../../db/tables/schema'
import type { FileStore } from '../../../files/fileStore'
import type { Services } from '../../../services'
import { fieldsOf } from './fields'
import { type Section, sections } from './sections'

const rowsAtOnce = 500

export type Asked = {
  customerId: number
  services: Services
  now: Date
  /** BVN and NIN, whole or their last digits. */
  identityIn: (queries: Queries) => Promise<Identity>
}

/** All that the business holds about a customer: JSON, one row a line, as of one moment, part by part. */
export const customerFile = (asked: Asked) =>
  snapshotParts(asked.services.connections.exports, (tx, sent) =>
    pipeline(Readable.from(partsOf(tx, asked)), sent),
  )

async function* partsOf(tx: Transaction, { customerId, services, now, identityIn }: Asked) {
  // All rows are read: for the first ones alone it would look through a whole table in the order of its ids.
  await tx.execute(sql`set local cursor_tuple_fraction = 1`)
  const about = {
    business: services.config.businessName ?? null,
    made_at: now.toISOString(),
    amounts: 'naira',
    times: 'Lagos (UTC+1)',
  }
  yield `{"about":${JSON.stringify(about)},\n"identity":${JSON.stringify(await identityIn(tx))}`
  for (const [name, section] of Object.entries(sections)) {
    yield `,\n${JSON.stringify(name)}:[`
    let comma = ''
    for await (const rows of rowsOf(tx, section, customerId)) {
      yield comma + rows.join(',\n')
      comma = ',\n'
    }
    yield ']'
  }
  yield ',\n"files":['
  let comma = ''
  for (const file of await filesOf(tx, customerId)) {
    yield comma + JSON.stringify(await described(services.files, file))
    comma = ',\n'
  }
  yield ']}\n'
}

/** The rows of a section as JSON that the database writes. */
async function* rowsOf(tx: Transaction, { table, where, without }: Section, customerId: number) {
  await tx.execute(sql`declare customer_rows no scroll cursor for select row_to_json(r)::text as row from (
    select ${fieldsOf(table, without)} from ${table} where ${where(customerId)} order by ${table}.id) r`)
  for (;;) {
    const { rows } = await tx.execute<{ row: string }>(
      sql`fetch ${sql.raw(String(rowsAtOnce))} from customer_rows`,
    )
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rowsAtOnce) break
  }
  await tx.execute(sql`close customer_rows`)
}

type StoredFile = { of: string; what: string; name: string | null }

/** The files of the customer and of the guarantors, by their names in the store. */
async function filesOf(tx: Transaction, customerId: number): Promise<StoredFile[]> {
  const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId))
  const people = await tx.select().from(guarantors).where(eq(guarantors.customerId, customerId))
  return [
    { of: 'customer', what: 'ID card', name: customer?.idCardFile ?? null },
    ...people.flatMap(({ id, idCardFile, utilityFile }) => [
      { of: `guarantor ${id}`, what: 'ID card', name: idCardFile },
      { of: `guarantor ${id}`, what: 'utility bill', name: utilityFile },
    ]),
  ].filter(({ name }) => name !== null)
}

/** With size and hash, by which a copy of the file is recognized; null if the store does not have it. */
async function described(store: FileStore, file: StoredFile) {
  const bytes = await store.read(file.name ?? '')
  return {
    ...file,
    bytes: bytes?.length ?? null,
    sha256: bytes ? createHash('sha256').update(bytes).digest('hex') : null,
  }
}
