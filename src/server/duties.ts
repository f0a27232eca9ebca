import type { Context } from './handler'
import { refuse } from './refusals'

/**
 * Separation of duties (readings, "Two-level approvals" and "Withdrawals"): nobody decides on what they asked for, or
 * twice on one thing. ALLOW_SAME_APPROVER lifts it for a business with one admin.
 */
export const isOwn = ({ actor, services }: Asking, adminId: number | null) =>
  adminId === actor.adminId && !services.config.allowSameApprover
type Asking = Pick<Context, 'actor' | 'services'>

export function mustBeAnother(asking: Asking, adminId: number | null, message: string) {
  if (isOwn(asking, adminId)) refuse(message)
}
