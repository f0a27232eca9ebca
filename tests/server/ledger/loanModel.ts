/*
 * A small model of loans, written from rules.md and not from the code: its own dates, shares and allocation. Amounts are
 * kobo, days yyyy-mm-dd in Lagos.
 */

export type ModelLoanType = {
  id: number
  rate: number
  penaltyRate: number
  grace: number
  periods: ('daily' | 'weekly' | 'monthly')[]
}
export type ModelInstalment = {
  number: number
  due: string
  amount: number
  penalty: number
  /** Of the amount alone. */
  paid: number
  penaltyPaid: number
}
type Part = { number: number; amount: number; penalty: number }
/** A row of the loan's history. */
export type ModelRow = {
  kind: 'repayment' | 'penalty'
  number: number
  repayment: number
  penalty: number
  before: number
  after: number
  status: 'paid' | 'late' | 'pending'
}
export type ModelLoan = {
  id: number
  reference: string
  /** The customer's main wallet. */
  wallet: string
  type: ModelLoanType
  amount: number
  times: number
  period: ModelLoanType['periods'][number]
  /** The admin who gave the first approval. */
  first: number
  state: 'pending' | 'in-progress' | 'rejected' | 'active' | 'paid'
  instalments: ModelInstalment[]
  interestPaid: number
  history: ModelRow[]
}

const share = (amount: number, rate: number) => Math.floor((amount * rate + 5000) / 10_000)
export const interestOf = ({ amount, type }: ModelLoan) => share(amount, type.rate)
const totalOf = (loan: ModelLoan) => loan.amount + interestOf(loan)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
export const openOf = ({ amount, penalty, paid, penaltyPaid }: ModelInstalment) =>
  amount - paid + penalty - penaltyPaid
export const owedOn = ({ instalments }: ModelLoan) => sum(instalments.map(openOf))
/** The due date of the oldest instalment that is not paid. */
export const nextDueOf = ({ instalments }: ModelLoan) =>
  instalments.find((one) => openOf(one) > 0)?.due ?? null

export const daysAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
/** The same day of a later month, or the last of a shorter one. */
function monthsAfter(day: string, count: number) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Pays the loan out on a day. */
export function disburse(loan: ModelLoan, day: string) {
  const total = totalOf(loan)
  const each = Math.floor(total / loan.times)
  loan.instalments = Array.from({ length: loan.times }, (_one, at) => {
    const number = at + 1
    const due =
      loan.period === 'monthly'
        ? monthsAfter(day, number)
        : daysAfter(day, loan.period === 'weekly' ? number * 7 : number)
    const amount = number < loan.times ? each : total - each * at
    return { number, due, amount, penalty: 0, paid: 0, penaltyPaid: 0 }
  })
  loan.state = 'active'
}

const settle = (loan: ModelLoan) => {
  loan.state = owedOn(loan) === 0 ? 'paid' : 'active'
}

/** Repays an amount that is owed, kobo after kobo to the oldest penalty or instalment; returns how it was divided. */
export function repay(loan: ModelLoan, amount: number, day: string) {
  const total = totalOf(loan)
  const repaidBefore = sum(loan.instalments.map(({ paid }) => paid))
  const parts: Part[] = []
  let left = amount
  let balance = owedOn(loan)
  for (const one of loan.instalments) {
    const penalty = Math.min(left, one.penalty - one.penaltyPaid)
    const principal = Math.min(left - penalty, one.amount - one.paid)
    if (penalty + principal === 0) continue
    one.penaltyPaid += penalty
    one.paid += principal
    left -= penalty + principal
    parts.push({ number: one.number, amount: principal, penalty })
    loan.history.push({
      kind: 'repayment',
      number: one.number,
      repayment: penalty + principal,
      penalty,
      before: balance,
      after: balance - penalty - principal,
      status: openOf(one) > 0 ? 'pending' : day <= one.due ? 'paid' : 'late',
    })
    balance -= penalty + principal
  }
  const penalties = sum(parts.map(({ penalty }) => penalty))
  const repaid = amount - penalties
  // The interest is a share of what is repaid, rounded down in sum; what the principal does not take is interest too.
  const interestLeft = interestOf(loan) - loan.interestPaid
  const principalLeft = total - repaidBefore - interestLeft
  const fair = Math.floor((interestOf(loan) * (repaidBefore + repaid)) / total) - loan.interestPaid
  const interest = Math.max(0, repaid - principalLeft, Math.min(fair, repaid, interestLeft))
  loan.interestPaid += interest
  settle(loan)
  return { parts, interest, profit: interest + penalties, principal: repaid - interest }
}

/** Takes a repayment back: the latest instalment first. */
export function takeBack(loan: ModelLoan, { parts, interest }: ReturnType<typeof repay>) {
  let balance = owedOn(loan)
  for (const { number, amount, penalty } of parts.toReversed()) {
    const one = loan.instalments[number - 1]
    if (!one) throw new Error(`Loan ${loan.reference} has no instalment ${number}.`)
    one.paid -= amount
    one.penaltyPaid -= penalty
    const row = { kind: 'repayment' as const, number, repayment: -amount - penalty, penalty: 0 - penalty }
    loan.history.push({ ...row, before: balance, after: balance + amount + penalty, status: 'pending' })
    balance += amount + penalty
  }
  loan.interestPaid -= interest
  settle(loan)
  return loan
}

/** Adds the penalties of a day that ends; returns them. */
export function punish(loan: ModelLoan, day: string): number[] {
  if (loan.state !== 'active') return []
  return loan.instalments.flatMap((one) => {
    const isOver = daysAfter(one.due, loan.type.grace) <= day
    const penalty = isOver && one.penalty === 0 ? share(openOf(one), loan.type.penaltyRate) : 0
    if (penalty === 0) return []
    const before = owedOn(loan)
    one.penalty = penalty
    const row = { kind: 'penalty' as const, number: one.number, repayment: 0, penalty }
    loan.history.push({ ...row, before, after: before + penalty, status: 'pending' })
    return [penalty]
  })
}

/** Days late of the oldest open instalment, and what is late, with penalties. */
export function arrearsOn(loan: ModelLoan, today: string) {
  const late = loan.instalments.filter((one) => openOf(one) > 0 && one.due < today)
  const [oldest] = late.map(({ due }) => due).toSorted()
  const days = oldest ? (Date.parse(today) - Date.parse(oldest)) / 86_400_000 : 0
  return { days, amount: sum(late.map(openOf)) }
}
