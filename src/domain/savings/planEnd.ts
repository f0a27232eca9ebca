import { addDays, daysFrom } from '../time/lagos'

/** The days of a plan: it lasts so many from its opening on, and begins again where it does not close. */
export type PlanDays = { openedOn: string; duration: number }

/** The due date of the plan that a day is in, which is the day after its last one. RangeError for a day before the opening. */
export function planEndOn({ openedOn, duration }: PlanDays, day: string): string {
  if (day < openedOn) throw new RangeError(`No plan on ${day}: the wallet was opened on ${openedOn}`)
  return addDays(openedOn, duration * Math.ceil(daysFrom(openedOn, day) / duration))
}
