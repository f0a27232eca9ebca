import type { Context } from './handler'
import { refuse } from './refusals'

/**
 * Separation of duties (readings, "Two-level approvals" and "Withdrawals"): nobody decides on what they asked for, or
 * twice on one thing. ALLOW_SAME_APPROVER lifts it for a business with one admin.
 */
export function mustBeAnother(
  { actor, services }: Pick<Context, 'actor' | 'services'>,
  adminId: number | null,
  message: string,
) {
  if (adminId === actor.adminId && !services.config.allowSameApprover) refuse(message)
}
