import { eq } from 'drizzle-orm'
import type { BasisPoints } from '#contract/values'
import { type InstalmentPeriod, loanCost, maturityDays, type Terms } from '#domain/money/instalments'
import { kobo, percentOf } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { buildDisbursement } from '../../ledger/disbursement'
import { holds } from '../../db/tables/holds'
import { accounts } from '../../db/tables/ledger'
import { documentPrefixes, loanCode } from '../../db/tables/ledgerKinds'
import type { Transaction } from '../../db/database'
import { insertAll } from '../books'
import type { DemoBusiness, DemoCustomer } from '../business'
import { guarantorFiles } from '../files'
import type { DemoFees } from './fees'
import { inventLoanChanges } from './loanChanges'
import { phonePrefixes, places } from '../names'
import { oldest, sooner, workingDay } from '../demoPeople'
import { type DemoLoan, inventRepayments, type Payer } from './repayments'
import { guarantors, loanHistory, loanRepaymentSchedule, loans, loanTypes } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'

type Guarantor = typeof guarantors.$inferInsert

type DemoType = Pick<typeof loanTypes.$inferInsert, 'name' | 'description' | 'periods'> & {
  rate: number
  penalty: number
  graceDays: number
  /** What its loans have. */
  period: InstalmentPeriod
  times: readonly number[]
  /** By reducing balance, with a yearly rate, settled early for what has accrued, and secured by savings. */
  isReducing?: true
}
const termsOf = ({ isReducing }: DemoType) =>
  isReducing
    ? ({ interestKind: 'reducing', settlement: 'accrued', securityBasisPoints: 1000 } as const)
    : ({ interestKind: 'flat', settlement: 'whole', securityBasisPoints: 0 } as const)

const types: readonly DemoType[] = [
  {
    name: 'Market Trader Loan',
    description: 'Stock for a stall, paid back by the week',
    rate: 750,
    penalty: 500,
    graceDays: 3,
    periods: ['daily', 'weekly'],
    period: 'weekly',
    times: [4, 6, 8],
  },
  {
    name: 'Salary Advance',
    description: 'Until the next pay day, for three months at the most',
    rate: 500,
    penalty: 250,
    graceDays: 7,
    periods: ['monthly'],
    period: 'monthly',
    times: [1, 2, 3],
  },
  {
    name: 'Cooperative Loan',
    description: 'For members of a savings group that answers for them',
    rate: 625,
    penalty: 500,
    graceDays: 7,
    periods: ['weekly', 'monthly'],
    period: 'monthly',
    times: [3, 4, 6],
  },
  {
    name: 'Equipment Loan',
    description: 'A grinder, a freezer, a sewing machine',
    rate: 3000,
    isReducing: true,
    penalty: 300,
    graceDays: 14,
    periods: ['monthly'],
    period: 'monthly',
    times: [3, 6],
  },
]
const weekly = 0

/** Generates loans in every status, with guarantors. */
export function inventLoans(business: DemoBusiness, fees: DemoFees) {
  const { at, books, customers, staff, dice, clock } = business
  const made: DemoLoan[] = []
  const vouchers: Guarantor[] = []
  const repayments = inventRepayments(business)
  const changes = inventLoanChanges(business, repayments)
  const byAge = customers.filter(({ isActive }) => isActive).sort((a, b) => b.age - a.age)
  /** A customer since at least a month before the loan, if there is one. */
  const borrower = (age: number) => {
    const known = byAge.findIndex((one) => one.age < age + 20 * workingDay)
    return byAge[dice.between(0, Math.max(0, (known < 0 ? byAge.length : known) - 1))] as DemoCustomer
  }

  for (let n = 0; n < 300; n++) {
    const age = 4 * workingDay + (oldest - 30 * workingDay) * sooner(dice.random())
    const chance = dice.random()
    const payer: Payer = chance < 0.8 ? 'good' : chance < 0.92 ? 'late' : 'bad'
    apply(age, { type: dice.between(0, 3), payer, verdict: dice.chance(0.09) ? 'rejected' : 'approved' })
  }
  // Three weeks of unpaid instalments, one for each day.
  for (let day = 15; day < 29; day++)
    apply(day * workingDay + 590, { type: weekly, payer: 'bad', verdict: 'approved', quick: true })
  // The last days: loans that await a first or second approval, and recent decisions.
  for (let n = 0; n < 20; n++)
    apply(2 + n * 150, { type: n % 4, payer: 'good', verdict: n % 3 === 2 ? 'first' : 'none' })
  for (let n = 0; n < 14; n++)
    apply(20 + n * workingDay, { type: n % 4, payer: 'good', verdict: 'approved', quick: true })

  type Story = {
    type: number
    payer: Payer
    verdict: 'none' | 'first' | 'approved' | 'rejected'
    quick?: true
    customer?: DemoCustomer
  }
  function apply(age: number, { type, payer, verdict, quick, customer = borrower(age) }: Story) {
    const chosen = types[type] as DemoType
    const terms: Terms = {
      amount: kobo(dice.between(4, 60) * 1_000_000),
      rate: chosen.rate as BasisPoints,
      times: dice.pick(chosen.times),
      period: chosen.period,
      interestKind: termsOf(chosen).interestKind,
    }
    at(age, (createdAt) => {
      const loan = application(customer, type, terms, createdAt)
      made.push(loan)
      // The oldest one that waits for its first approval has not paid its form.
      fees.apply(loan, age, verdict !== 'none' || age < 15 * 150)
      if (dice.chance(0.75)) vouchers.push(guarantorOf(customer, loan, createdAt))
      const first = quick ? age - 5 : age - dice.between(50, 900)
      const second = quick ? age - 18.5 : first - dice.between(30, 800)
      if (verdict === 'none') return
      at(first, (when) =>
        verdict === 'rejected' && dice.chance(0.5) ? reject(loan, staff.admin, when) : accept(loan, when),
      )
      if (verdict === 'first') return
      at(second, (when) => {
        if (loan.applicationStatus !== 'in-progress') return
        if (verdict === 'rejected') reject(loan, staff.superadmin, when)
        else {
          disburse(loan, payer, when)
          if (payer === 'bad') changes.consider(loan, second)
        }
      })
    })
  }

  function application(customer: DemoCustomer, type: number, terms: Terms, createdAt: Date): DemoLoan {
    const chosen = types[type] as DemoType
    const nobody = {
      firstApprovalId: null,
      approvedBy: null,
      rejectedId: null,
      adminId: null,
      accountId: null,
    }
    const never = { firstApprovalDate: null, approvedDate: null, disbursedDate: null, rejectedDate: null }
    return {
      ...nobody,
      ...never,
      id: made.length + 1,
      reference: books.newReference(documentPrefixes.loan, createdAt),
      customerId: customer.id,
      agentId: customer.assignedAgentId,
      loanTypeId: type + 1,
      amount: terms.amount,
      interestBasisPoints: terms.rate,
      ...loanCost(terms),
      penaltyBasisPoints: chosen.penalty,
      graceDays: chosen.graceDays,
      ...termsOf(chosen),
      // Named when it is written (`secure`).
      securityBasisPoints: 0,
      securitySavingsId: null,
      instalmentPeriod: terms.period,
      instalmentTimes: terms.times,
      maturityPeriod: maturityDays(terms, lagosDay(createdAt)),
      maturityDate: null,
      nextDue: null,
      interestPaid: kobo(0),
      interestWaived: kobo(0),
      rescheduledDate: null,
      writtenOff: kobo(0),
      reversedDate: null,
      description: dice.pick(purposes),
      applicationStatus: 'pending',
      loanStatus: 'non-active',
      firstApprovalComment: null,
      approvedAmount: null,
      rejectionReason: null,
      disbursementEntryId: null,
      createdAt,
    }
  }

  function accept(loan: DemoLoan, when: Date) {
    const firstApprovalId = dice.pick([staff.admin, staff.main])
    Object.assign(loan, { applicationStatus: 'in-progress', firstApprovalId, firstApprovalDate: when })
  }

  function reject(loan: DemoLoan, rejectedId: number, rejectedDate: Date) {
    const rejectionReason = dice.pick(doubts)
    Object.assign(loan, { applicationStatus: 'rejected', rejectedId, rejectedDate, rejectionReason })
  }

  function disburse(loan: DemoLoan, payer: Payer, madeAt: Date) {
    const { entry, plan, approved } = buildDisbursement(loan, staff.superadmin, madeAt, {
      keptBack: fees.keptBack(loan),
    })
    const accountId = books.open('loan', loanCode, loan.reference, loan.customerId, madeAt)
    const made = books.enter(entry)
    if (!made) throw new Error('The demo has lent more than it has.')
    Object.assign(loan, approved, { accountId, disbursementEntryId: made.entryId })
    fees.disburse(loan, made, madeAt)
    repayments.expect(loan, plan, payer)
  }

  function guarantorOf(customer: DemoCustomer, loan: DemoLoan, createdAt: Date): Guarantor {
    const { people } = dice.pick(places.filter(({ state }) => state === customer.state))
    return {
      id: vouchers.length + 1,
      customerId: customer.id,
      loanId: loan.id,
      agentId: customer.assignedAgentId,
      firstName: dice.pick(people.first),
      lastName: dice.pick(people.last),
      phone: dice.pick(phonePrefixes) + String(dice.between(1_000_000, 9_999_999)),
      address: `${dice.between(1, 120)} ${dice.pick(people.streets)}, ${customer.lga}`,
      email: null,
      ...guarantorFiles(vouchers.length),
      createdAt,
    }
  }

  const write = async (tx: Transaction) => {
    const createdAt = clock(oldest)
    const rows = types.map((type, at) => ({
      id: at + 1,
      name: type.name,
      description: type.description,
      interestBasisPoints: type.rate,
      penaltyBasisPoints: type.penalty,
      graceDays: type.graceDays,
      periods: type.periods,
      ...termsOf(type),
      createdAt,
    }))
    await insertAll(tx, loanTypes, rows)
    const securities = await secure(tx, made)
    await insertAll(tx, loans, made)
    await insertAll(tx, holds, securities)
    await insertAll(tx, loanRepaymentSchedule, repayments.schedule)
    await insertAll(tx, loanHistory, repayments.history)
    await insertAll(tx, guarantors, vouchers)
    await changes.write(tx)
  }
  /** A loan that is approved at once. */
  const lend = (customer: DemoCustomer, age: number) =>
    apply(age, { type: dice.between(0, 3), payer: 'good', verdict: 'approved', quick: true, customer })
  return { write, lend }
}

const purposes = [
  'Stock for the season',
  'A second stall',
  'A freezer',
  'School fees',
  'Transport',
  'Seedlings',
]
const doubts = ['No guarantor', 'Another loan is still open', 'Income could not be shown', 'Stall not found']

/** Names the savings that secure loans by reducing balance, where their customers have enough, and what is held of them. */
async function secure(tx: Transaction, made: readonly DemoLoan[]) {
  const wallets = await tx
    .select({ id: savings.id, customerId: savings.customerId, balance: accounts.balance })
    .from(savings)
    .innerJoin(accounts, eq(accounts.id, savings.accountId))
    .where(eq(savings.status, 'active'))
  const used = new Set<number>()
  return made.flatMap((loan) => {
    const amount = percentOf(loan.amount, 1000 as BasisPoints)
    const wallet = wallets.find(
      ({ id, customerId, balance }) => customerId === loan.customerId && balance >= amount && !used.has(id),
    )
    if (loan.interestKind !== 'reducing' || loan.loanStatus !== 'active' || !wallet) return []
    used.add(wallet.id)
    Object.assign(loan, { securityBasisPoints: 1000, securitySavingsId: wallet.id })
    return [
      { loanId: loan.id, savingsId: wallet.id, amount, createdAt: loan.disbursedDate ?? loan.createdAt },
    ]
  })
}
