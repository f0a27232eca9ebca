import { type SQL, sql } from 'drizzle-orm'
import type { ImportNoun } from '#contract/calls/imports'
import type { Queries } from '../db/database'
import type { RecordNoun } from '../db/tables/imports'
import { entryKinds } from '../db/tables/ledgerKinds'
import { numberedReference, postOpenings } from '../ledger/openings'
import { cell } from './cells'

/** Rows of an import that are released together, and the facts of the release. */
export type Part = {
  importId: number
  adminId: number
  now: Date
  day: string
  cutOverDay: string
  createdBy: number
  from: number
  through: number
}

export type Maker = (tx: Queries, part: Part) => Promise<void>

/** What has the ids of a part. By the index of ids: `offset 0` keeps the planner from one that finds the whole import for each part. */
const within = (table: 'import_rows' | 'import_records', { from, through }: Part) =>
  sql`(select * from ${sql.raw(table)} where id between ${from} and ${through} offset 0)`
/** The rows `r` of a part. */
export const rowsOf = (noun: ImportNoun, part: Part) =>
  sql`${within('import_rows', part)} r where r.import_id = ${part.importId} and r.noun = ${noun}`
/** The records `c` of a part. */
export const recordsOf = (noun: ImportNoun, part: Part) =>
  sql`${within('import_records', part)} c where c.import_id = ${part.importId} and c.noun = ${noun}`
/** Each record `c` of a part with its row `r`: a record has the id of its row. */
export const madeIn = (noun: ImportNoun, part: Part) =>
  sql`${within('import_records', part)} c join import_rows r on r.id = c.id where c.import_id = ${part.importId} and c.noun = ${noun}`

export const next = (sequence: string) => sql.raw(`nextval('${sequence}')`)
export const none = sql`null::bigint`
/** The record of another noun that a cell names, in this import or there before. */
export const recordOf = (
  noun: ImportNoun,
  key: SQL,
  known: SQL = none,
) => sql`coalesce((select n.record_id from import_records n
  where n.import_id = r.import_id and n.noun = ${noun} and n.key = lower(${key})), ${known})`

type Made = { id: SQL; account?: SQL; amount?: SQL; known?: SQL }

/** Records what rows of a part become, with the ids that they get. `known` is the id of what is there already. */
export async function record(
  tx: Queries,
  noun: ImportNoun,
  part: Part,
  { id, account = none, amount = sql`0`, known = none }: Made,
) {
  await tx.execute(sql`insert into import_records (id, import_id, noun, key, hash, record_id, is_new, account_id, amount, entry_id)
    select id, import_id, noun, key, hash, coalesce(known, ${id}), case when known is null then 1 else 0 end, ${account}, amount,
      case when amount <> 0 then ${next('ledger_entries_id_seq')} end
    from (select r.*, ${known} as known, ${amount} as amount from ${rowsOf(noun, part)} order by r.id) r`)
}

/** The entries of a part's records. */
export const enter = (
  tx: Queries,
  noun: RecordNoun,
  {
    importId,
    adminId,
    now,
    day,
    cutOverDay,
  }: Pick<Part, 'importId' | 'adminId' | 'now' | 'day' | 'cutOverDay'>,
  { agent = none, customer = none, from }: { agent?: SQL; customer?: SQL; from: SQL },
) =>
  tx.execute(sql`insert into ledger_entries (id, reference, kind, made_at, admin_id, agent_id, customer_id, reason)
    select n.entry_id, ${numberedReference(entryKinds['Opening balance'], day)}, 'Opening balance', ${now.toISOString()}::timestamptz,
      ${adminId}, n.agent_id, n.customer_id, ${`Import ${importId}, balance of ${cutOverDay}: `}::text || n.key
    from (select c.entry_id, c.key, ${agent} as agent_id, ${customer} as customer_id, ${next('reference_numbers')} as number
      from ${from} and c.noun = ${noun} and c.entry_id is not null order by c.entry_id) n`)

export const postPart = (tx: Queries, noun: ImportNoun, part: Part) =>
  postOpenings(
    tx,
    sql`select c.entry_id, c.account_id, c.amount from ${madeIn(noun, part)} and c.entry_id is not null`,
  )

export const openedOn = (field: string, now: Date) =>
  sql`coalesce(${cell(field)}::date::timestamp at time zone 'Africa/Lagos', ${now.toISOString()}::timestamptz)`
export const reference = (prefix: string, day: string) => numberedReference(prefix, day)
