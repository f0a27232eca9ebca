import type { LoanTypeTerms } from '#contract/calls/loanTypes'
import type { SavingTypeTerms } from '#contract/calls/savingTypes'
import type { TermRow } from '#contract/calls/terms'
import type { BasisPoints, Kobo } from '#contract/values'
import { formatNaira } from './money/kobo'
import { interestKindLabels, penaltyKindLabels, settlementLabels } from './money/loanTerms'
import { formatRate } from './money/rates'
import { termChoices } from './savings/termsText'

/** What each term of a product is called, and how its value is read. A term without words does not compile. */
export type TermWords<Terms> = {
  readonly [Term in keyof Terms]-?: readonly [name: string, textOf: (value: Terms[Term]) => string]
}

export const savingTermWords: TermWords<Required<SavingTypeTerms>> = {
  interest: ['Interest a Year', formatRate],
  commission: ['Commission of a Cycle', (kind) => termChoices.commission[kind]],
  charge: ['Charge', formatNaira],
  commission_rate: ['Percentage', formatRate],
  cycle: ['Cycle', (kind) => termChoices.cycle[kind]],
  cycle_days: ['Days of a Cycle', String],
  taken: ['Taken', (when) => termChoices.taken[when]],
  plan_end: ['End of a Plan', (end) => termChoices.plan_end[end]],
}

/** Terms in which 0 is none. */
const none = 'None'
const amountText = (amount: Kobo) => (amount === 0 ? none : formatNaira(amount))
const countText = (count: number) => (count === 0 ? none : String(count))
const rateText = (rate: BasisPoints) => (rate === 0 ? none : formatRate(rate))

/** With the rate, which the specification's update of a loan type changes. */
export const loanTermWords: TermWords<LoanTypeTerms & { interest_rate: BasisPoints }> = {
  interest_rate: ['Interest Rate', formatRate],
  penalty_rate: ['Penalty Rate', formatRate],
  grace_days: ['Days of Grace', String],
  periods: ['Installment Periods', (periods) => periods.join(', ')],
  interest_kind: ['Interest', (kind) => interestKindLabels[kind]],
  settlement: ['Settled Early', (settlement) => settlementLabels[settlement]],
  penalty_kind: ['Penalty', (kind) => penaltyKindLabels[kind]],
  penalty_amount: ['Penalty a Day', amountText],
  penalty_ceiling: ['Penalty at Most', rateText],
  security_rate: ['Security', rateText],
  least_guarantors: ['Least Guarantors', countText],
  least_amount: ['Least Amount', amountText],
  most_amount: ['Most Amount', amountText],
  least_times: ['Least Installments', countText],
  most_times: ['Most Installments', countText],
  savings_wanted: ['Savings Wanted', rateText],
}

/** Each term before and after a change, without those that one side lacks because a later release added them. */
export const termRows = <Terms extends object>(
  words: TermWords<Terms>,
  before: Partial<Terms>,
  after: Partial<Terms>,
): TermRow[] =>
  (Object.keys(words) as (keyof Terms & string)[]).flatMap((name) => {
    const [term, textOf] = words[name]
    const [old, changed] = [before[name], after[name]]
    return old === undefined || changed === undefined
      ? []
      : [{ term, before: textOf(old as never), after: textOf(changed as never) }]
  })

/** The terms that change: 'Interest a Year from 4% to 5.5%. Charge from ₦0.00 to ₦250.00.' Empty if none does. */
export const changesText = (rows: readonly TermRow[]): string =>
  rows
    .filter(({ before, after }) => before !== after)
    .map(({ term, before, after }) => `${term} from ${before} to ${after}.`)
    .join(' ')
