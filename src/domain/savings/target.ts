import type { Kobo } from '#contract/values'
import { kobo } from '../money/kobo'
import { type Calendar, collectionDaysBetween, everyDay } from '../time/calendar'
import { addDays } from '../time/lagos'
import { type DepositPlan, isDue } from './due'

/** What all deposits of a plan add up to, from a day, its opening, to its due date, both included; 0 if none falls in it. */
export function savingTarget(
  plan: DepositPlan,
  dueDate: string,
  fixedAmount: Kobo,
  calendar: Calendar = everyDay,
  from: string = plan.openedOn,
): Kobo {
  if (plan.depositType === 'daily' && plan.marketPeriod === null)
    return kobo(collectionDaysBetween(calendar, addDays(from, -1), dueDate) * fixedAmount)
  let deposits = 0
  for (let day = from; day <= dueDate; day = addDays(day, 1)) if (isDue(plan, day, calendar)) deposits += 1
  return kobo(deposits * fixedAmount)
}
