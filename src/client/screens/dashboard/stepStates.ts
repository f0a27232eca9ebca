import type { FirstStep } from '#contract/calls/dashboard'

/** Each step with the steps that it needs: nobody can be registered before there is an agent. */
const needs: Record<FirstStep, readonly FirstStep[]> = {
  saving_type: [],
  loan_type: [],
  agent: [],
  market_day: [],
  calendar: [],
  customer: ['agent'],
  saving: ['saving_type', 'customer'],
  deposit: ['saving'],
}
export const steps = Object.keys(needs) as FirstStep[]

export type StepState =
  | { kind: 'done' }
  /** Can be done now; `next` for the first one of them. */
  | { kind: 'open'; next: boolean }
  /** Needs another step first. */
  | { kind: 'waits'; after: FirstStep }
  /** Another admin does it. */
  | { kind: 'others' }

/** What is to say about each step, in order. */
export function stepStates(
  done: Readonly<Record<FirstStep, boolean>>,
  isOffered: (step: FirstStep) => boolean,
): { step: FirstStep; state: StepState }[] {
  let next: FirstStep | undefined
  return steps.map((step) => {
    if (done[step]) return { step, state: { kind: 'done' } }
    if (!isOffered(step)) return { step, state: { kind: 'others' } }
    const after = needs[step].find((needed) => !done[needed])
    if (after) return { step, state: { kind: 'waits', after } }
    next ??= step
    return { step, state: { kind: 'open', next: next === step } }
  })
}
