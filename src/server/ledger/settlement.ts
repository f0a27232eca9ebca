import type { Kobo } from '#contract/values'
import { keptInterest, allocateRepayment } from '#domain/money/repayment'
import {
  type SettledInstalment,
  type SettlementAmount,
  settlementOn,
  waivedInterest,
} from '#domain/money/settlement'
import { kobo, subtractKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { loans } from '../db/tables/loans'
import { cashAccount } from './accounts'
import type { NewEntry } from './post'
import { buildPayment, type Instalment, interestPart, type LoanMovement, openInstalment } from './repayments'

type Loan = typeof loans.$inferSelect

/** The instalments with the interest that each keeps; what was rescheduled is in later ones. */
const settledInstalments = (schedule: readonly Instalment[]): SettledInstalment[] =>
  schedule
    .filter(({ status }) => status !== 'rescheduled')
    .map((one) => ({
      ...openInstalment(one),
      dueDate: one.dueDate,
      interest: keptInterest(interestPart(one)),
    }))

/** Since when interest accrues: the disbursement. */
const since = ({ disbursedDate, reference }: Loan): string => {
  if (disbursedDate === null) throw new Error(`Loan ${reference} was not paid out.`)
  return lagosDay(disbursedDate)
}

/** What settles a loan on a day, and the interest that it need not pay then (rules.md, "Early settlement"). */
export const settlementOf = (loan: Loan, schedule: readonly Instalment[], day: string): SettlementAmount =>
  settlementOn(loan.settlement, settledInstalments(schedule), since(loan), day)

/** Builds the repayment of all that a loan owes if it is settled on a day, in one entry. */
export function buildSettlement(
  loan: Loan,
  schedule: readonly Instalment[],
  day: string,
  facts: Pick<NewEntry, 'madeAt' | 'adminId' | 'activityReference'>,
): LoanMovement {
  const { amount } = settlementOf(loan, schedule, day)
  const waived: ReadonlyMap<number, Kobo> =
    loan.settlement === 'accrued' ? waivedInterest(settledInstalments(schedule), since(loan), day) : new Map()
  const left = schedule.map((one) => {
    const open = openInstalment(one)
    return { ...open, amount: subtractKobo(open.amount, waived.get(one.number) ?? kobo(0)) }
  })
  const parts = allocateRepayment(left, amount)
  return buildPayment(
    loan,
    schedule,
    { kind: 'Loan settlement', from: cashAccount, amount, parts, waived },
    facts,
  )
}
