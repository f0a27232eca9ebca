import { type SQL, sql } from 'drizzle-orm'
import { check, smallint, text } from 'drizzle-orm/pg-core'
import { instant, ref } from './columns'
import { admins } from './schema'

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

type Decided = Record<keyof ReturnType<typeof decisionColumns>, { getSQL(): SQL }>

/** Which decisions each state has. */
export const decisionChecks = (table: string, t: Decided) => [
  check(
    `${table}_state`,
    sql`case ${t.state}
        when 0 then ${t.firstDecidedBy} is null and ${t.secondDecidedBy} is null
        when 1 then ${t.firstDecidedBy} is not null and ${t.secondDecidedBy} is null
        when 2 then ${t.firstDecidedBy} is not null and ${t.secondDecidedBy} is not null
        when 3 then ${t.firstDecidedBy} is not null
        else false end`,
  ),
  check(
    `${table}_decisions`,
    sql`(${t.firstDecidedBy} is null) = (${t.firstDecidedAt} is null)
        and (${t.secondDecidedBy} is null) = (${t.secondDecidedAt} is null)
        and (${t.firstDecidedBy} is not null or ${t.firstComment} is null)
        and (${t.secondDecidedBy} is not null or ${t.secondComment} is null)`,
  ),
]
