import { describe, expect, it } from 'vitest'
import type { FirstStep } from '#contract/calls/dashboard'
import { type StepState, steps, stepStates } from './stepStates'

const textOf = (state: StepState) =>
  state.kind === 'open'
    ? state.next
      ? 'next'
      : 'open'
    : state.kind === 'waits'
      ? `after ${state.after}`
      : state.kind
const statesAfter = (done: readonly FirstStep[], isOffered: (step: FirstStep) => boolean = () => true) => {
  const facts = Object.fromEntries(steps.map((step) => [step, done.includes(step)]))
  return stepStates(facts as Record<FirstStep, boolean>, isOffered).map(({ state }) => textOf(state))
}

describe('the first steps', () => {
  it('begin with a savings type, and offer only what can be done', () => {
    expect(steps).toEqual([
      'saving_type',
      'loan_type',
      'agent',
      'market_day',
      'calendar',
      'customer',
      'saving',
      'deposit',
    ])
    expect(statesAfter([])).toEqual([
      'next',
      'open',
      'open',
      'open',
      'open',
      'after agent',
      'after saving_type',
      'after saving',
    ])
  })

  it('go on with the first one that is not done, in any order', () => {
    expect(statesAfter(['saving_type', 'agent'])).toEqual([
      'done',
      'next',
      'done',
      'open',
      'open',
      'open',
      'after customer',
      'after saving',
    ])
    expect(statesAfter(steps.filter((step) => step !== 'deposit'))).toEqual([
      ...Array(7).fill('done'),
      'next',
    ])
  })

  it('leave what the admin may not do to others, and never call it next', () => {
    expect(statesAfter([], (step) => step === 'agent' || step === 'deposit')).toEqual([
      'others',
      'others',
      'next',
      'others',
      'others',
      'others',
      'others',
      'after saving',
    ])
  })

  it('are all done in the end', () => {
    expect(new Set(statesAfter(steps))).toEqual(new Set(['done']))
  })
})
