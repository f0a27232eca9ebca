import { addDays, daysFrom } from '../time/lagos'

/** How a wallet's time is divided: by calendar months, or by so many days from its opening on. */
export type CycleTerms = {
  cycleKind: 'month' | 'days'
  /** The days of a cycle of the kind days. */
  cycleDays: number
}

/** A part of a wallet's time, numbered from 1. Both days, yyyy-mm-dd, belong to it. */
export type Cycle = { number: number; from: string; through: string }

/** The least and the most days of a cycle. */
export const cycleLengths = { least: 1, most: 366, usual: 31 } as const

/**
 * The cycle of a day. Cycles follow each other without a gap from the wallet's opening on; the first calendar month begins on the
 * day of the opening. RangeError for a day before the opening and for a number of days that is none.
 */
export function cycleOf({ cycleKind, cycleDays }: CycleTerms, openedOn: string, day: string): Cycle {
  if (day < openedOn) throw new RangeError(`No cycle on ${day}: the wallet was opened on ${openedOn}`)
  if (cycleKind === 'month') {
    const from = `${day.slice(0, 8)}01`
    return {
      number: monthsOf(day) - monthsOf(openedOn) + 1,
      from: from < openedOn ? openedOn : from,
      through: lastOfMonth(day),
    }
  }
  if (!Number.isSafeInteger(cycleDays) || cycleDays < 1)
    throw new RangeError(`Not a number of days of a cycle: ${cycleDays}`)
  const daysBefore = daysFrom(openedOn, day) - 1
  const from = addDays(openedOn, daysBefore - (daysBefore % cycleDays))
  return {
    number: Math.floor(daysBefore / cycleDays) + 1,
    from,
    through: addDays(from, cycleDays - 1),
  }
}

/** The cycle with a number. RangeError for a number that none has. */
export function cycleOfNumber(terms: CycleTerms, openedOn: string, number: number): Cycle {
  if (!Number.isSafeInteger(number) || number < 1)
    throw new RangeError(`Not the number of a cycle: ${number}`)
  if (terms.cycleKind === 'days')
    return cycleOf(terms, openedOn, addDays(openedOn, (number - 1) * terms.cycleDays))
  const months = monthsOf(openedOn) - 1 + number - 1
  const first = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
  return cycleOf(terms, openedOn, first < openedOn ? openedOn : first)
}

/** The cycle after one of the same wallet. */
export const nextCycle = (terms: CycleTerms, openedOn: string, { through }: Pick<Cycle, 'through'>): Cycle =>
  cycleOf(terms, openedOn, addDays(through, 1))

const monthsOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

function lastOfMonth(day: string): string {
  const inNextMonth = addDays(`${day.slice(0, 8)}28`, 4)
  return addDays(`${inNextMonth.slice(0, 8)}01`, -1)
}
