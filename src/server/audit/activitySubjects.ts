import { eq, type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import type { Queries } from '../db/database'
import { adminActivity } from '../db/tables/schema'

/** The subject of a change as it is now, in the columns of the activity log. */
export type Snapshot = Pick<
  typeof adminActivity.$inferSelect,
  'subjectName' | 'subjectRole' | 'subjectReference' | 'amount' | 'subjectCustomerId' | 'subjectAgentId'
>

type Parts = {
  name: SQL
  role?: SQL
  reference?: SQL
  amount?: SQL
  customerId?: SQL
  agentId?: SQL
  from: SQL
}

/** A row that belongs to a customer. */
const ofCustomer = (table: SQL): Parts => ({
  name: sql`c.first_name || ' ' || c.last_name`,
  reference: sql`t.reference`,
  amount: sql`t.amount`,
  customerId: sql`c.id`,
  from: sql`${table} t join customers c on c.id = t.customer_id`,
})

/** A row that belongs to an agent. */
const ofAgent = (table: SQL, amount: SQL): Parts => ({
  name: sql`a.name`,
  reference: sql`t.reference`,
  amount,
  agentId: sql`a.id`,
  from: sql`${table} t join agents a on a.id = t.agent_id`,
})

/** How to read the name of each noun. `t` is the subject's row. */
const nouns = {
  admin: { name: sql`t.name`, role: sql`r.name`, from: sql`admins t left join roles r on r.id = t.role_id` },
  role: { name: sql`t.name`, from: sql`roles t` },
  permission: { name: sql`t.name`, from: sql`permissions t` },
  agent: { name: sql`t.name`, agentId: sql`t.id`, from: sql`agents t` },
  device: {
    name: sql`a.name`,
    reference: sql`t.device_name`,
    agentId: sql`a.id`,
    from: sql`agent_devices t join agents a on a.id = t.agent_id`,
  },
  customer: {
    name: sql`t.first_name || ' ' || t.last_name`,
    reference: sql`t.reference`,
    customerId: sql`t.id`,
    from: sql`customers t`,
  },
  guarantor: {
    name: sql`t.first_name || ' ' || t.last_name`,
    customerId: sql`t.customer_id`,
    from: sql`guarantors t`,
  },
  loan: ofCustomer(sql`loans`),
  'loan change': ofCustomer(sql`loan_changes`),
  withdrawal: ofCustomer(sql`withdrawals`),
  'messages off request': {
    name: sql`c.first_name || ' ' || c.last_name`,
    reference: sql`t.reference`,
    customerId: sql`c.id`,
    from: sql`messages_off_requests t join customers c on c.id = t.customer_id`,
  },
  'credit request': {
    name: sql`coalesce(c.first_name || ' ' || c.last_name, 'Main wallet')`,
    reference: sql`t.reference`,
    amount: sql`t.amount`,
    customerId: sql`c.id`,
    from: sql`credit_requests t left join customers c on c.id = t.customer_id`,
  },
  // Without a customer it has the name of the agent, or of what is reversed.
  reversal: {
    name: sql`coalesce(c.first_name || ' ' || c.last_name, a.name, o.kind)`,
    reference: sql`t.reference`,
    amount: sql`t.amount`,
    customerId: sql`c.id`,
    agentId: sql`case when c.id is null then a.id end`,
    from: sql`reversals t join ledger_entries o on o.id = t.original_id left join customers c on c.id = t.customer_id
      left join agents a on a.id = o.agent_id`,
  },
  reopening: {
    name: sql`'Days from ' || to_char(t.from_day, 'FMDD Mon YYYY')`,
    reference: sql`t.reference`,
    from: sql`reopenings t`,
  },
  'business day': {
    name: sql`to_char(t.day, 'FMDD Mon YYYY')`,
    from: sql`business_days t`,
  },
  'day opening': {
    name: sql`to_char(t.day, 'FMDD Mon YYYY')`,
    reference: sql`t.reference`,
    from: sql`day_openings t`,
  },
  'term change': {
    name: sql`coalesce(s.name, l.name)`,
    reference: sql`t.reference`,
    from: sql`term_changes t left join saving_types s on s.id = t.saving_type_id left join loan_types l on l.id = t.loan_type_id`,
  },
  'setting change': { name: sql`t.setting`, reference: sql`t.reference`, from: sql`setting_changes t` },
  'fund request': {
    // Not named after the requester: that admin may be permanently deleted.
    name: sql`initcap(t.type) || ' request'`,
    reference: sql`t.reference`,
    amount: sql`t.amount`,
    from: sql`fund_requests t`,
  },
  collection: ofAgent(sql`collections`, sql`t.total`),
  'late batch': ofAgent(sql`late_batches`, sql`t.total`),
  'sheet request': ofAgent(sql`sheet_requests`, sql`t.total`),
  payout: {
    name: sql`'Payout of ' || t.wallets || case t.wallets when 1 then ' wallet' else ' wallets' end`,
    reference: sql`t.reference`,
    amount: sql`t.total`,
    from: sql`payout_batches t`,
  },
  remittance: ofAgent(sql`remittances`, sql`t.counted`),
  // Of an agent or of a till.
  'cash difference': {
    name: sql`coalesce(a.name, l.name)`,
    reference: sql`t.reference`,
    amount: sql`abs(t.amount)`,
    agentId: sql`a.id`,
    from: sql`cash_differences t left join agents a on a.id = t.agent_id
      left join till_sessions s on s.id = t.till_session_id left join tills l on l.id = s.till_id`,
  },
  till: { name: sql`t.name`, from: sql`tills t` },
  'till session': {
    name: sql`l.name`,
    reference: sql`t.reference`,
    from: sql`till_sessions t join tills l on l.id = t.till_id`,
  },
  'bank movement': {
    name: sql`'Slip ' || t.slip_number`,
    reference: sql`t.reference`,
    amount: sql`t.amount`,
    from: sql`bank_movements t`,
  },
  'agent statement': ofAgent(sql`agent_statements`, sql`t.total`),
  'set of agent pay terms': {
    name: sql`'Agents’ commission from ' || to_char(t.from_month, 'Mon YYYY')`,
    agentId: sql`t.agent_id`,
    from: sql`agent_pay_terms t`,
  },
  'month of statements': {
    name: sql`'Agents’ statements'`,
    from: sql`(select 1::bigint as id) t`,
  },
  saving: {
    name: sql`c.first_name || ' ' || c.last_name`,
    reference: sql`t.reference`,
    customerId: sql`c.id`,
    from: sql`savings t join customers c on c.id = t.customer_id`,
  },
  'loan type': { name: sql`t.name`, from: sql`loan_types t` },
  fee: { name: sql`t.name`, from: sql`fees t` },
  expense: {
    name: sql`k.name`,
    reference: sql`t.reference`,
    amount: sql`t.amount`,
    from: sql`expenses t join expense_categories k on k.id = t.category_id`,
  },
  'expense category': { name: sql`t.name`, from: sql`expense_categories t` },
  'book account': { name: sql`t.name`, reference: sql`t.code`, from: sql`book_accounts t` },
  'saving type': { name: sql`t.name`, from: sql`saving_types t` },
  'set of arrears terms': {
    name: sql`'Arrears terms from ' || to_char(t.from_day, 'FMDD Mon YYYY')`,
    from: sql`arrears_terms t`,
  },
  import: { name: sql`'Import ' || t.id`, from: sql`imports t` },
  'archive of all books': { name: sql`'All books'`, from: sql`(select 1::bigint as id) t` },
  view: { name: sql`t.name`, from: sql`saved_views t` },
  holiday: { name: sql`t.name || ', ' || to_char(t.day, 'FMDD Mon YYYY')`, from: sql`holidays t` },
  'set of closed weekdays': {
    name: sql`'Closed weekdays from ' || to_char(t.from_day, 'FMDD Mon YYYY')`,
    from: sql`collection_calendars t`,
  },
  'market day': { name: sql`t.name`, from: sql`market_days t` },
  wallet: { name: sql`'Main wallet'`, from: sql`(select 1::bigint as id) t` },
} satisfies Record<string, Parts>

/** What a row of the log can be about. A change of anything else does not compile. */
export type Noun = keyof typeof nouns

const none = sql`null`

/** Undefined if there is no such row. */
export async function snapshotOf(queries: Queries, noun: Noun, id: number): Promise<Snapshot | undefined> {
  const { name, role, reference, amount, customerId, agentId, from }: Parts = nouns[noun]
  const { rows } = await queries.execute<Record<keyof Snapshot, string | null>>(sql`
    select ${name} as "subjectName", (${role ?? none})::text as "subjectRole",
      (${reference ?? none})::text as "subjectReference", (${amount ?? none})::bigint as "amount",
      (${customerId ?? none})::bigint as "subjectCustomerId", (${agentId ?? none})::bigint as "subjectAgentId"
    from ${from} where t.id = ${id}`)
  const [row] = rows
  if (!row) return undefined
  const number = (value: string | null) => (value === null ? null : Number(value))
  return {
    ...row,
    amount: number(row.amount) as Kobo | null,
    subjectCustomerId: number(row.subjectCustomerId),
    subjectAgentId: number(row.subjectAgentId),
  }
}

/**
 * Erases the name of a permanently deleted admin from the log; the database shows 'Deleted admin 12' instead, in later
 * rows too. The last step of its change: the chain's lock ensures that no row with the name is being written.
 */
export async function eraseAdminName(queries: Queries, id: number) {
  await lockChain(queries)
  await queries
    .update(adminActivity)
    .set({ subjectName: null })
    .where(eq(adminActivity.subject, `admin ${id}`))
}

/** Every new row takes this lock until its commit (migration 0001). */
export const lockChain = (queries: Queries) => queries.execute(sql`select pg_advisory_xact_lock(4301)`)
