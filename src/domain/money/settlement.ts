import type { Kobo } from '#contract/values'
import { daysFrom } from '../time/lagos'
import type { DatedInstalment } from './arrears'
import { kobo, subtractKobo, sumKobo } from './kobo'
import { interestInPart } from './reducing'
import { openAmount } from './repayment'

/** What settling a loan early costs: its whole interest, or only what has run until the day. */
export type Settlement = 'whole' | 'accrued'

/** An instalment with the interest in it, in kobo. */
export type SettledInstalment = DatedInstalment & { interest: Kobo }

/** What a loan owes on a day if it is settled, and the interest that is then not owed, in kobo. */
export type SettlementAmount = { amount: Kobo; waived: Kobo }

/**
 * What settles a loan on a day. Accrued interest of an instalment runs by days, half a kobo up, from the due date before (for
 * the first from `from`, the day of the disbursement) to its own: all of what is due, nothing of what has not begun. Interest
 * that is paid is not given back. `instalments` are all of the loan, also those that are paid; days are yyyy-mm-dd.
 */
export function settlementOn(
  kind: Settlement,
  instalments: readonly SettledInstalment[],
  from: string,
  day: string,
): SettlementAmount {
  const open = sumKobo(instalments.map(openAmount))
  const waived = kind === 'whole' ? kobo(0) : sumKobo(waivedInterest(instalments, from, day).values())
  return { amount: subtractKobo(open, waived), waived }
}

/** The interest of each instalment, by its number, that is not owed if the loan is settled on a day; in kobo. */
export function waivedInterest(
  instalments: readonly SettledInstalment[],
  from: string,
  day: string,
): Map<number, Kobo> {
  let start = from
  return new Map(
    instalments
      .toSorted((one, other) => one.number - other.number)
      .map((one) => {
        const unrun = subtractKobo(one.interest, interestRun(one, start, day))
        const unpaid = subtractKobo(one.interest, interestInPart(one, kobo(0), one.paid))
        start = one.dueDate
        return [one.number, kobo(Math.min(unrun, unpaid))] as const
      }),
  )
}

/** The interest of an instalment that has run from a day, on which the one before was due, to another; half a kobo up. */
function interestRun({ interest, dueDate }: SettledInstalment, start: string, day: string): Kobo {
  if (day >= dueDate) return interest
  if (day <= start) return kobo(0)
  const [run, period] = [BigInt(daysFrom(start, day) - 1), BigInt(daysFrom(start, dueDate) - 1)]
  return kobo(Number((BigInt(interest) * run * 2n + period) / (period * 2n)))
}
