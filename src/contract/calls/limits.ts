import * as v from 'valibot'
import { Id, Kobo } from '../values'

/** What a role decides on up to an amount: the kinds of requests about money, and the credits that one admin makes. */
export const limitKinds = [
  'withdrawal',
  'customer credit',
  'main wallet credit',
  'loan',
  'fund request',
  'loan change',
  'cash difference',
  'expense',
  'payout',
  'agent statement',
] as const
export type LimitKind = (typeof limitKinds)[number]

/** 1 is the decision of one admin, or the first of two; 2 the second. */
export const limitSteps = [1, 2] as const
export type LimitStep = (typeof limitSteps)[number]

/** One admin alone decides on these. */
export const oneStepKinds: readonly LimitKind[] = ['payout']

/** Where there is no row, there is no limit; 0 is not at all. */
export const RoleLimit = v.object({
  kind: v.picklist(limitKinds),
  step: v.picklist(limitSteps),
  amount: Kobo,
})
export type RoleLimit = v.InferOutput<typeof RoleLimit>

/** What getRoleLimits answers, and setRoleLimits sets. */
export const RoleLimits = v.object({ role_id: Id, limits: v.array(RoleLimit) })
