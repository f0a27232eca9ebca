import type { BasisPoints, Kobo } from '#contract/values'
import { keptBackOf, loanFeesOf } from '#domain/money/fees'
import { kobo } from '#domain/money/kobo'
import type { Transaction } from '../../db/database'
import { feePayments, fees, loanFees } from '../../db/tables/fees'
import { cashAccount, mainWalletOf } from '../../ledger/accounts'
import { feeWallet } from '../../ledger/fees'
import { transferEntry } from '../../ledger/transfer'
import { insertAll } from '../books'
import type { DemoBusiness, DemoCustomer } from '../business'
import { workingDay } from '../demoPeople'

/** Fees are asked for since so long. */
const since = 8 * workingDay
const noRate = 0 as BasisPoints
/** Of loans, the only type that has fees. */
const cooperative = 3

const [form, card, paper, insurance] = [
  {
    id: 1,
    name: 'Registration form',
    kind: 'amount',
    amount: kobo(100_000),
    basisPoints: noRate,
    appliesTo: 'customer',
    moment: 'registration',
  },
  {
    id: 2,
    name: 'Savings card',
    kind: 'amount',
    amount: kobo(50_000),
    basisPoints: noRate,
    appliesTo: 'card',
    moment: 'registration',
  },
  {
    id: 3,
    name: 'Loan form',
    kind: 'amount',
    amount: kobo(200_000),
    basisPoints: noRate,
    appliesTo: 'loan',
    moment: 'before-approval',
    loanTypeId: cooperative,
  },
  {
    id: 4,
    name: 'Loan insurance',
    kind: 'percent',
    amount: kobo(0),
    basisPoints: 100 as BasisPoints,
    appliesTo: 'loan',
    moment: 'kept-back',
    loanTypeId: cooperative,
  },
] as const

type Loan = { id: number; customerId: number; loanTypeId: number; amount: Kobo; createdAt?: Date | undefined }
type Payment = typeof feePayments.$inferInsert

/** Generates fees of new customers, cards and loans. Uses no dice, so that all else stays as it is. */
export function inventFees({ at, books, staff, clock }: DemoBusiness) {
  const ofLoans: (typeof loanFees.$inferInsert)[] = []
  const paid: Payment[] = []

  const record =
    (payment: Pick<Payment, 'feeId' | 'customerId' | 'loanId' | 'savingsId' | 'amount' | 'paidFrom'>) =>
    ({ entryId, reference }: { entryId: number; reference: string }, createdAt: Date, adminId: number) =>
      void paid.push({ ...payment, id: paid.length + 1, entryId, reference, adminId, createdAt })

  function take(
    fee: { id: number; amount: Kobo },
    subject: Pick<Payment, 'customerId' | 'loanId' | 'savingsId'>,
    madeAt: Date,
    from: 'cash' | 'wallet' = 'cash',
  ) {
    const { customerId } = subject
    const entry = books.enter(
      transferEntry({
        kind: 'Fee',
        madeAt,
        adminId: staff.admin,
        customerId,
        amount: fee.amount,
        from: from === 'cash' ? cashAccount : mainWalletOf(customerId),
        to: feeWallet,
      }),
    )
    if (entry)
      record({ ...subject, feeId: fee.id, amount: fee.amount, paidFrom: from })(entry, madeAt, staff.admin)
  }

  /** The registration form of a new customer, which one in five has not paid; one in three pays from the main wallet. */
  function register({ id: customerId, age }: DemoCustomer, number: number) {
    if (age >= since || number % 5 === 4) return
    at(0.93 * age, (when) => take(form, { customerId }, when, number % 3 === 0 ? 'wallet' : 'cash'))
  }

  /** The card of a wallet that was opened at this age. */
  function issueCard(
    { id: customerId }: DemoCustomer,
    savingsOf: (customerId: number) => number | undefined,
    age: number,
  ) {
    at(age, (when) => {
      const savingsId = savingsOf(customerId)
      if (savingsId !== undefined) take(card, { customerId, savingsId }, when)
    })
  }

  /** Fixes the fees of a loan that is applied for, and has the form paid. */
  function apply(loan: Loan, age: number, paysForm: boolean) {
    if (loan.loanTypeId !== cooperative || age >= since) return
    const { id: loanId, customerId, createdAt } = loan
    for (const { id: feeId, amount, moment } of loanFeesOf([paper, insurance], loan.amount))
      ofLoans.push({ id: ofLoans.length + 1, loanId, feeId, amount, moment, ...(createdAt && { createdAt }) })
    if (paysForm) at(age - 3, (when) => take(paper, { customerId, loanId }, when))
  }

  const keptBackFrom = ({ id }: Pick<Loan, 'id'>) =>
    ofLoans.filter(({ loanId, moment }) => loanId === id && moment === 'kept-back')
  const keptBack = (loan: Pick<Loan, 'id'>) => keptBackOf(keptBackFrom(loan))
  /** Records what a disbursement kept back. */
  function disburse(loan: Loan, entry: { entryId: number; reference: string }, when: Date) {
    const { id: loanId, customerId } = loan
    for (const { feeId, amount } of keptBackFrom(loan))
      record({ feeId, customerId, loanId, amount, paidFrom: 'loan' })(entry, when, staff.superadmin)
  }

  /** After the loan types, the loans and the savings. */
  const write = async (tx: Transaction) => {
    const createdAt = clock(since)
    const rows = [form, card, paper, insurance].map((fee) => ({ loanTypeId: null, ...fee, createdAt }))
    await insertAll(tx, fees, rows)
    await insertAll(tx, loanFees, ofLoans)
    await insertAll(tx, feePayments, paid)
  }
  return { register, issueCard, apply, keptBack, disburse, write }
}
export type DemoFees = ReturnType<typeof inventFees>
