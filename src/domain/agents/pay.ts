import type { BasisPoints, Kobo } from '#contract/values'
import { formatNaira, kobo, negateKobo, percentOf, sumKobo } from '../money/kobo'
import { formatRate } from '../money/rates'

/** What an agent is paid a part of: commissions and charges earned, savings collected, repayments collected. */
export const payBases = ['earned', 'savings', 'repayments'] as const
export type PayBase = (typeof payBases)[number]

/** The part of each base that is paid, in hundredths of a percent. */
export type PayRates = Readonly<Record<PayBase, BasisPoints>>

/** Rates from a month on, yyyy-mm, of one agent, or with null of all who have none of their own. */
export type PayTerms = { from: string; agentId: number | null; rates: PayRates }

/** What a base of a month, less the reversals of that month, pays. Both amounts are in kobo. */
export type PayLine = { of: PayBase; base: Kobo; rate: BasisPoints; amount: Kobo }

/**
 * The rates of an agent in a month, yyyy-mm: the agent's own with the latest month up to it, else those of all; undefined
 * without any. Of the same month the last ones count.
 */
export function payRatesOf(terms: readonly PayTerms[], agentId: number, month: string): PayRates | undefined {
  const latest = (of: number | null) =>
    terms
      .filter((one) => one.agentId === of && one.from <= month)
      .toSorted((one, other) => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0))
      .at(-1)?.rates
  return latest(agentId) ?? latest(null)
}

/**
 * A month's statement: what each base pays, half a kobo up, and the total in kobo. A month in which more was reversed than
 * collected takes back as much as it would have paid; a total below 0 pays nothing.
 */
export function payStatement(bases: Readonly<Record<PayBase, Kobo>>, rates: PayRates) {
  const lines = payBases.map((of): PayLine => {
    const [base, rate] = [bases[of], rates[of]]
    const size = percentOf(kobo(Math.abs(base)), rate)
    return { of, base, rate, amount: base < 0 ? negateKobo(size) : size }
  })
  return { lines, total: kobo(Math.max(0, sumKobo(lines.map(({ amount }) => amount)))) }
}

/** Why a statement can't be set off against what its agent holds: all of it is, or nothing; undefined if it can. */
export const setOffFault = (total: Kobo, held: Kobo): string | undefined =>
  held < total
    ? `The agent holds ${formatNaira(kobo(Math.max(0, held)))}, less than ${formatNaira(total)}.`
    : undefined

const baseTexts: Record<PayBase, string> = {
  earned: 'commissions and charges',
  savings: 'savings collected',
  repayments: 'repayments collected',
}

/** The rates for people: '20% of commissions and charges, 0.5% of savings collected'; 'Nothing' without any. */
export const payText = (rates: PayRates): string =>
  payBases
    .filter((of) => rates[of] > 0)
    .map((of) => `${formatRate(rates[of])} of ${baseTexts[of]}`)
    .join(', ') || 'Nothing'
