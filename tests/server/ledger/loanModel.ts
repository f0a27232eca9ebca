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
  /** What reschedulings moved to later instalments, of the amount alone and of the penalty. */
  moved: number
  penaltyMoved: number
  /** Whether its own penalty was posted: that happens once, also if it was reversed. */
  isPunished: boolean
  /** Set when it was open at the write-off, or at the reversal of the disbursement. */
  closed: 'written-off' | 'reversed' | null
}
type Part = { number: number; amount: number; penalty: number }
/** A row of the loan's history. */
export type ModelRow = {
  kind: 'repayment' | 'penalty' | 'write-off'
  number: number
  repayment: number
  penalty: number
  before: number
  after: number
  status: 'paid' | 'late' | 'pending' | 'written-off'
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
  /** Who entered the application. */
  by: number
  first: number
  state: 'pending' | 'in-progress' | 'rejected' | 'active' | 'paid' | 'written-off' | 'reversed'
  instalments: ModelInstalment[]
  interestPaid: number
  writtenOff: number
  isRescheduled: boolean
  /** Repayments and penalties that are not reversed. */
  standing: number
  history: ModelRow[]
}

const share = (amount: number, rate: number) => Math.floor((amount * rate + 5000) / 10_000)
export const interestOf = ({ amount, type }: ModelLoan) => share(amount, type.rate)
const totalOf = (loan: ModelLoan) => loan.amount + interestOf(loan)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const openAmountOf = ({ amount, paid, moved, closed }: ModelInstalment) =>
  closed ? 0 : amount - paid - moved
export const openPenaltyOf = ({ penalty, penaltyPaid, penaltyMoved, closed }: ModelInstalment) =>
  closed ? 0 : penalty - penaltyPaid - penaltyMoved
export const openOf = (one: ModelInstalment) => openAmountOf(one) + openPenaltyOf(one)
/** What is owed without penalties, which can be rescheduled. */
export const openAmountsOf = ({ instalments }: ModelLoan) => sum(instalments.map(openAmountOf))
export const owedOn = ({ instalments }: ModelLoan) => sum(instalments.map(openOf))
/** The first day on which something that is owed is due. */
export const nextDueOf = ({ instalments }: ModelLoan) =>
  instalments
    .filter((one) => openOf(one) > 0)
    .map(({ due }) => due)
    .toSorted()[0] ?? null

export const daysAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
/** The same day of a later month, or the last of a shorter one. */
function monthsAfter(day: string, count: number) {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10)
}

const periodsAfter = (day: string, count: number, period: ModelLoan['period']) =>
  period === 'monthly' ? monthsAfter(day, count) : daysAfter(day, period === 'weekly' ? count * 7 : count)

const untouched = { penalty: 0, paid: 0, penaltyPaid: 0, moved: 0, penaltyMoved: 0 }
/** Instalments of a total in whole kobo; the last one also has what the division leaves. */
function planOf(total: number, times: number, fields: (at: number) => { number: number; due: string }) {
  const each = Math.floor(total / times)
  return Array.from({ length: times }, (_one, at): ModelInstalment => {
    const amount = at === times - 1 ? total - each * at : each
    return { ...untouched, ...fields(at), amount, isPunished: false, closed: null }
  })
}

/** Pays the loan out on a day. */
export function disburse(loan: ModelLoan, day: string) {
  loan.instalments = planOf(totalOf(loan), loan.times, (at) => ({
    number: at + 1,
    due: periodsAfter(day, at + 1, loan.period),
  }))
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
    const penalty = Math.min(left, openPenaltyOf(one))
    const principal = Math.min(left - penalty, openAmountOf(one))
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
  loan.standing += 1
  settle(loan)
  return { parts, interest, profit: interest + penalties, principal: repaid - interest }
}

/** Takes a repayment back: the latest instalment first. */
export function takeBack(loan: ModelLoan, { parts, interest }: ReturnType<typeof repay>) {
  let balance = owedOn(loan)
  for (const { number, amount, penalty } of parts.toReversed()) {
    const one = instalmentOf(loan, number)
    one.paid -= amount
    one.penaltyPaid -= penalty
    const row = { kind: 'repayment' as const, number, repayment: -amount - penalty, penalty: 0 - penalty }
    loan.history.push({ ...row, before: balance, after: balance + amount + penalty, status: 'pending' })
    balance += amount + penalty
  }
  loan.interestPaid -= interest
  loan.standing -= 1
  settle(loan)
  return loan
}

export function instalmentOf(loan: ModelLoan, number: number): ModelInstalment {
  const one = loan.instalments[number - 1]
  if (!one) throw new Error(`Loan ${loan.reference} has no installment ${number}.`)
  return one
}

export type Punished = { loan: ModelLoan; number: number; penalty: number }

/** Adds the penalties of a day that ends; returns them. */
export function punish(loan: ModelLoan, day: string): Punished[] {
  if (loan.state !== 'active') return []
  return loan.instalments.flatMap((one) => {
    const isOver = daysAfter(one.due, loan.type.grace) <= day
    const penalty = isOver && !one.isPunished ? share(openAmountOf(one), loan.type.penaltyRate) : 0
    if (penalty === 0) return []
    const before = owedOn(loan)
    one.penalty += penalty
    one.isPunished = true
    loan.standing += 1
    const row = { kind: 'penalty' as const, number: one.number, repayment: 0, penalty }
    loan.history.push({ ...row, before, after: before + penalty, status: 'pending' })
    return [{ loan, number: one.number, penalty }]
  })
}

/** Takes a penalty back. */
export function forgive({ loan, number, penalty }: Punished) {
  const before = owedOn(loan)
  instalmentOf(loan, number).penalty -= penalty
  const row = { kind: 'penalty' as const, number, repayment: 0, penalty: 0 - penalty }
  loan.history.push({ ...row, before, after: before - penalty, status: 'pending' })
  loan.standing -= 1
  settle(loan)
  return loan
}

/** Writes off all that is owed; returns the parts by instalment. */
export function writeOff(loan: ModelLoan) {
  loan.writtenOff = owedOn(loan)
  let before = loan.writtenOff
  const parts = loan.instalments.flatMap((one) => {
    const open = openOf(one)
    if (open === 0) return []
    one.closed = 'written-off'
    const row = { kind: 'write-off' as const, number: one.number, repayment: 0, penalty: 0 }
    loan.history.push({ ...row, before, after: before - open, status: 'written-off' })
    before -= open
    return [{ number: one.number, open }]
  })
  loan.state = 'written-off'
  return parts
}

/** Takes a write-off back: the latest instalment first. */
export function writeOn(loan: ModelLoan, parts: ReturnType<typeof writeOff>) {
  let before = 0
  for (const { number, open } of parts.toReversed()) {
    instalmentOf(loan, number).closed = null
    const row = { kind: 'write-off' as const, number, repayment: 0, penalty: 0 }
    loan.history.push({ ...row, before, after: before + open, status: 'pending' })
    before += open
  }
  loan.writtenOff = 0
  settle(loan)
  return loan
}

export type NewInstalments = { times: number; period: ModelLoan['period']; firstDue: string }

/** Moves what is open to new instalments, penalties to the first of them. */
export function reschedule(loan: ModelLoan, { times, period, firstDue }: NewInstalments) {
  const amount = openAmountsOf(loan)
  const penalties = sum(loan.instalments.map(openPenaltyOf))
  for (const one of loan.instalments) {
    const [open, penalty] = [openAmountOf(one), openPenaltyOf(one)]
    one.moved += open
    one.penaltyMoved += penalty
  }
  const last = loan.instalments.length
  const added = planOf(amount, times, (at) => ({
    number: last + at + 1,
    due: periodsAfter(firstDue, at, period),
  }))
  if (added[0]) added[0].penalty = penalties
  loan.instalments.push(...added)
  loan.isRescheduled = true
}

/** Takes the disbursement back. */
export function undisburse(loan: ModelLoan) {
  for (const one of loan.instalments) if (openOf(one) > 0) one.closed = 'reversed'
  loan.state = 'reversed'
  return loan
}

/** Days late of the oldest open instalment, and what is late, with penalties. */
export function arrearsOn(loan: ModelLoan, today: string) {
  const late = loan.instalments.filter((one) => openOf(one) > 0 && one.due < today)
  const [oldest] = late.map(({ due }) => due).toSorted()
  const days = oldest ? (Date.parse(today) - Date.parse(oldest)) / 86_400_000 : 0
  return { days, amount: sum(late.map(openOf)) }
}
