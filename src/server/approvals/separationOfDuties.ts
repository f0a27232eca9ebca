import { and, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../handler'

/**
 * An admin may not decide on their own request, nor decide twice on one (rules.md, "Separation of duties").
 * ALLOW_SAME_APPROVER lifts the rule for a business with one admin.
 */
export const isSameActor = ({ actor, services }: DutyContext, adminId: number | null) =>
  adminId === actor.adminId && !services.config.allowSameApprover
type DutyContext = Pick<Context, 'actor' | 'services'>

/** The same rule in SQL: rows where none of these columns is the actor. A test compares it with the function. */
export const differentActorCondition = (
  { actor, services }: DutyContext,
  ...by: AnyPgColumn[]
): SQL | undefined =>
  services.config.allowSameApprover
    ? undefined
    : and(...by.map((column) => sql`${column} is distinct from ${actor.adminId}`))
