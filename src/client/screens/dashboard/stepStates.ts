import type { FirstStep } from '#contract/calls/dashboard'

/** Each step with the steps that it needs: nobody can be registered before there is an agent. */
const needs: Record<FirstStep, readonly FirstStep[]> = {
  saving_type: [],
  loan_type: [],
  fee: [],
  calendar: [],
  market_day: [],
  agent: [],
  agent_pay: [],
  target: ['agent'],
  customer: ['agent'],
  saving: ['saving_type', 'customer'],
  deposit: ['saving'],
}
export const steps = Object.keys(needs) as FirstStep[]

/** What not every business has: these may be passed over, and are no matter of who may not do them. */
const optional: ReadonlySet<FirstStep> = new Set([
  'loan_type',
  'fee',
  'calendar',
  'market_day',
  'agent_pay',
  'target',
])

export type StepState =
  | { kind: 'done' }
  /** Can be done now; `next` for the first one of them. */
  | { kind: 'open'; next: boolean; isOptional: boolean }
  /** Passed over on this device; can be done all the same. */
  | { kind: 'skipped' }
  /** Needs another step first. */
  | { kind: 'waits'; after: FirstStep }
  /** Another admin does it. */
  | { kind: 'others' }

/** Which steps are done; without those that an older server does not know. */
export type StepFacts = Readonly<Partial<Record<FirstStep, boolean>>>

/** What is to say about each step, in order. */
export function stepStates(
  done: StepFacts,
  isOffered: (step: FirstStep) => boolean,
  skipped: readonly string[] = [],
): { step: FirstStep; state: StepState }[] {
  let next: FirstStep | undefined
  const stateOf = (step: FirstStep): StepState | null => {
    if (done[step] === undefined) return null
    if (done[step]) return { kind: 'done' }
    const isOptional = optional.has(step)
    if (!isOffered(step)) return isOptional ? null : { kind: 'others' }
    if (isOptional && skipped.includes(step)) return { kind: 'skipped' }
    const after = needs[step].find((needed) => !done[needed])
    if (after) return { kind: 'waits', after }
    next ??= step
    return { kind: 'open', next: next === step, isOptional }
  }
  return steps.flatMap((step) => {
    const state = stateOf(step)
    return state ? [{ step, state }] : []
  })
}
