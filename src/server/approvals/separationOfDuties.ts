import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { showDateTime, toLagosStamp } from '#domain/time/lagos'
import type { Context } from '../handler'

/**
 * An admin may not decide on their own request, nor decide twice on one (rules.md, "Separation of duties").
 * ALLOW_SAME_APPROVER lifts the rule for a business with one admin.
 */
export const isSameActor = ({ actor, services }: DutyContext, adminId: number | null) =>
  adminId === actor.adminId && !services.config.allowSameApprover
export type DutyContext = Pick<Context, 'actor' | 'services' | 'now'>

/** Whether the admin's rights grew too lately to decide on anything (rules.md, "New rights"). */
export function newRightsFault({ actor, services, now }: DutyContext): string | null {
  const { newRightsWaitHours: hours, allowSameApprover } = services.config
  if (allowSameApprover || hours === 0 || !actor.rightsGrewAt) return null
  const from = new Date(actor.rightsGrewAt.getTime() + hours * 3_600_000)
  return now < from
    ? `Your rights are new. You can decide from ${showDateTime(toLagosStamp(from))} on.`
    : null
}

/** Whether this admin gave the actor rights, or gave them to who did. */
export const isMaker = ({ actor, services }: DutyContext, adminId: number | null) =>
  adminId !== null &&
  services.config.newRightsWaitHours > 0 &&
  !services.config.allowSameApprover &&
  actor.makers.includes(adminId)

/**
 * The same rules in SQL: rows where none of these columns is the actor, nor, of `requested`, one who gave the actor rights. None
 * while the actor's rights are new. A test compares it with the functions.
 */
export function differentActorCondition(
  context: DutyContext,
  requested: readonly AnyPgColumn[],
  others: readonly AnyPgColumn[] = [],
): SQL | undefined {
  const { actor, services } = context
  if (services.config.allowSameApprover) return undefined
  if (newRightsFault(context)) return sql`false`
  const makers = services.config.newRightsWaitHours > 0 ? actor.makers : []
  return and(
    ...[...requested, ...others].map((column) => sql`${column} is distinct from ${actor.adminId}`),
    makers.length === 0
      ? undefined
      : and(
          ...requested.map(
            (column) => sql`(${column} is null or ${column} <> all (${sql.param([...makers])}::bigint[]))`,
          ),
        ),
  )
}
