import { formatNaira } from '../money/kobo'
import { pluralize } from '../money/figures'
import { formatRate } from '../money/rates'
import { type CommissionTerms, isMonthlyCharge } from './commission'
import type { CycleTerms } from './cycles'

/** What becomes of a wallet at the end of its plan. */
export type PlanEnd = 'carry-on' | 'pay-out' | 'close'

/** A cycle for people: 'calendar month', '31 days from the opening'. */
const cycleText = ({ cycleKind, cycleDays }: CycleTerms): string =>
  cycleKind === 'month'
    ? 'calendar month'
    : `${cycleDays === 1 ? 'day' : pluralize(cycleDays, 'day')} from the opening`

/** What a wallet costs, before anybody agrees: 'Keeps one contribution of each calendar month, the first'. */
export function commissionText(terms: CommissionTerms): string {
  const { commissionKind, charge, commissionBasisPoints, taken } = terms
  const cycle = cycleText(terms)
  const isFirst = taken === 'first'
  if (commissionKind === 'none' || (commissionKind === 'amount' && charge === 0)) return 'Keeps nothing'
  if (isMonthlyCharge(terms))
    return `Charges ${formatNaira(charge)} at the end of each calendar month, also without a deposit`
  if (commissionKind === 'contribution')
    return `Keeps one contribution of each ${cycle}, ${isFirst ? 'the first' : 'at its end'}`
  if (commissionKind === 'amount')
    return `Keeps ${formatNaira(charge)} of each ${cycle} with a deposit, ${isFirst ? 'from the first' : 'at its end'}`
  return `Keeps ${formatRate(commissionBasisPoints)} of what is paid in each ${cycle}, ${isFirst ? 'from each deposit' : 'at its end'}`
}

/** What becomes of a wallet at the end of its plan: 'Carries on at the end of the plan'. */
export const planEndText = (end: PlanEnd): string =>
  ({
    'carry-on': 'Carries on at the end of the plan',
    'pay-out': 'Pays out to the main wallet at the end of the plan, and begins again',
    close: 'Pays out to the main wallet at the end of the plan, and closes',
  })[end]

/** All of it in one text: 'Keeps one contribution of each calendar month, the first.' Carrying on is not said. */
export const termsText = ({ planEnd, ...terms }: CommissionTerms & { planEnd: PlanEnd }): string =>
  `${commissionText(terms)}.${planEnd === 'carry-on' ? '' : ` ${planEndText(planEnd)}.`}`

/** The choices of each term of a commission, by its value. */
export const termChoices = {
  commission: {
    none: 'Nothing',
    amount: 'An amount',
    contribution: 'One contribution',
    percent: 'A percentage of what is paid in',
  },
  cycle: { month: 'Calendar month', days: 'Days from the opening' },
  taken: { first: 'First, as soon as it is paid in', end: 'When the cycle has ended' },
  plan_end: {
    'carry-on': 'Carry on',
    'pay-out': 'Pay out to the main wallet, and begin again',
    close: 'Pay out to the main wallet, and close',
  },
} as const

/** Whether a wallet has a charge a month, on a plan that carries on, and nothing else. */
export const isChargeOnly = ({ planEnd, ...terms }: CommissionTerms & { planEnd: PlanEnd }): boolean =>
  isMonthlyCharge(terms) && planEnd === 'carry-on'

/** The words for the terms of a wallet, where they are more than a charge a month. */
export const walletTermsText = (terms: CommissionTerms & { planEnd: PlanEnd }): string | undefined =>
  isChargeOnly(terms) ? undefined : termsText(terms)
