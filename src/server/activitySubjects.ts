import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import { activitySubjects } from './db/activityTables'
import type { Queries } from './db/database'

/** Who or what a change is about, as it is now. */
export type Snapshot = {
  name: string
  role: string | null
  reference: string | null
  amount: Kobo | null
  customerId: number | null
  agentId: number | null
}

/** Of the customer that a row belongs to. */
const person = sql`c.first_name || ' ' || c.last_name`

type Parts = { name: SQL; from: SQL } & Partial<Record<Exclude<keyof Snapshot, 'name'>, SQL>>

/** How each noun of the log is named. `t` is the row that is meant. */
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
  loan: {
    name: person,
    reference: sql`t.reference`,
    amount: sql`t.amount`,
    customerId: sql`c.id`,
    from: sql`loans t join customers c on c.id = t.customer_id`,
  },
  withdrawal: {
    name: person,
    reference: sql`t.reference`,
    amount: sql`t.amount`,
    customerId: sql`c.id`,
    from: sql`withdrawals t join customers c on c.id = t.customer_id`,
  },
  'fund request': {
    // Not by who asked for it: that admin may be deleted for good.
    name: sql`initcap(t.type) || ' request'`,
    reference: sql`t.reference`,
    amount: sql`t.amount`,
    from: sql`fund_requests t`,
  },
  'loan type': { name: sql`t.name`, from: sql`loan_types t` },
  'saving type': { name: sql`t.name`, from: sql`saving_types t` },
  'market day': { name: sql`t.name`, from: sql`market_days t` },
  wallet: { name: sql`'Main wallet'`, from: sql`(select 1::bigint as id) t` },
} satisfies Record<string, Parts>

/** What a row of the log can be about. A change of anything else does not compile. */
export type Noun = keyof typeof nouns

const none = sql`null`
const columnsOf = ({ name, role, reference, amount, customerId, agentId }: Parts) => sql`
  ${name} as "name", (${role ?? none})::text as "role", (${reference ?? none})::text as "reference",
  (${amount ?? none})::bigint as "amount", (${customerId ?? none})::bigint as "customerId",
  (${agentId ?? none})::bigint as "agentId"`

/** Undefined where there is no such row. */
export async function snapshotOf(queries: Queries, noun: Noun, id: number): Promise<Snapshot | undefined> {
  const parts: Parts = nouns[noun]
  const { rows } = await queries.execute<Record<keyof Snapshot, string | null>>(
    sql`select ${columnsOf(parts)} from ${parts.from} where t.id = ${id}`,
  )
  const [found] = rows
  if (!found) return undefined
  const number = (value: string | null) => (value === null ? null : Number(value))
  return {
    name: found.name ?? '',
    role: found.role,
    reference: found.reference,
    amount: number(found.amount) as Kobo | null,
    customerId: number(found.customerId),
    agentId: number(found.agentId),
  }
}

/** Names what rows written without their subjects were about, as it is called now: for the demo's log. */
export async function nameSubjects(queries: Queries) {
  for (const [noun, parts] of Object.entries(nouns))
    await queries.execute(sql`
      insert into ${activitySubjects} (activity_id, noun, subject_id, name, role, reference, amount, customer_id, agent_id)
      select l.id, ${noun}, t.id, ${columnsOf(parts)}
        from ${parts.from} join admin_activity l on l.subject = ${`${noun} `}::text || t.id::text`)
}

/** A person is deleted for good: the log keeps that something was done to them, and no longer who they were. */
export const forgetSubject = (queries: Queries, noun: Noun, id: number) =>
  queries
    .update(activitySubjects)
    .set({ name: `Deleted ${noun} ${id}`, role: null, reference: null })
    .where(and(eq(activitySubjects.noun, noun), eq(activitySubjects.subjectId, id)))
