import type { Kobo } from '#contract/values'
import { addKobo, kobo, subtractKobo, sumKobo } from './kobo'
import { allocateRepayment, openAmount, type OpenInstalment } from './repayment'

/** A penalty: the day at whose end it was due, how much was posted, and what is left of that. */
export type Charge = { day: string; posted: Kobo; current: Kobo }

/** An instalment as it was planned, and the penalties that were posted for it: one, or one for each day late. */
export type Planned = {
  number: number
  amount: Kobo
  /** A penalty that it has from the beginning: of the old books, or of what was rescheduled. */
  fixed: Kobo
  charges: readonly Charge[]
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
  penaltyOf: (open: Kobo, charge: Charge) => Kobo,
): OpenInstalment[] | undefined {
  const nothing = { paid: kobo(0), penaltyPaid: kobo(0) }
  const cells = new Map<number, OpenInstalment>(
    planned.map(({ number, amount, fixed }) => [number, { number, amount, penalty: fixed, ...nothing }]),
  )
  const charges = planned
    .flatMap(({ number, charges: own }) => own.map((charge) => ({ number, charge })))
    .toSorted((a, b) => compare(a.charge.day, b.charge.day) || a.number - b.number)
  const charge = (before: (day: string) => boolean) => {
    for (let next = charges[0]; next && before(next.charge.day); next = charges[0]) {
      charges.shift()
      const cell = cells.get(next.number)
      if (cell)
        cells.set(next.number, {
          ...cell,
          penalty: addKobo(cell.penalty, penaltyOf(subtractKobo(cell.amount, cell.paid), next.charge)),
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
