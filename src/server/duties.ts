import type { Context } from './handler'
import { refuse } from './refusals'

/**
 * Separation of duties (readings, "Two-level approvals" and "Withdrawals"): nobody decides on what they asked for, or
 * twice on one thing. ALLOW_SAME_APPROVER lifts it for a business with one admin.
 */
export function mustBeAnother(context: Who, adminId: number | null, message: string) {
  if (isBarred(context, adminId)) refuse(message)
}

/** The same asked beforehand, for a screen. */
export const isBarred = ({ actor, services }: Who, adminId: number | null) =>
  adminId === actor.adminId && !services.config.allowSameApprover

type Who = Pick<Context, 'actor' | 'services'>
