import type { Kobo } from '#contract/values'
import { kobo } from '../money/kobo'
import { shareText } from '../money/rates'

/** What an agent is to bring in a month: amounts in kobo, and a number of new customers. 0 is no target. */
export type AgentTarget = { savings: Kobo; repaid: Kobo; customers: number }

/** What came of one part of a target. */
export type TargetProgress = {
  target: number
  came: number
  /** What is still missing; never below 0. */
  missing: number
  /** '87.5%', above 100 % where more came; a dash without a target. */
  share: string
}

/** A month's target of an agent against what came in it. */
export function targetProgress(
  target: AgentTarget,
  came: AgentTarget,
): Record<keyof AgentTarget, TargetProgress> {
  const of = (part: keyof AgentTarget): TargetProgress => ({
    target: target[part],
    came: came[part],
    missing: Math.max(0, target[part] - came[part]),
    share: shareText(kobo(Math.max(0, came[part])), kobo(target[part])),
  })
  return { savings: of('savings'), repaid: of('repaid'), customers: of('customers') }
}
