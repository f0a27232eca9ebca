import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { setSubject, type Subject, writeActivity } from '../audit/activity'
import { eraseHistory } from '../audit/history'
import { lockChain } from '../audit/activitySubjects'
import type { Database, Queries, Transaction } from '../db/database'
import { guarantors, loanRateChanges, loans } from '../db/tables/loans'
import { entries } from '../db/tables/ledger'
import { loanChanges } from '../db/tables/loanChanges'
import { customerMessages } from '../db/tables/messages'
import { savings, savingsHistory, withdrawals } from '../db/tables/money'
import { agentPayouts } from '../db/tables/payouts'
import { creditRequests, customerFreezes, messagesOffRequests } from '../db/tables/limits'
import { reversals } from '../db/tables/reversals'
import { adminActivity, customerIdentities, customers, idempotencyKeys } from '../db/tables/schema'
import { subjectsOf } from '../modules/customers/export/sections'

/** Customers whose relationship has ended and who did nothing since `before` (rules.md, "Anonymised customer"). */
const isDue = (before: Date) => {
  const id = sql`${customers}.id`
  const at = sql`${before.toISOString()}::timestamptz`
  return sql`${customers}.anonymised_at is null and ${customers}.created_at < ${at}
    and not exists (select from ledger_accounts a where a.customer_id = ${id} and (a.balance <> 0 or a.held <> 0))
    and not exists (select from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.customer_id = ${id} and p.made_at >= ${at})
    and not exists (select from savings s where s.customer_id = ${id} and (s.status <> 'closed' or s.created_at >= ${at}))
    and not exists (select from loans l where l.customer_id = ${id} and (l.application_status in ('pending', 'in-progress')
      or l.loan_status = 'active' or greatest(l.created_at, l.rejected_date) >= ${at}
      or exists (select from loan_recoveries v where v.loan_id = l.id and v.created_at >= ${at})))
    and not exists (select from fee_payments f where f.customer_id = ${id} and f.created_at >= ${at})
    and not exists (select from withdrawals w where w.customer_id = ${id}
      and (w.status = 'pending' or greatest(w.created_at, w.decided_at) >= ${at}
        or exists (select from agent_payouts o where o.withdrawal_id = w.id and (o.state = 'to pay' or o.settled_at >= ${at}))))
    and not exists (select from reversals r where r.customer_id = ${id}
      and (r.status = 'pending' or greatest(r.created_at, r.decided_at) >= ${at}))
    and not exists (select from sheet_request_lines l join sheet_requests r on r.id = l.request_id where l.customer_id = ${id}
      and (r.status = 'pending' or greatest(r.created_at, r.decided_at) >= ${at}))
    and not exists (select from loan_changes c where c.customer_id = ${id}
      and (c.state < 2 or greatest(c.created_at, c.first_decided_at, c.second_decided_at) >= ${at}))
    and not ${customers}.is_frozen
    and not exists (select from customer_freezes z where z.customer_id = ${id} and z.lifted_at >= ${at})
    and not exists (select from messages_off_requests q where q.customer_id = ${id}
      and (q.status = 'pending' or greatest(q.created_at, q.decided_at) >= ${at}))
    and not exists (select from credit_requests q where q.customer_id = ${id}
      and (q.status = 'pending' or greatest(q.created_at, q.decided_at) >= ${at}))
    and not exists (select from customer_messages m where m.customer_id = ${id} and (m.state = 'waiting' or m.created_at >= ${at}))`
}

/** The moment since when a customer must have done nothing. */
export function keptSince(now: Date, years: number): Date {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - years)
  return since
}

const atOnce = 500

/** Their ids, in batches. */
export async function* dueCustomers(database: Database, before: Date): AsyncGenerator<number[]> {
  for (let after = 0; ; ) {
    const due = await database
      .select({ id: customers.id })
      .from(customers)
      .where(and(gt(customers.id, after), isDue(before)))
      .orderBy(asc(customers.id))
      .limit(atOnce)
    if (due.length === 0) return
    yield due.map(({ id }) => id)
    after = due.at(-1)?.id ?? 0
  }
}

type Facts = { before: Date; adminId: number; now: Date }

/**
 * Erases what is personal of a customer who is due, in a transaction of their own; false if they are not due any more. The customer is locked
 * first, for which every movement, application and request waits. No decision waits for it with a record locked: then something is open, and
 * nothing but the customer is locked here.
 */
export const anonymise = (database: Database, id: number, facts: Facts): Promise<boolean> =>
  database.transaction(async (tx) => {
    await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, id)).for('update')
    if ((await tx.$count(customers, and(eq(customers.id, id), isDue(facts.before)))) === 0) return false
    const { rows: subjects } = await tx.execute<{ subject: string }>(
      sql`select subject from ${subjectsOf(id)} s (subject)`,
    )
    await discardFiles(tx, id, facts)
    await eraseProfile(tx, id, facts)
    await eraseWords(tx, id)
    await eraseHistory(tx, 'customer', id)
    await eraseImportRecords(tx, id)
    await record(tx, id, { ...facts, subjects: subjects.map(({ subject }) => subject) })
    return true
  })

const notKept = 'This was answered long ago. The reply is not kept any more.'

/** Replies to changes of before that moment, which may name customers. Their keys stay: repeated, they still have no effect. */
export const eraseOldReplies = (database: Database, before: Date) =>
  database
    .update(idempotencyKeys)
    .set({
      reply: sql`jsonb_build_object('status', ${idempotencyKeys.reply} -> 'status', 'message', ${notKept}::text)`,
    })
    .where(
      and(
        lt(idempotencyKeys.createdAt, before),
        sql`${idempotencyKeys.reply} ->> 'message' is distinct from ${notKept}`,
      ),
    )

/** Leaves stored files to the sweep of unused uploads, so that none is removed before the commit; a file that others name stays. */
const discardFiles = (tx: Transaction, id: number, { before, adminId, now }: Facts) =>
  tx.execute(sql`
    insert into uploads (admin_id, file, stored_at, expired_at, created_at)
    select distinct ${adminId}::bigint, f.file, ${before.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz,
      ${before.toISOString()}::timestamptz
    from (select id_card_file as file from customers where id = ${id}
      union all select unnest(array[id_card_file, utility_file]) from guarantors where customer_id = ${id}) f
    where f.file is not null
      and not exists (select from customers c where c.id <> ${id} and c.id_card_file = f.file)
      and not exists (select from guarantors g where g.customer_id <> ${id} and f.file in (g.id_card_file, g.utility_file))
    on conflict (file) do nothing`)

async function eraseProfile(tx: Transaction, id: number, { now }: Facts) {
  await tx.delete(guarantors).where(eq(guarantors.customerId, id))
  await tx.delete(customerIdentities).where(eq(customerIdentities.customerId, id))
  await tx
    .update(customers)
    .set({
      firstName: 'Former',
      lastName: 'Customer',
      phoneNumber: '',
      state: null,
      lga: null,
      homeAddress: null,
      officeAddress: null,
      idCardFile: null,
      isActive: false,
      isDeleted: true,
      takesMessages: false,
      anonymisedAt: now,
    })
    .where(eq(customers.id, id))
}

/** Free texts, in which anything may have been written. The database lets them be erased of an anonymised customer only (migration 0060). */
async function eraseWords(tx: Transaction, id: number) {
  const loanIds = sql`(select id from loans where customer_id = ${id})`
  await tx
    .update(loans)
    .set({ description: null, firstApprovalComment: null, rejectionReason: erased(loans.rejectionReason) })
    .where(eq(loans.customerId, id))
  await tx
    .update(loanRateChanges)
    .set({ withdrawnApprovalComment: null })
    .where(sql`${loanRateChanges.loanId} in ${loanIds}`)
  await tx
    .update(loanChanges)
    .set({
      reason: '',
      firstComment: erased(loanChanges.firstComment),
      secondComment: erased(loanChanges.secondComment),
    })
    .where(and(eq(loanChanges.customerId, id), ne(loanChanges.reason, '')))
  await tx
    .update(reversals)
    .set({ reason: '', comment: erased(reversals.comment) })
    .where(and(eq(reversals.customerId, id), ne(reversals.reason, '')))
  for (const requests of [messagesOffRequests, creditRequests])
    await tx
      .update(requests)
      .set({ reason: '', comment: erased(requests.comment) })
      .where(and(eq(requests.customerId, id), ne(requests.reason, '')))
  await tx
    .update(customerFreezes)
    .set({ reason: '', liftReason: erased(customerFreezes.liftReason) })
    .where(and(eq(customerFreezes.customerId, id), ne(customerFreezes.reason, '')))
  await tx
    .update(withdrawals)
    .set({ description: '', rejectionReason: erased(withdrawals.rejectionReason) })
    .where(and(eq(withdrawals.customerId, id), ne(withdrawals.description, '')))
  await tx
    .update(agentPayouts)
    .set({ reason: '' })
    .where(
      sql`${agentPayouts.reason} <> '' and ${agentPayouts.withdrawalId} in (select id from ${withdrawals} where customer_id = ${id})`,
    )
  await tx
    .update(savingsHistory)
    .set({ notes: null })
    .where(sql`${savingsHistory.savingsId} in (select id from ${savings} where customer_id = ${id})`)
  await tx.update(customerMessages).set({ text: '', phone: null }).where(eq(customerMessages.customerId, id))
  await tx
    .update(entries)
    .set({ reason: null })
    .where(sql`${entries.customerId} = ${id} and ${entries.reason} is not null
    and ${entries.id} in (select p.entry_id from ledger_postings p join ledger_accounts a on a.id = p.account_id
      where a.customer_id = ${id})`)
}

/** Where a text is there: checks of its state need it. */
const erased = (column: PgColumn) => sql<string | null>`case when ${column} is not null then '' end`

/** The names that old books had for the customer and their records, and the fingerprints of their rows. */
const eraseImportRecords = (tx: Transaction, id: number) =>
  tx.execute(sql`
    with own as (
      select import_id, noun, key from import_records where noun = 'customers' and record_id = ${id}
      union all select import_id, noun, key from import_records
        where noun = 'loans' and record_id in (select id from loans where customer_id = ${id})
      union all select import_id, noun, key from import_records
        where noun = 'savings' and record_id in (select id from savings where customer_id = ${id}))
    update import_records r set key = '', hash = md5(gen_random_uuid()::text)
    from own where r.import_id = own.import_id and r.key = own.key and (r.noun = own.noun
      or own.noun = 'customers' and r.noun = 'guarantors' or own.noun = 'loans' and r.noun = 'instalments')`)

/** In the activity log the database shows 'Former customer 12' in the customer's rows, those before and this one. */
async function record(
  tx: Queries,
  id: number,
  { adminId, now, subjects }: Facts & { subjects: readonly string[] },
) {
  await lockChain(tx)
  await tx
    .update(adminActivity)
    .set({ subjectName: null })
    .where(and(inArray(adminActivity.subject, [...subjects]), eq(adminActivity.subjectCustomerId, id)))
  const subject: Subject = {}
  await setSubject(subject, tx, 'customer', id)
  const facts = { actor: { adminId }, refused: undefined, reference: randomUUID(), now, subject }
  await writeActivity(tx, { name: 'commands.anonymiseCustomer' }, facts)
}
