import type { BasisPoints, Kobo } from '#contract/values'
import {
  type Instalment,
  type InstalmentPeriod,
  instalmentParts,
  instalmentPlan,
  loanCost,
  maturityDays,
  type Terms,
} from '#domain/money/instalments'
import { kobo, negateKobo, subtractKobo } from '#domain/money/kobo'
import { type Calendar, everyDay } from '#domain/time/calendar'
import { lagosDay } from '#domain/time/lagos'
import { lentAccount, mainWalletOf } from './accounts'
import { feeWallet } from './fees'
import type { NewEntry } from './post'

type LoanApplication = {
  reference: string
  customerId: number
  agentId: number
  amount: Kobo
  totalPayable: Kobo
  interestBasisPoints: number
  interestKind?: 'flat' | 'reducing' | undefined
  settlement?: 'whole' | 'accrued' | undefined
  instalmentPeriod: InstalmentPeriod
  instalmentTimes: number
}

/** The terms from which a loan's figures are calculated. */
export const termsOf = (
  loan: Pick<
    LoanApplication,
    'amount' | 'interestBasisPoints' | 'interestKind' | 'instalmentTimes' | 'instalmentPeriod'
  >,
): Terms & { period: InstalmentPeriod } => ({
  amount: loan.amount,
  rate: loan.interestBasisPoints as BasisPoints,
  times: loan.instalmentTimes,
  period: loan.instalmentPeriod,
  interestKind: loan.interestKind,
})

/** The instalments of a loan that is disbursed on a day, with interest of their own where it is reducing or accrues. */
export function planOf(
  { settlement, ...loan }: Parameters<typeof termsOf>[0] & Pick<LoanApplication, 'settlement'>,
  day: string,
  calendar: Calendar,
): (Instalment & { interest: Kobo | null })[] {
  const terms = termsOf(loan)
  const hasParts = terms.interestKind === 'reducing' || settlement === 'accrued'
  const parts = hasParts ? instalmentParts(terms) : []
  return instalmentPlan(terms, day, calendar).map((one, at) => ({
    ...one,
    interest: parts[at]?.interest ?? null,
  }))
}

/**
 * Builds a disbursement, for real loans and the demo: the entry, the instalments and the loan's new fields. The principal
 * moves from the main business wallet to the customer's, less the fees that are kept back; the loan's account holds what is owed.
 */
export function buildDisbursement(
  loan: LoanApplication,
  adminId: number,
  madeAt: Date,
  { calendar = everyDay, keptBack = kobo(0) }: { calendar?: Calendar; keptBack?: Kobo } = {},
) {
  const { reference, customerId, agentId, amount, totalPayable } = loan
  const terms = termsOf(loan)
  if (loanCost(terms).totalPayable !== totalPayable)
    throw new Error(`Loan ${reference} asks for something else than its terms cost.`)
  const today = lagosDay(madeAt)
  const plan = planOf(loan, today, calendar)
  const entry = {
    kind: 'Loan disbursement',
    madeAt,
    adminId,
    agentId,
    customerId,
    moves: [
      { account: 'MBW', amount: negateKobo(amount) },
      { account: mainWalletOf(customerId), amount: subtractKobo(amount, keptBack) },
      ...(keptBack > 0 ? [{ account: feeWallet, amount: keptBack }] : []),
      { account: lentAccount, amount: negateKobo(totalPayable) },
      { account: reference, amount: totalPayable },
    ],
  } satisfies NewEntry
  const approved = {
    applicationStatus: 'approved' as const,
    loanStatus: 'active' as const,
    approvedBy: adminId,
    approvedDate: madeAt,
    approvedAmount: amount,
    disbursedDate: madeAt,
    // A loan of fewer kobo than instalments has empty first ones, which count as paid.
    nextDue: plan.find((instalment) => instalment.amount > 0)?.dueDate ?? today,
    maturityDate: plan.at(-1)?.dueDate ?? today,
    maturityPeriod: maturityDays(terms, today, calendar),
  }
  return { entry, plan, approved }
}
