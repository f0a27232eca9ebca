import { describe, expect, it } from 'vitest'
import type { FirstStep } from '#contract/calls/dashboard'
import { type StepState, steps, stepStates } from './stepStates'

const textOf = (state: StepState) =>
  state.kind === 'open'
    ? `${state.next ? 'next' : 'open'}${state.isOptional ? ', optional' : ''}`
    : state.kind === 'waits'
      ? `after ${state.after}`
      : state.kind
type Asked = { isOffered?: (step: FirstStep) => boolean; skipped?: readonly string[] }
const statesAfter = (done: readonly FirstStep[], { isOffered = () => true, skipped = [] }: Asked = {}) => {
  const facts = Object.fromEntries(steps.map((step) => [step, done.includes(step)]))
  return stepStates(facts, isOffered, skipped).map(({ step, state }) => `${step} ${textOf(state)}`)
}

describe('the first steps', () => {
  it('begin with a savings type, and offer only what can be done', () => {
    const all = statesAfter([])
    expect(all).toEqual([
      'saving_type next',
      'loan_type open, optional',
      'fee open, optional',
      'calendar open, optional',
      'market_day open, optional',
      'agent open',
      'agent_pay open, optional',
      'target after agent',
      'customer after agent',
      'saving after saving_type',
      'deposit after saving',
    ])
    expect(steps).toHaveLength(all.length)
  })

  it('go on with the first one that is not done, in any order', () => {
    expect(statesAfter(['saving_type', 'fee', 'agent'])).toEqual([
      'saving_type done',
      'loan_type next, optional',
      'fee done',
      'calendar open, optional',
      'market_day open, optional',
      'agent done',
      'agent_pay open, optional',
      'target open, optional',
      'customer open',
      'saving after customer',
      'deposit after saving',
    ])
    expect(statesAfter(steps.filter((step) => step !== 'deposit')).at(-1)).toBe('deposit next')
  })

  it('leave what every business needs to others, and say nothing of what else the admin may not do', () => {
    expect(statesAfter(['fee'], { isOffered: (step) => step === 'agent' || step === 'deposit' })).toEqual([
      'saving_type others',
      'fee done',
      'agent next',
      'customer others',
      'saving others',
      'deposit after saving',
    ])
  })

  it('pass over what is optional, which stays to be done, and nothing else', () => {
    const skipped = ['loan_type', 'target', 'agent', '']
    expect(statesAfter(['saving_type'], { skipped }).slice(0, 8)).toEqual([
      'saving_type done',
      'loan_type skipped',
      'fee next, optional',
      'calendar open, optional',
      'market_day open, optional',
      'agent open',
      'agent_pay open, optional',
      'target skipped',
    ])
    expect(statesAfter(['loan_type'], { skipped })[1]).toBe('loan_type done')
  })

  it('are those that the server knows', () => {
    expect(stepStates({ saving_type: true, agent: false }, () => true).map(({ step }) => step)).toEqual([
      'saving_type',
      'agent',
    ])
  })

  it('are all done in the end', () => {
    expect(statesAfter(steps)).toEqual(steps.map((step) => `${step} done`))
  })
})
