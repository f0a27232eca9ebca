import { type SQL, sql } from 'drizzle-orm'
import { check, smallint, text } from 'drizzle-orm/pg-core'
import { instant, ref } from './columns'
import { admins } from './schema'

/** The columns of a request that needs one approval. */
export const oneDecisionColumns = () => ({
  status: text({ enum: ['pending', 'approved', 'rejected'] })
    .notNull()
    .default('pending'),
  requestedBy: ref()
    .notNull()
    .references(() => admins.id),
  decidedBy: ref().references(() => admins.id),
  decidedAt: instant(),
})

type Columns<Name extends string> = Record<Name, { getSQL(): SQL }>

/** No comment before the decision; a rejection needs one. */
export const hasComment = (t: Columns<'status' | 'comment'>) =>
  sql`(${t.status} <> 'rejected' or ${t.comment} is not null)
        and (${t.status} <> 'pending' or ${t.comment} is null)`

/** Which status has a decision, and what else the decision sets. */
export const oneDecisionChecks = (
  table: string,
  t: Columns<keyof ReturnType<typeof oneDecisionColumns>>,
  ...more: readonly SQL[]
) => [
  check(`${table}_status`, sql`${t.status} in ('pending', 'approved', 'rejected')`),
  check(
    `${table}_decision`,
    sql`(${t.status} = 'pending') = (${t.decidedBy} is null)
        and (${t.decidedBy} is null) = (${t.decidedAt} is null)
        and ${sql.join([...more], sql.raw('\n        and '))}`,
  ),
]

/**
 * The columns of a request that needs two approvals. States: 0 awaits the first decision, 1 the second, 2 approved,
 * 3 rejected. A trigger keeps the order (migration 0040, `keep_approvals`).
 */
export const decisionColumns = () => ({
  state: smallint().notNull().default(0),
  requestedBy: ref()
    .notNull()
    .references(() => admins.id),
  firstDecidedBy: ref().references(() => admins.id),
  firstDecidedAt: instant(),
  firstComment: text(),
  secondDecidedBy: ref().references(() => admins.id),
  secondDecidedAt: instant(),
  secondComment: text(),
})

/** Which decisions each state has. */
export const stateCheck = (
  table: string,
  state: { getSQL(): SQL },
  t: Columns<'firstDecidedBy' | 'secondDecidedBy'>,
) =>
  check(
    `${table}_state`,
    sql`case ${state}
        when 0 then ${t.firstDecidedBy} is null and ${t.secondDecidedBy} is null
        when 1 then ${t.firstDecidedBy} is not null and ${t.secondDecidedBy} is null
        when 2 then ${t.firstDecidedBy} is not null and ${t.secondDecidedBy} is not null
        when 3 then ${t.firstDecidedBy} is not null
        else false end`,
  )

/** The same, and which columns each decision sets. */
export const decisionChecks = (table: string, t: Columns<keyof ReturnType<typeof decisionColumns>>) => [
  stateCheck(table, t.state, t),
  check(
    `${table}_decisions`,
    sql`(${t.firstDecidedBy} is null) = (${t.firstDecidedAt} is null)
        and (${t.secondDecidedBy} is null) = (${t.secondDecidedAt} is null)
        and (${t.firstDecidedBy} is not null or ${t.firstComment} is null)
        and (${t.secondDecidedBy} is not null or ${t.secondComment} is null)`,
  ),
]
