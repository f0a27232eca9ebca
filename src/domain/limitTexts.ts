import type { LimitKind, LimitStep } from '#contract/calls/limits'
import type { Kobo } from '#contract/values'
import { formatNaira } from './money/kobo'

/** What a limit is about, in a sentence: one, and many. */
export const limitKindTexts: Readonly<Record<LimitKind, readonly [one: string, many: string]>> = {
  withdrawal: ['withdrawal', 'withdrawals'],
  'customer credit': ['credit of a customer', 'credits of a customer'],
  'main wallet credit': ['credit of the main wallet', 'credits of the main wallet'],
  loan: ['loan', 'loans'],
  'fund request': ['fund request', 'fund requests'],
  'loan change': ['change of a loan', 'changes of loans'],
  'cash difference': ['cash difference', 'cash differences'],
  expense: ['expense', 'expenses'],
  payout: ['payout', 'payouts'],
  'agent statement': ['statement of an agent', 'statements of agents'],
}

/** A limit in words: 'loans, second decision: up to ₦500,000.00'. */
export function limitText({ kind, step, amount }: { kind: LimitKind; step: LimitStep; amount?: Kobo }) {
  const what = `${limitKindTexts[kind][1]}, ${step === 1 ? 'alone or first' : 'second'}`
  if (amount === undefined) return what
  return `${what}: ${amount === 0 ? 'not at all' : `up to ${formatNaira(amount)}`}`
}
