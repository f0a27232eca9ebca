import { and, eq, type SQL, sql } from 'drizzle-orm'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../db/database'
import { importRecords, imports } from '../db/tables/imports'
import { entryKinds } from '../db/tables/ledgerKinds'
import { numberedReference, postOpenings } from '../ledger/openings'
import { planByIndex, type Releasing, verifyImports, verifyRecords } from './release'
import { takeImport } from './staging'
import { TableFault, WorkEnded } from './reading/tableRow'

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
  await refuse(tx, importId, mine, [moneyMoved, ...newRecords])
  const { rows } = await tx.execute<{ first: string; last: string }>(
    sql`select coalesce(min(id), 1) as first, coalesce(max(id), 0) as last from import_records c where ${mine}`,
  )
  const [first, last] = [Number(rows[0]?.first), Number(rows[0]?.last)]
  const facts = { importId, adminId, now }
  // The loans are reversed below: what secures them is no longer held.
  await tx.execute(sql`update holds set released_at = ${now.toISOString()}::timestamptz where released_at is null and loan_id in (
    select c.record_id from import_records c where ${mine} and c.noun = 'loans')`)
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
  // Customers and agents are locked from here on; something may have been made for them until now. By joins of whole tables again.
  await planByIndex(tx, false)
  await refuse(tx, importId, mine, newRecords)
  await tx.update(importRecords).set({ undone: 1 }).where(eq(importRecords.importId, importId))
  await onProgress?.({ step: 'verifying', done: last - first, total: last - first })
  await verifyRecords(tx)
  // What the rest of the business shares is locked from here on, for a moment: money may have moved on it until now.
  await lockAccounts(tx, shared)
  await refuse(tx, importId, shared, [moneyMoved])
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

/** Throws if any of these records has what makes an import last. */
async function refuse(tx: Queries, importId: number, records: SQL, reasons: readonly Lasting[]) {
  for (const { what, joins, where } of reasons) {
    // An aggregate: with a limit the planner expects a match among the first rows, and where there is none it joins for hours.
    const { rows } = await tx.execute<{ key: string | null }>(
      sql`select (array_agg(c.key order by c.id))[1] as key from import_records c ${joins} where ${records} and ${where}`,
    )
    const key = rows[0]?.key
    if (key) throw new TableFault(`Import ${importId} can not be undone: ${what} ${key} since.`)
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

/** What makes an import last: records `c` to which this happened. */
type Lasting = { what: string; joins: SQL; where: SQL }

const moneyMoved: Lasting = {
  what: 'money moved on',
  joins: sql`join ledger_accounts a on a.id = c.account_id
    left join ledger_postings p on p.entry_id = c.entry_id and p.account_id = a.id`,
  where: sql`c.noun <> 'lent' and a.postings <> coalesce(p.seq, 0) and (c.amount <> 0 or c.noun <> 'wallets')`,
}

const newRecords: readonly Lasting[] = [
  {
    what: 'a withdrawal was requested by',
    joins: sql`join withdrawals w on w.customer_id = c.record_id`,
    where: sql`c.noun = 'customers'`,
  },
  {
    what: 'a fee was paid by',
    joins: sql`join fee_payments f on f.customer_id = c.record_id`,
    where: sql`c.noun = 'customers'`,
  },
  {
    what: 'an agent was paid by statement',
    joins: sql`join agent_payments y on y.statement_id = c.record_id`,
    where: sql`c.noun = 'agentStatements'`,
  },
  {
    what: 'a savings wallet was opened for',
    joins: newOf('savings', sql`t.customer_id = c.record_id`),
    where: sql`c.noun = 'customers' and o.id is null`,
  },
  {
    what: 'a loan was applied for by',
    joins: newOf('loans', sql`t.customer_id = c.record_id`),
    where: sql`c.noun = 'customers' and o.id is null`,
  },
  {
    what: 'a customer was registered with',
    joins: newOf('customers', sql`c.record_id in (t.agent_id, t.assigned_agent_id)`),
    where: sql`c.noun = 'agents' and o.id is null`,
  },
]

/** Records `t` of a record `c`, with the record `o` that made them if they came with the import. */
function newOf(noun: 'savings' | 'loans' | 'customers', condition: SQL) {
  return sql`join ${sql.raw(noun)} t on ${condition}
    left join import_records o on o.import_id = c.import_id and o.noun = ${noun} and o.record_id = t.id`
}

async function removeRecords(tx: Queries, importId: number, now: Date) {
  const idsOf = (noun: string) =>
    sql`(select record_id from import_records where import_id = ${importId} and noun = ${noun} and is_new = 1)`
  await tx.execute(
    sql`update loan_repayment_schedule set status = 'reversed' where status = 'pending' and loan_id in ${idsOf('loans')}`,
  )
  await tx.execute(sql`update loans set loan_status = 'reversed', reversed_date = ${now.toISOString()}::timestamptz, next_due = null
    where id in ${idsOf('loans')}`)
  await tx.execute(
    sql`update holds set released_at = ${now.toISOString()}::timestamptz where released_at is null and loan_id in ${idsOf('loans')}`,
  )
  await tx.execute(sql`update savings set status = 'closed' where id in ${idsOf('savings')}`)
  await tx.execute(sql`delete from guarantors where id in ${idsOf('guarantors')}`)
  await tx.execute(
    sql`update customers set is_deleted = true, is_active = false where id in ${idsOf('customers')}`,
  )
  await tx.execute(sql`delete from agent_statement_rows where statement_id in ${idsOf('agentStatements')}`)
  await tx.execute(sql`delete from agent_statements where id in ${idsOf('agentStatements')}`)
  await tx.execute(sql`delete from agent_targets where id in ${idsOf('agentTargets')}`)
  // E-mail and phone number are free again for the agent of the next import.
  await tx.execute(sql`update agents set status = 'DELETED', email = 'undone-' || id || '-' || email, phone_number = 'undone-' || id
    where id in ${idsOf('agents')}`)
}
