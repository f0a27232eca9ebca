import { and, eq, type SQL, sql } from 'drizzle-orm'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { importRecords, imports } from '../db/tables/imports'
import { entryKinds } from '../db/tables/ledgerKinds'
import { numberedReference, postOpenings } from '../ledger/openings'
import { planByIndex, type Releasing, verifyImports, verifyRecords } from './release'
import { takeImport } from './staging'
import { TableFault, WorkEnded } from './tableRow'

const recordsAtOnce = 4_000

/**
 * Undoes a released import as a whole, in one transaction of its caller: every opening balance is reversed, customers and agents are
 * deleted, wallets closed, loans reversed. Types and market days stay, since nobody's money is in them. Refused after the first
 * movement on anything of it. What the rest of the business shares (wallets, LENT) is reversed last, as in a release.
 */
export async function undoImport(tx: Queries, { importId, adminId, now, onProgress }: Releasing) {
  await takeImport(tx, importId)
  const [found] = await tx.select().from(imports).where(eq(imports.id, importId))
  if (found?.state !== 'undoing')
    throw new TableFault(
      `Import ${importId} is ${found?.state ?? 'not there'}: only a released one can be undone.`,
    )
  const mine = sql`c.import_id = ${importId}`
  const shared = sql`${mine} and c.noun in ('wallets', 'lent')`
  const own = sql`${mine} and c.noun not in ('wallets', 'lent')`
  await lockAccounts(tx, own)
  await refuseMoved(tx, importId, mine)
  const { rows } = await tx.execute<{ first: string; last: string }>(
    sql`select coalesce(min(id), 1) as first, coalesce(max(id), 0) as last from import_records c where ${mine}`,
  )
  const [first, last] = [Number(rows[0]?.first), Number(rows[0]?.last)]
  const facts = { importId, adminId, now }
  await planByIndex(tx, true)
  for (let from = first; from <= last; from += recordsAtOnce) {
    await reverse(tx, sql`${own} and c.id between ${from} and ${from + recordsAtOnce - 1}`, facts)
    await onProgress?.({
      step: 'undoing',
      done: Math.min(from + recordsAtOnce, last) - first,
      total: last - first,
    })
  }
  await removeRecords(tx, importId, now)
  await tx.update(importRecords).set({ undone: 1 }).where(eq(importRecords.importId, importId))
  await onProgress?.({ step: 'verifying', done: last - first, total: last - first })
  await verifyRecords(tx)
  // What the rest of the business shares is locked from here on, for a moment: money may have moved on it until now.
  await lockAccounts(tx, shared)
  await refuseMoved(tx, importId, shared)
  await reverse(tx, shared, facts)
  const undone = await tx
    .update(imports)
    .set({ state: 'undone', undoneBy: adminId, undoneAt: now, step: null, failure: null })
    .where(and(eq(imports.id, importId), eq(imports.state, 'undoing')))
    .returning({ id: imports.id })
  if (undone.length === 0) throw new WorkEnded(`Import ${importId} was cancelled. Nothing was changed.`)
  await verifyImports(tx)
}

/** No money moves on the accounts of these records from here on. From the highest id down, as everybody locks. */
const lockAccounts = (tx: Queries, records: SQL) =>
  tx.execute(sql`select count(*) from (select a.id from ledger_accounts a
    where a.id in (select c.account_id from import_records c where ${records}) order by a.id desc for no key update) locked`)

/** Throws after the first movement on anything of these records. */
async function refuseMoved(tx: Queries, importId: number, records: SQL) {
  for (const { what, where } of movements) {
    const { rows } = await tx.execute<{ key: string }>(
      sql`select c.key from import_records c where ${records} and ${where} order by c.id limit 1`,
    )
    if (rows[0]) throw new TableFault(`Import ${importId} can not be undone: ${what} ${rows[0].key} since.`)
  }
}

/** Reverses the opening balances of these records. */
async function reverse(
  tx: Queries,
  records: SQL,
  { importId, adminId, now }: Pick<Releasing, 'importId' | 'adminId' | 'now'>,
) {
  await tx.execute(sql`insert into ledger_entries (reference, kind, made_at, admin_id, agent_id, customer_id, reason, reverses_id)
    select ${numberedReference(entryKinds.Reversal, lagosDay(now))}, 'Reversal', ${now.toISOString()}::timestamptz, ${adminId}, n.agent_id,
      n.customer_id, ${`Import ${importId} undone`}, n.id
    from (select o.*, nextval('reference_numbers') as number from import_records c join ledger_entries o on o.id = c.entry_id
      where ${records} order by c.id) n`)
  await postOpenings(
    tx,
    sql`select e.id as entry_id, c.account_id, -c.amount as amount from import_records c
      join ledger_entries e on e.reverses_id = c.entry_id where ${records}`,
  )
}

/** What makes an import last: a movement, or something new that hangs on its records. */
const movements = [
  {
    what: 'money moved on',
    where: sql`c.noun <> 'lent' and exists (select from ledger_accounts a where a.id = c.account_id and a.postings <> coalesce(
      (select p.seq from ledger_postings p where p.entry_id = c.entry_id and p.account_id = a.id), 0))
      and (c.amount <> 0 or c.noun <> 'wallets')`,
  },
  {
    what: 'a withdrawal was requested by',
    where: sql`c.noun = 'customers' and exists (select from withdrawals w where w.customer_id = c.record_id)`,
  },
  ...(['savings', 'loans'] as const).map((noun) => ({
    what: noun === 'savings' ? 'a savings wallet was opened for' : 'a loan was applied for by',
    where: sql`c.noun = 'customers' and exists (select from ${sql.raw(noun)} t where t.customer_id = c.record_id
      and not exists (select from import_records o where o.import_id = c.import_id and o.noun = ${noun} and o.record_id = t.id))`,
  })),
  {
    what: 'a customer was registered with',
    where: sql`c.noun = 'agents' and exists (select from customers t where c.record_id in (t.agent_id, t.assigned_agent_id)
      and not exists (select from import_records o where o.import_id = c.import_id and o.noun = 'customers' and o.record_id = t.id))`,
  },
]

async function removeRecords(tx: Queries, importId: number, now: Date) {
  const of = (noun: string) =>
    sql`(select record_id from import_records where import_id = ${importId} and noun = ${noun} and is_new = 1)`
  await tx.execute(
    sql`update loan_repayment_schedule set status = 'reversed' where status = 'pending' and loan_id in ${of('loans')}`,
  )
  await tx.execute(sql`update loans set loan_status = 'reversed', reversed_date = ${now.toISOString()}::timestamptz, next_due = null
    where id in ${of('loans')}`)
  await tx.execute(sql`update savings set status = 'closed' where id in ${of('savings')}`)
  await tx.execute(sql`delete from guarantors where id in ${of('guarantors')}`)
  await tx.execute(
    sql`update customers set is_deleted = true, is_active = false where id in ${of('customers')}`,
  )
  // E-mail and phone number are free again for the agent of the next import.
  await tx.execute(sql`update agents set status = 'DELETED', email = 'undone-' || id || '-' || email, phone_number = 'undone-' || id
    where id in ${of('agents')}`)
}
