import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kobo } from '#contract/values'
import { addKobo, kobo, sumKobo } from './kobo'
import { allocateRepayment, interestIn, openAmount, type OpenInstalment } from './repayment'
import { type NewTerms, openWithoutPenalties, reschedule } from './reschedule'

const numRuns = 2_000

/** Throws: an assertion library's call would take most of the time of so many runs. */
function check(isTrue: boolean, rule: string) {
  if (!isTrue) throw new Error(`Broken: ${rule}`)
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
/** Instalments of which some are paid, in part or whole, and some have a penalty. */
const schedules = fc
  .array(
    fc
      .record({
        amount: fc.integer({ min: 0, max: 1_000_000_000 }),
        penalty: fc.integer({ min: 0, max: 1_000_000 }),
        paid: share,
        penaltyPaid: share,
      })
      .map(({ amount, penalty, paid, penaltyPaid }) => ({
        amount: kobo(amount),
        penalty: kobo(penalty),
        paid: kobo(Math.floor(amount * paid)),
        penaltyPaid: kobo(Math.floor(penalty * penaltyPaid)),
      })),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((one, at): OpenInstalment => ({ number: at + 1, ...one })))
const terms = fc.record({
  times: fc.integer({ min: 1, max: 40 }),
  period: fc.constantFrom('daily', 'weekly', 'monthly'),
  firstDue: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
}) satisfies fc.Arbitrary<NewTerms>

const owedOf = (schedule: readonly OpenInstalment[]) => sumKobo(schedule.map(openAmount))
const amountsOf = (parts: readonly { amount: Kobo; penalty: Kobo }[]) => ({
  amount: sumKobo(parts.map(({ amount }) => amount)),
  penalty: sumKobo(parts.map(({ penalty }) => penalty)),
})

/** The whole schedule afterwards: what moved is gone from the old instalments. */
function scheduleAfter(schedule: readonly OpenInstalment[], to: NewTerms): OpenInstalment[] {
  const { moved, added } = reschedule(schedule, to)
  const parts = new Map(moved.map((part) => [part.number, part]))
  const left = schedule.map((one) => {
    const part = parts.get(one.number)
    return part
      ? { ...one, amount: kobo(one.amount - part.amount), penalty: kobo(one.penalty - part.penalty) }
      : one
  })
  return [...left, ...added.map((one) => ({ ...one, paid: kobo(0), penaltyPaid: kobo(0) }))]
}

describe('a rescheduling', () => {
  it('is due on collection days, as a new loan is', () => {
    const open = [{ number: 1, amount: kobo(900), penalty: kobo(0), paid: kobo(0), penaltyPaid: kobo(0) }]
    const sundays = { closed: [{ from: '2026-01-01', weekdays: [7] }], holidays: [] }
    const { added } = reschedule(open, { times: 3, period: 'daily', firstDue: '2026-11-07' }, sundays)
    expect(added.map(({ dueDate }) => dueDate)).toEqual(['2026-11-07', '2026-11-09', '2026-11-09'])
  })

  it('moves all that is open, to the kobo, and nothing else', () => {
    fc.assert(
      fc.property(schedules, terms, (schedule, to) => {
        fc.pre(openWithoutPenalties(schedule) >= to.times)
        const { moved, added } = reschedule(schedule, to)
        check(added.length === to.times, 'as many installments as were asked for')
        expect(amountsOf(added)).toEqual(amountsOf(moved))
        const { amount, penalty } = amountsOf(added)
        check(amount + penalty === owedOf(schedule), 'what is owed stays')
        check(
          moved.every(({ number, ...part }) => {
            const one = schedule.find((other) => other.number === number) as OpenInstalment
            return part.amount === one.amount - one.paid && part.penalty === one.penalty - one.penaltyPaid
          }),
          'each open installment gives what is open of it',
        )
        const whole = scheduleAfter(schedule, to)
        check(owedOf(whole.slice(0, schedule.length)) === 0, 'nothing is left to pay of the old ones')
        check(
          sumKobo(whole.map((one) => one.amount)) === sumKobo(schedule.map((one) => one.amount)),
          'the total payable stays',
        )
      }),
      { numRuns },
    )
  })

  it('makes equal installments but for the remainder, in order, on days of their own, with the penalties in the first', () => {
    fc.assert(
      fc.property(schedules, terms, (schedule, to) => {
        fc.pre(openWithoutPenalties(schedule) >= to.times)
        const { added } = reschedule(schedule, to)
        const [first] = added
        const last = added.at(-1)
        check(
          added.slice(0, -1).every(({ amount }) => amount === first?.amount),
          'all but the last are equal',
        )
        const remainder = (last?.amount ?? 0) - (first?.amount ?? 0)
        check(remainder >= 0 && remainder < to.times, 'the last has the remainder')
        check(
          added.every(({ number }, at) => number === schedule.length + at + 1),
          'numbers go on',
        )
        const days = added.map(({ dueDate }) => dueDate)
        check(days[0] === to.firstDue && new Set(days).size === days.length, 'each has its day')
        check(
          days.toSorted().every((day, at) => day === days[at]),
          'days are in order',
        )
        check(
          added.slice(1).every(({ penalty }) => penalty === 0),
          'penalties are due with the first',
        )
      }),
      { numRuns },
    )
  })

  it('once more, and repaid to the end, leaves the interest exact and nothing open', () => {
    fc.assert(
      fc.property(schedules, terms, terms, share, share, (schedule, to, again, some, rate) => {
        const totalPayable = sumKobo(schedule.map((one) => one.amount))
        const interestAmount = kobo(Math.floor(totalPayable * rate))
        const repaid = () => sumKobo(now.map((one) => one.paid))
        let now = schedule
        let interestPaid = kobo(
          Number((BigInt(interestAmount) * BigInt(repaid())) / BigInt(totalPayable || 1)),
        )
        const pay = (amount: number) => {
          if (amount <= 0) return
          const parts = allocateRepayment(now, kobo(amount))
          const paid = sumKobo(parts.map((part) => part.amount))
          interestPaid = addKobo(
            interestPaid,
            interestIn({ interestAmount, interestPaid, totalPayable }, repaid(), paid),
          )
          now = now.map((one) => {
            const part = parts.find(({ number }) => number === one.number)
            if (!part) return one
            const { amount: more, penalty } = part
            return { ...one, paid: addKobo(one.paid, more), penaltyPaid: addKobo(one.penaltyPaid, penalty) }
          })
        }
        fc.pre(totalPayable > 0 && openWithoutPenalties(schedule) >= to.times)
        now = scheduleAfter(now, to)
        pay(Math.floor(owedOf(now) * some))
        if (openWithoutPenalties(now) >= again.times) now = scheduleAfter(now, again)
        pay(owedOf(now))
        check(owedOf(now) === 0, 'nothing is owed')
        check(interestPaid === interestAmount, 'the interest is exact')
        check(repaid() === totalPayable, 'the total payable is repaid')
      }),
      { numRuns },
    )
  })

  it('to no installment, or to more installments than kobo are open, is refused', () => {
    const schedule = [
      { number: 1, amount: kobo(10), penalty: kobo(500), paid: kobo(4), penaltyPaid: kobo(0) },
    ]
    for (const times of [0, -1, 1.5, Number.NaN, 7])
      expect(() => reschedule(schedule, { times, period: 'daily', firstDue: '2026-11-25' })).toThrow(
        RangeError,
      )
  })

  it('of ₦100.00 with a penalty of ₦3.00 into three months', () => {
    const open = { penalty: kobo(0), paid: kobo(0), penaltyPaid: kobo(0) }
    const schedule = [
      { ...open, number: 1, amount: kobo(5_000), paid: kobo(5_000) },
      {
        ...open,
        number: 2,
        amount: kobo(5_000),
        paid: kobo(1_000),
        penalty: kobo(400),
        penaltyPaid: kobo(100),
      },
      { ...open, number: 3, amount: kobo(6_000) },
    ]
    expect(reschedule(schedule, { times: 3, period: 'monthly', firstDue: '2027-01-31' })).toEqual({
      moved: [
        { number: 2, amount: 4_000, penalty: 300 },
        { number: 3, amount: 6_000, penalty: 0 },
      ],
      added: [
        { number: 4, dueDate: '2027-01-31', amount: 3_333, penalty: 300 },
        { number: 5, dueDate: '2027-02-28', amount: 3_333, penalty: 0 },
        { number: 6, dueDate: '2027-03-31', amount: 3_334, penalty: 0 },
      ],
    })
  })
})
