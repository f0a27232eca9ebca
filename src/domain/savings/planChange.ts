import type { Kobo } from '#contract/values'
import { formatNaira } from '../money/kobo'
import { cycleOf, type CycleTerms, nextCycle } from './cycles'
import type { DepositPlan } from './due'

/** What a customer means to pay each time: how much, how often, and on the days of which market. */
export type Contribution = Pick<DepositPlan, 'depositType'> & { fixedAmount: Kobo; marketId: number | null }

/** The day from which a plan can be changed today: the first of the wallet's next cycle, of a charge a month the next month's. */
export const planChangeDay = (terms: CycleTerms, openedOn: string, today: string): string =>
  nextCycle(terms, openedOn, cycleOf(terms, openedOn, today)).from

export const isSameContribution = (one: Contribution, other: Contribution): boolean =>
  one.fixedAmount === other.fixedAmount &&
  one.depositType === other.depositType &&
  one.marketId === other.marketId

const each = { daily: 'a day', weekly: 'a week', monthly: 'a month' }

/** A contribution for people: '₦500.00 a day', '₦2,000.00 each market day, Bodija'. */
export const contributionText = (
  { fixedAmount, depositType }: Pick<Contribution, 'fixedAmount' | 'depositType'>,
  market: string | null,
): string =>
  `${formatNaira(fixedAmount)} ${market === null ? each[depositType] : `each market day, ${market}`}`

type PlanRow = { fixed_amount: Kobo; deposit_type: DepositPlan['depositType']; market: string | null }

/** The same of a row of a reply. */
export const rowContributionText = ({ fixed_amount, deposit_type, market }: PlanRow): string =>
  contributionText({ fixedAmount: fixed_amount, depositType: deposit_type }, market)
