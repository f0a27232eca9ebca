import * as v from 'valibot'
import { AmountOrZero, Day, Id } from './values'

/** Filters that lists share; each list has those that its columns suggest. */

/** From one amount to another, inclusive; either may be missing. */
export const amountRange = {
  amount_from: v.optional(AmountOrZero),
  amount_to: v.optional(AmountOrZero),
}
export type AmountRange = {
  [Bound in keyof typeof amountRange]?: v.InferOutput<typeof AmountOrZero> | undefined
}

/** From the first day to the last, inclusive. */
export const dayRange = { start_date: v.optional(Day), end_date: v.optional(Day) }

export const ofAgent = { agent_id: v.optional(Id) }
export const ofMarket = { market_id: v.optional(Id) }
export const ofSavingType = { savings_type_id: v.optional(Id) }
/** The admin who decided; of two approvals, either of them. */
export const decidedBy = { decided_by: v.optional(Id) }

/** The states of what one admin decides. */
export const decisionStatuses = ['pending', 'approved', 'rejected'] as const
export const ofStatus = { status: v.optional(v.picklist(decisionStatuses)) }
