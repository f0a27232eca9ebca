import { monthOf, monthsBefore, monthsFrom, monthText } from '#domain/time/months'

const optionsOf = (months: readonly string[]) =>
  months.map((month) => ({ value: month, label: monthText(month) }))

/** This month and those of a year to come, for terms and targets. */
export const comingMonths = (today: string) => optionsOf(monthsFrom(monthOf(today), 13))
/** The months of the last year, which have ended, the last first. */
export const endedMonths = (today: string) => optionsOf(monthsBefore(monthOf(today), 12))
/** The months for which there may be targets: those of the last year and of the year to come. */
export const allMonths = (today: string) =>
  optionsOf([...monthsBefore(monthOf(today), 12).toReversed(), ...monthsFrom(monthOf(today), 13)])
