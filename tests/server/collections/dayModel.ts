/**
 * A loan in plain integers of kobo, as docs/use/rules.md says it: what was collected is taken on its day, in the order of the days; a
 * penalty is posted at the end of an instalment's last day of grace. It imports nothing of Alajo. Days are numbers.
 */
export type DayLoan = {
  amount: number
  interest: number
  times: number
  /** Days between instalments; the first is due after as many. */
  every: number
  grace: number
  /** Hundredths of a percent. */
  penaltyRate: number
}
export type Collected = { day: number; amount: number }

export function loanOn(loan: DayLoan, collected: readonly Collected[], today: number) {
  const total = loan.amount + loan.interest
  const each = Math.floor(total / loan.times)
  const parts = Array.from({ length: loan.times }, (_, at) => ({
    due: (at + 1) * loan.every,
    amount: at === loan.times - 1 ? total - each * (loan.times - 1) : each,
    paid: 0,
    penalty: 0,
    penaltyPaid: 0,
  }))
  for (let day = 0; day < today; day++) {
    for (const one of collected.filter((some) => some.day === day)) {
      let left = one.amount
      for (const part of parts) {
        const penalty = Math.min(left, part.penalty - part.penaltyPaid)
        part.penaltyPaid += penalty
        left -= penalty
        const paid = Math.min(left, part.amount - part.paid)
        part.paid += paid
        left -= paid
      }
      if (left > 0) throw new Error('More was collected than was owed.')
    }
    for (const part of parts)
      if (part.due + loan.grace === day && part.paid < part.amount)
        part.penalty += Math.floor(((part.amount - part.paid) * loan.penaltyRate + 5000) / 10_000)
  }
  const sum = (figure: (part: (typeof parts)[number]) => number) =>
    parts.reduce((all, part) => all + figure(part), 0)
  const repaid = sum(({ paid }) => paid)
  return {
    owed: sum((part) => part.amount + part.penalty - part.paid - part.penaltyPaid),
    penalties: parts.map(({ penalty }) => penalty),
    penaltyPaid: sum((part) => part.penaltyPaid),
    paid: parts.map(({ paid, penaltyPaid }) => paid + penaltyPaid),
    interestPaid: Math.floor((loan.interest * repaid) / total),
  }
}
