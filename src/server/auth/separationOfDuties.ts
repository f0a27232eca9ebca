import { and, ne, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Context } from '../handler'
import { reject } from '../errors/refusals'

/**
 * Separation of duties (rules.md, "Separation of duties"): nobody decides on what they asked for, or
 * twice on one thing. ALLOW_SAME_APPROVER lifts it for a business with one admin.
 */
export const isSameActor = ({ actor, services }: DutyContext, adminId: number | null) =>
  adminId === actor.adminId && !services.config.allowSameApprover
type DutyContext = Pick<Context, 'actor' | 'services'>

/** The same rule as a condition: rows that none of these columns makes the actor's own. A test holds the two together. */
export const differentActorCondition = (
  { actor, services }: DutyContext,
  ...by: AnyPgColumn[]
): SQL | undefined =>
  services.config.allowSameApprover ? undefined : and(...by.map((column) => ne(column, actor.adminId)))

export function assertDifferentActor(asking: DutyContext, adminId: number | null, message: string) {
  if (isSameActor(asking, adminId)) reject(message)
}
