import type { Kobo } from '#contract/values'
import { addKobo, kobo, subtractKobo, sumKobo } from './kobo'
import { allocateRepayment, openAmount, type OpenInstalment } from './repayment'

/** An instalment as it was planned, and the penalty that was posted for it. */
export type Planned = {
  number: number
  amount: Kobo
  /** A penalty that it has from the beginning: of the old books, or of what was rescheduled. */
  fixed: Kobo
  /** The last day of its grace, the penalty that was posted when it ended, and what is left of that. */
  charge?: { day: string; posted: Kobo; current: Kobo } | undefined
}

/** What was repaid, by its day of collection. */
export type Payment = { day: string; amount: Kobo }

/**
 * A loan as it is once its repayments are taken on their days of collection, in the given order within a day: penalties first,
 * the oldest instalment first; a penalty is posted at the end of its day, after what was repaid on that day. `penaltyOf` says
 * how much it is of what is open of its instalment then. Undefined if more was repaid than was ever owed.
 */
export function replay(
  planned: readonly Planned[],
  payments: readonly Payment[],
  penaltyOf: (open: Kobo, one: Planned) => Kobo,
): OpenInstalment[] | undefined {
  const nothing = { paid: kobo(0), penaltyPaid: kobo(0) }
  const cells = new Map<number, OpenInstalment>(
    planned.map(({ number, amount, fixed }) => [number, { number, amount, penalty: fixed, ...nothing }]),
  )
  const charges = planned
    .flatMap((one) => (one.charge ? [{ ...one, day: one.charge.day }] : []))
    .toSorted((a, b) => compare(a.day, b.day) || a.number - b.number)
  const charge = (before: (day: string) => boolean) => {
    for (let next = charges[0]; next && before(next.day); next = charges[0]) {
      charges.shift()
      const cell = cells.get(next.number)
      if (cell)
        cells.set(next.number, {
          ...cell,
          penalty: addKobo(cell.penalty, penaltyOf(subtractKobo(cell.amount, cell.paid), next)),
        })
    }
  }
  for (const { day, amount } of payments.toSorted((a, b) => compare(a.day, b.day))) {
    charge((end) => end < day)
    if (amount > sumKobo([...cells.values()].map(openAmount))) return undefined
    for (const part of allocateRepayment([...cells.values()], amount)) {
      const cell = cells.get(part.number)
      if (cell)
        cells.set(part.number, {
          ...cell,
          paid: addKobo(cell.paid, part.amount),
          penaltyPaid: addKobo(cell.penaltyPaid, part.penalty),
        })
    }
  }
  charge(() => true)
  return [...cells.values()]
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
