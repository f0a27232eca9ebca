/*
 * A loan in plain integers of kobo, as docs/use/rules.md says it. It imports nothing of Alajo. Days are yyyy-mm-dd in Lagos, rates hundredths
 * of a percent.
 */

import { type Calendar, nextOpen, openAfter } from './calendar'

export type Period = 'daily' | 'weekly' | 'monthly'
export type Terms = {
  amount: number
  rate: number
  penaltyRate: number
  grace: number
  times: number
  period: Period
}
export type Part = {
  due: string
  amount: number
  penalty: number
  /** Of the amount, and of the penalty. */
  paid: number
  penaltyPaid: number
  /** What reschedulings moved to later instalments. */
  moved: number
  penaltyMoved: number
  /** Its own penalty as it was posted, once, and what stands of that; 0 after its reversal. */
  posted: number
  own: number
  /** The day whose run posted its penalty; empty before. */
  punishedFor: string
  closed: boolean
}
/** What was collected on a day, and how it was divided when it was recorded. */
export type Payment = {
  on: string
  amount: number
  parts: { at: number; paid: number; penalty: number }[]
  interest: number
}
export type Loan = Terms & {
  interest: number
  interestPaid: number
  state: 'pending' | 'active' | 'paid' | 'rejected' | 'written-off' | 'reversed'
  parts: Part[]
  /** Without those that were reversed, in the order of recording. */
  payments: Payment[]
  /** The day of its disbursement. */
  openedOn: string
  rescheduledOn: string | null
  /** Whether a penalty was taken back because of a day of collection. */
  isCorrected: boolean
  calendar: Calendar
}

export const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

export const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
/** A rate of an amount, half a kobo rounded up. */
export const share = (amount: number, rate: number) => Math.floor((amount * rate + 5000) / 10_000)
function periodsAfter(day: string, count: number, period: Period) {
  if (period !== 'monthly') return dayAfter(day, period === 'weekly' ? 7 * count : count)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

const openAmount = (one: Part) => (one.closed ? 0 : one.amount - one.paid - one.moved)
const openPenalty = (one: Part) => (one.closed ? 0 : one.penalty - one.penaltyPaid - one.penaltyMoved)
export const openOf = (one: Part) => openAmount(one) + openPenalty(one)
export const owedOn = ({ parts }: Loan) => sum(parts.map(openOf))
const repaidOn = ({ parts }: Loan) => sum(parts.map(({ paid }) => paid))
const settle = (loan: Loan) => {
  loan.state = owedOn(loan) === 0 ? 'paid' : 'active'
}
/** What the business has of a loan: principal for the main wallet; interest and penalties for the profit wallet. */
export const gainedOn = (loan: Loan) => ({
  main: repaidOn(loan) - loan.interestPaid,
  profit: loan.interestPaid + sum(loan.parts.map(({ penaltyPaid }) => penaltyPaid)),
})

export const newLoan = (terms: Terms, calendar: Calendar): Loan => ({
  ...terms,
  calendar,
  interest: share(terms.amount, terms.rate),
  interestPaid: 0,
  state: 'pending',
  parts: [],
  payments: [],
  openedOn: '',
  rescheduledOn: null,
  isCorrected: false,
})

/** Equal instalments; the last one has the remainder. */
const plan = (total: number, times: number, dueOf: (at: number) => string) =>
  Array.from({ length: times }, (_one, at): Part => {
    const each = Math.floor(total / times)
    const none = { penalty: 0, paid: 0, penaltyPaid: 0, moved: 0, penaltyMoved: 0, posted: 0, own: 0 }
    const amount = at === times - 1 ? total - each * at : each
    return { due: dueOf(at), amount, ...none, punishedFor: '', closed: false }
  })

export function disburse(loan: Loan, day: string) {
  loan.parts = plan(loan.amount + loan.interest, loan.times, (at) =>
    nextOpen(loan.calendar, periodsAfter(day, at + 1, loan.period)),
  )
  loan.state = 'active'
  loan.openedOn = day
}

/** Pays the oldest instalment first, each penalty before its amount; returns what is left. */
function spread(parts: readonly Part[], amount: number, made: Payment['parts'] = []) {
  let left = amount
  for (const [at, one] of parts.entries()) {
    const penalty = Math.min(left, openPenalty(one))
    const paid = Math.min(left - penalty, openAmount(one))
    one.penaltyPaid += penalty
    one.paid += paid
    left -= penalty + paid
    if (penalty + paid > 0) made.push({ at, paid, penalty })
  }
  return left
}

/** The interest's share of what was repaid, rounded down in sum. After reversals it may lag by a few kobo, which what is repaid evens out. */
function earn(loan: Loan, before: number) {
  const [total, repaid] = [loan.amount + loan.interest, repaidOn(loan)]
  const [made, left] = [repaid - before, loan.interest - loan.interestPaid]
  const fair = Math.floor((loan.interest * repaid) / total) - loan.interestPaid
  const interest = Math.max(0, made - (total - before - left), Math.min(fair, made, left))
  loan.interestPaid += interest
  return interest
}

/** At the counter, or on a sheet of the day. */
export function repay(loan: Loan, amount: number, on: string): Payment {
  const before = repaidOn(loan)
  const payment: Payment = { on, amount, parts: [], interest: 0 }
  if (spread(loan.parts, amount, payment.parts) > 0) throw new Error('More was repaid than was owed.')
  payment.interest = earn(loan, before)
  loan.payments.push(payment)
  settle(loan)
  return payment
}

/**
 * The instalments once payments are taken in the order of their days. A penalty is of what was open when its last day of grace ended, and
 * never more than was posted; those of days before `since` stay. Undefined if more was paid than was owed.
 */
function inOrder(loan: Loan, payments: readonly Payment[], since: string): Part[] | undefined {
  const parts = loan.parts.map((one): Part => ({ ...one, paid: 0, penaltyPaid: 0 }))
  // What was rescheduled with its penalty is a part of a later instalment.
  let waiting = parts.filter(({ posted, penaltyMoved }) => posted > 0 && penaltyMoved === 0)
  const endOf = ({ due }: Part) => openAfter(loan.calendar, due, loan.grace)
  const standing = new Map(waiting.map((one) => [one, one.own]))
  for (const one of waiting) setOwn(one, 0)
  const punishBefore = (day: string) => {
    for (const one of waiting
      .filter((part) => endOf(part) < day)
      .toSorted((a, b) => order(endOf(a), endOf(b))))
      setOwn(
        one,
        endOf(one) < since
          ? (standing.get(one) ?? 0)
          : Math.min(one.posted, share(openAmount(one), loan.penaltyRate)),
      )
    waiting = waiting.filter((part) => endOf(part) >= day)
  }
  for (const { on, amount } of payments.toSorted((a, b) => order(a.on, b.on))) {
    punishBefore(on)
    if (spread(parts, amount) > 0) return undefined
  }
  punishBefore('9999-12-31')
  return parts
}
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const setOwn = (one: Part, own: number) => {
  one.penalty += own - one.own
  one.own = own
}

function adopt(loan: Loan, parts: Part[], payments: Payment[]) {
  loan.parts = parts
  loan.payments = payments
  loan.interestPaid = Math.floor((loan.interest * repaidOn(loan)) / (loan.amount + loan.interest))
  loan.isCorrected = true
  settle(loan)
}

/** Recorded later for its day. False if less is owed than it is, once the penalties are taken back that it makes wrong. */
export function repayLate(loan: Loan, amount: number, on: string): boolean {
  if (loan.state !== 'active' || amount > owedOn(loan)) return false
  const payments = [...loan.payments, { on, amount, parts: [], interest: 0 }]
  const isBefore = loan.rescheduledOn !== null && on <= loan.rescheduledOn
  const parts = isBefore ? loan.parts : inOrder(loan, payments, on)
  if (!parts) return false
  if (parts.some(({ own }, at) => own !== loan.parts[at]?.own)) adopt(loan, parts, payments)
  else repay(loan, amount, on)
  return true
}

/**
 * Takes a payment back: its instalments are open again. Where a penalty was taken back, all is taken in the order of the days again, if
 * that divides it otherwise.
 */
export function unpay(loan: Loan, payment: Payment) {
  const payments = loan.payments.filter((one) => one !== payment)
  const parts = loan.isCorrected ? inOrder(loan, payments, payment.on) : undefined
  for (const { at, paid, penalty } of payment.parts) {
    const one = loan.parts[at]
    if (!one) throw new Error('The loan has no such installment.')
    one.paid -= paid
    one.penaltyPaid -= penalty
  }
  loan.interestPaid -= payment.interest
  const isSame = ({ paid, penaltyPaid, own }: Part, at: number) => {
    const one = loan.parts[at]
    return one?.paid === paid && one.penaltyPaid === penaltyPaid && one.own === own
  }
  if (parts && !parts.every(isSame)) return adopt(loan, parts, payments)
  loan.payments = payments
  settle(loan)
}

/** Posts the penalties of a day that ends; returns them. */
export function punish(loan: Loan, day: string) {
  if (loan.state !== 'active') return []
  return loan.parts.flatMap((one, at) => {
    const isOver = one.punishedFor === '' && openAfter(loan.calendar, one.due, loan.grace) <= day
    const penalty = isOver ? share(openAmount(one), loan.penaltyRate) : 0
    if (penalty === 0) return []
    one.punishedFor = day
    one.posted = penalty
    setOwn(one, penalty)
    return [{ at, penalty }]
  })
}
/** A penalty can be reversed while all of it is open. */
export const mayForgive = (loan: Loan, at: number) => {
  const one = loan.parts[at]
  return one !== undefined && one.posted > 0 && openPenalty(one) >= one.posted
}
export function forgive(loan: Loan, at: number) {
  const one = loan.parts[at]
  if (one) setOwn(one, 0)
  if (one) one.posted = 0
  settle(loan)
}

/** What was rescheduled of an instalment with a penalty keeps it. */
export const isMoved = ({ moved, penaltyMoved }: Part) => moved + penaltyMoved > 0

/**
 * The loan once the runs of the days from one on are as if they had not been: what had paid their penalties pays what was open beside them.
 * Undefined if that can't be.
 */
export function withoutPenalties(loan: Loan, from: string): Loan | undefined {
  const after = { ...loan, parts: loan.parts.map((one) => ({ ...one })) }
  const undone = after.parts.filter((one) => one.punishedFor >= from && !(one.posted > 0 && isMoved(one)))
  const standing = undone.filter(({ posted }) => posted > 0)
  if (standing.length > 0 && loan.state === 'written-off') return undefined
  const isPaid = standing.some((one) => one.own < one.posted || one.penaltyPaid > one.penalty - one.own)
  for (const one of undone) {
    setOwn(one, 0)
    one.posted = 0
    one.punishedFor = ''
  }
  const parts = isPaid ? inOrder(after, loan.payments, '9999-12-31') : after.parts
  if (!parts) return undefined
  if (isPaid) adopt(after, parts, loan.payments)
  else if (standing.length > 0) settle(after)
  return after
}

/** Writes off what is owed; returns how to take that back. */
export function writeOff(loan: Loan) {
  const open = loan.parts.map((one) => openOf(one) > 0)
  const close = (isClosed: boolean) => {
    for (const [at, one] of loan.parts.entries()) if (open[at]) one.closed = isClosed
  }
  close(true)
  loan.state = 'written-off'
  return () => {
    close(false)
    settle(loan)
  }
}

/** Moves what is open to new instalments, penalties to the first of them. */
export function reschedule(loan: Loan, times: number, period: Period, first: string, day: string) {
  const added = plan(sum(loan.parts.map(openAmount)), times, (at) =>
    nextOpen(loan.calendar, periodsAfter(first, at, period)),
  )
  if (added[0]) added[0].penalty = sum(loan.parts.map(openPenalty))
  for (const one of loan.parts) {
    const [amount, penalty] = [openAmount(one), openPenalty(one)]
    one.moved += amount
    one.penaltyMoved += penalty
  }
  loan.parts.push(...added)
  loan.rescheduledOn = day
}

export function undisburse(loan: Loan) {
  for (const one of loan.parts) if (openOf(one) > 0) one.closed = true
  loan.state = 'reversed'
}
/** Whether no repayment and no penalty stands. */
export const isUntouched = ({ payments, parts }: Loan) =>
  payments.length === 0 && parts.every(({ posted }) => posted === 0)

/** The days since the oldest open instalment was due, and what is late. */
export function lateOn(loan: Loan, day: string) {
  const late = loan.parts.filter((one) => openOf(one) > 0 && one.due < day)
  const [oldest] = late.map(({ due }) => due).toSorted()
  return {
    days: oldest ? (Date.parse(day) - Date.parse(oldest)) / 86_400_000 : 0,
    amount: sum(late.map(openOf)),
  }
}
