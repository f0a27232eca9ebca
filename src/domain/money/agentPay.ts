import type { BasisPoints, Kobo } from '#contract/values'
import { negateKobo, percentOf, sumKobo } from './kobo'

/** What an agent is paid for: commissions and charges earned, savings collected, repayments collected. */
export const paidFor = ['commissions', 'savings', 'repayments'] as const
export type Brought = Record<(typeof paidFor)[number], Kobo>
export type PayRates = Record<(typeof paidFor)[number], BasisPoints>

/** A rate of what came, which is below zero where more was reversed than came; half a kobo rounds away from zero. */
const shareOf = (amount: Kobo, rate: BasisPoints): Kobo =>
  amount < 0 ? negateKobo(percentOf(negateKobo(amount), rate)) : percentOf(amount, rate)

/** What an agent gets for a month: a share of each, and in all. Below zero, it is what the agent owes. */
export function agentPay(brought: Brought, rates: PayRates) {
  const amounts = {
    commissions: shareOf(brought.commissions, rates.commissions),
    savings: shareOf(brought.savings, rates.savings),
    repayments: shareOf(brought.repayments, rates.repayments),
  }
  return { amounts, total: sumKobo(Object.values(amounts)) }
}

/** Terms of an agent, or of all. Without rates, the agent has those of all again. */
export type PayTerms = { agentId: number | null; fromMonth: string; rates: PayRates | null }

/** The rates of an agent in a month: the agent's own, or else those of all; undefined without any. `terms` are in the order in which they were set: of the same month the last counts. */
export function payRatesOf(terms: readonly PayTerms[], agentId: number, month: string): PayRates | undefined {
  const lastOf = (owner: number | null) =>
    terms
      .filter((one) => one.agentId === owner && one.fromMonth <= month)
      .reduce<PayTerms | undefined>(
        (last, one) => (last && last.fromMonth > one.fromMonth ? last : one),
        undefined,
      )
  return lastOf(agentId)?.rates ?? lastOf(null)?.rates ?? undefined
}
