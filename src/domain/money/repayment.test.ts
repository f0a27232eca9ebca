import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BasisPoints, Kobo } from '#contract/values'
import { instalmentPlan, loanCost, type Terms } from './instalments'
import { addKobo, kobo, sumKobo } from './kobo'
import { allocateRepayment, interestIn, openAmount, type OpenInstalment } from './repayment'

const numRuns = 10_000

const terms = fc.record({
  amount: fc.integer({ min: 1, max: 10_000_000_000 }).map(kobo),
  rate: fc.integer({ min: 0, max: 10_000 }).map((n) => n as BasisPoints),
  times: fc.integer({ min: 1, max: 30 }),
  period: fc.constantFrom('daily', 'weekly', 'monthly'),
}) satisfies fc.Arbitrary<Terms>
/** A schedule, some of whose instalments have a penalty. */
const schedules = fc
  .tuple(terms, fc.array(fc.integer({ min: 0, max: 1_000_000 }).map(kobo), { minLength: 30, maxLength: 30 }))
  .map(([one, penalties]) => ({
    cost: loanCost(one),
    schedule: instalmentPlan(one, '2026-11-18').map(
      ({ number, amount }, at): OpenInstalment => ({
        number,
        amount,
        penalty: penalties[at] ?? kobo(0),
        paid: kobo(0),
        penaltyPaid: kobo(0),
      }),
    ),
  }))
/** Cuts a sum into repayments at these shares of it. */
const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
function cut(total: number, at: readonly number[]) {
  const ends = [...at.map((share) => Math.floor(total * share)), total].toSorted((a, b) => a - b)
  return ends.map((end, n) => kobo(end - (ends[n - 1] ?? 0))).filter((amount) => amount > 0)
}

const owedOf = (schedule: readonly OpenInstalment[]) => sumKobo(schedule.map(openAmount))

type Loan = typeof schedules extends fc.Arbitrary<infer One> ? One : never

/** Throws: an assertion library's call would take most of the time of so many runs. */
function check(isTrue: boolean, rule: string) {
  if (!isTrue) throw new Error(`Broken: ${rule}`)
}

/** Pays one repayment after the other; returns the schedule at the end, and the interest and the penalties in all of them. */
function pay({ schedule, cost }: Loan, repayments: readonly Kobo[]) {
  const now = schedule.map((one) => ({ ...one }))
  let [repaid, interest, penalties] = [kobo(0), kobo(0), kobo(0)]
  for (const repayment of repayments) {
    const parts = allocateRepayment(now, repayment)
    const amount = sumKobo(parts.map((part) => part.amount))
    const penalty = sumKobo(parts.map((part) => part.penalty))
    check(amount + penalty === repayment, 'the parts add up to the repayment')
    for (const part of parts) {
      const one = now[part.number - 1] as OpenInstalment
      one.paid = addKobo(one.paid, part.amount)
      one.penaltyPaid = addKobo(one.penaltyPaid, part.penalty)
    }
    const gained = interestIn({ ...cost, interestPaid: interest }, repaid, amount)
    check(gained >= 0 && gained <= amount, 'interest is a part of the amount')
    interest = addKobo(interest, gained)
    repaid = addKobo(repaid, amount)
    penalties = addKobo(penalties, penalty)
    for (const one of now) {
      check(one.paid <= one.amount && one.penaltyPaid <= one.penalty, 'nothing is paid twice')
      check(one.paid === 0 || one.penaltyPaid === one.penalty, 'the penalty comes first')
    }
    const open = now.findIndex((one) => openAmount(one) > 0)
    const later = open < 0 ? [] : now.slice(open + 1)
    check(
      later.every((one) => one.paid + one.penaltyPaid === 0),
      'the oldest installment comes first',
    )
  }
  return { now, interest, penalties }
}

describe('a repayment', () => {
  it('pays penalties first, the oldest installment first, nothing twice, and the interest to the kobo', () => {
    fc.assert(
      fc.property(schedules, shares, (loan, at) => {
        const { now, interest, penalties } = pay(loan, cut(owedOf(loan.schedule), at))
        expect(owedOf(now)).toBe(0)
        expect(interest).toBe(loan.cost.interestAmount)
        expect(penalties).toBe(sumKobo(loan.schedule.map(({ penalty }) => penalty)))
      }),
      { numRuns },
    )
  }, 120_000)

  it('in parts, in any order of the parts, leaves the same as in one', () => {
    fc.assert(
      fc.property(schedules, shares, fc.double({ min: 0, max: 1, noNaN: true }), (loan, at, share) => {
        const some = kobo(Math.floor(owedOf(loan.schedule) * share))
        fc.pre(some > 0)
        const parts = cut(some, at)
        const atOnce = pay(loan, [some])
        expect(pay(loan, parts)).toEqual(atOnce)
        expect(pay(loan, parts.toReversed())).toEqual(atOnce)
      }),
      { numRuns: numRuns / 10 },
    )
  }, 120_000)

  it('leaves the interest exact at the end also after reversals', () => {
    fc.assert(
      fc.property(
        schedules,
        shares,
        fc.array(fc.nat(), { maxLength: 6 }),
        shares,
        (loan, at, reversed, again) => {
          const { totalPayable, interestAmount } = loan.cost
          const made: { amount: Kobo; interest: Kobo }[] = []
          const sums = () => ({
            repaid: sumKobo(made.map(({ amount }) => amount)),
            interestPaid: sumKobo(made.map(({ interest }) => interest)),
          })
          const repay = (amount: Kobo) => {
            const { repaid, interestPaid } = sums()
            const interest = interestIn({ ...loan.cost, interestPaid }, repaid, amount)
            check(interest >= 0 && interest <= amount, 'interest is a part of the amount')
            check(interest + interestPaid <= interestAmount, 'no interest is taken twice')
            made.push({ amount, interest })
          }
          cut(Math.floor(totalPayable / 2), at).forEach(repay)
          for (const one of reversed) if (made.length > 0) made.splice(one % made.length, 1)
          cut(totalPayable - sums().repaid, again).forEach(repay)
          expect(sums()).toEqual({ repaid: totalPayable, interestPaid: interestAmount })
        },
      ),
      { numRuns },
    )
  }, 120_000)

  it('of nothing, or of more than is owed, is refused', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 1, max: 1_000_000 }), ({ schedule }, more) => {
        for (const wrong of [0, -more, owedOf(schedule) + more])
          expect(() => allocateRepayment(schedule, kobo(wrong))).toThrow(RangeError)
      }),
    )
  })

  it('of ₦500.00 pays the open penalty, the rest of the first installment and a part of the second', () => {
    const open = { amount: kobo(40_000), penalty: kobo(0), paid: kobo(0), penaltyPaid: kobo(0) }
    const first = { ...open, number: 1, penalty: kobo(2_000), paid: kobo(10_000), penaltyPaid: kobo(500) }
    expect(allocateRepayment([{ ...open, number: 2 }, first], kobo(50_000))).toEqual([
      { number: 1, amount: 30_000, penalty: 1_500 },
      { number: 2, amount: 18_500, penalty: 0 },
    ])
  })
})
