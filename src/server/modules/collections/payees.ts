import { asc, inArray, or, sql } from 'drizzle-orm'
import { inactiveCustomerMessage } from '#contract/calls/customers'
import type { InputOf } from '#contract/call'
import type { EarlierSheet } from '#contract/calls/collections'
import type { Calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { pluralize } from '#domain/money/figures'
import { formatNaira, sumKobo } from '#domain/money/kobo'
import { openAmount } from '#domain/money/repayment'
import { lagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { loans } from '../../db/tables/loans'
import { savings } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import { type Correction, correctionOf, loanRecords, overpaidFault } from '../../ledger/corrections'
import { type Instalment, openInstalment, type OpenLoan, schedulesOf } from '../../ledger/repayments'
import { customerName } from '../../people/customerColumns'
import { sinceOf, takenOverOn, tooEarly } from '../../ledger/collectedOn'
import { type CycleWallet, cycleWallet } from '../../ledger/cycles'
import { expectedOf } from './due'
import { equalOn } from './earlierSheets'
import { repaymentObstacle } from '../../ledger/openLoan'
import { payoutFault, type SheetPayout } from './payouts'

export type Line = InputOf<Calls['collections']['recordSheet']>['lines'][number]

type Common = {
  /** The account: the reference of the saving or of the loan. */
  reference: string
  customerId: number
  expected: Kobo
}
/** What a line pays: a savings wallet, or a loan with its schedule. */
export type Payee =
  | (Common & { kind: 'saving'; savingsId: number; wallet: CycleWallet })
  | (Common & {
      kind: 'loan'
      loan: OpenLoan
      schedule: readonly Instalment[]
      /** What the repayment makes of penalties that were posted for its day or later ones. */
      correction: Correction | undefined
    })

/** The most faulty lines that a refusal names. */
const namedFaults = 5

const equalFault = (amount: Kobo, receipts: readonly string[]) =>
  receipts.length > 0 &&
  `${formatNaira(amount)} is on ${receipts.join(' and ')} already. Say that it came twice, or leave it out`

const otherAgent = 'another agent collects from this customer now'

/**
 * Locks the customers, savings and loans of the lines and of the withdrawals that the agent paid, each in the order of their ids, and
 * returns the payee of each line. Rejects the sheet with what can't be recorded, and why.
 */
export async function lockPayees(
  queries: Queries,
  sheet: { agent_id: number; day: string; lines: readonly Line[]; payouts: readonly SheetPayout[] },
  { earlier, ...facts }: { earlier: readonly EarlierSheet[]; madeAt: Date; adminId: number | null },
): Promise<Payee[]> {
  const { agent_id, day, lines, payouts } = sheet
  const savingIds = lines.flatMap(({ savings_id }) => savings_id ?? [])
  const loanIds = lines.flatMap(({ loan_id }) => loan_id ?? [])
  rejectTwice(savingIds, 'A savings wallet')
  rejectTwice(loanIds, 'A loan')
  const people = await lockOwners(
    queries,
    savingIds,
    loanIds,
    payouts.map(({ customerId }) => customerId),
  )
  const isLate = day < lagosDay(facts.madeAt)
  const wallets = await lockSavings(queries, savingIds, isLate)
  const expectedOnDay = await expectedOf(queries, [...wallets.values()], day)
  const borrowed = await lockLoans(queries, loanIds)
  const schedules = await schedulesOf(queries, loanIds)
  const records = isLate ? await loanRecords(queries, loanIds) : new Map<number, never>()
  const faults: string[] = []
  const payees = lines.flatMap((line): Payee[] => {
    const { savings_id, loan_id, amount } = line
    const wallet = wallets.get(savings_id ?? 0)
    const loan = borrowed.get(loan_id ?? 0)
    const owner = people.get((wallet ?? loan)?.customerId ?? 0)
    if (!owner || owner.isDeleted) {
      faults.push(loan_id ? `loan ${loan_id} was not found` : `savings wallet ${savings_id} was not found`)
      return []
    }
    const schedule = schedules.get(loan?.id ?? 0) ?? []
    const correction =
      loan?.loanStatus === 'active' && amount > 0
        ? correctionOf({ loan, schedule, record: records.get(loan.id) }, facts, { day, amount })
        : undefined
    const fault =
      (owner.agentId !== agent_id && otherAgent) ||
      (isLate && wallet && tooEarly(day, wallet)) ||
      (isLate && loan && tooEarly(day, sinceOf(loan))) ||
      (wallet
        ? savingFault(wallet, owner)
        : loan && amount > 0 && repaymentObstacle(loan, schedule, amount)) ||
      (correction === 'overpaid' && overpaidFault) ||
      (!line.twice && equalFault(amount, equalOn(earlier, line)))
    if (fault) faults.push(`${owner.name}, ${(wallet ?? loan)?.reference}: ${fault.replace(/\.$/, '')}`)
    if (wallet) {
      const { id, reference, customerId, fixedAmount } = wallet
      const expected = expectedOnDay.get(id)?.line.expected ?? fixedAmount
      return [{ kind: 'saving', savingsId: id, wallet, reference, customerId, expected }]
    }
    if (!loan || correction === 'overpaid') return []
    const { reference, customerId } = loan
    return [
      { kind: 'loan', reference, customerId, expected: dueOf(schedule, day), loan, schedule, correction },
    ]
  })
  for (const payout of payouts) {
    const owner = people.get(payout.customerId)
    const fault =
      (owner?.agentId !== agent_id && otherAgent) ||
      (owner?.isFrozen && 'the customer is frozen') ||
      payoutFault(payout, day)
    if (fault) faults.push(`${owner?.name}, ${payout.reference}: ${fault}`)
  }
  if (faults.length > 0) {
    const more = faults.length > namedFaults ? `; and ${faults.length - namedFaults} more` : ''
    reject(
      `Nothing was recorded. ${pluralize(faults.length, 'line')} of ${lines.length + payouts.length} can’t be: ${faults.slice(0, namedFaults).join('; ')}${more}`,
    )
  }
  return payees
}

export function rejectTwice(ids: readonly number[], noun: string) {
  if (new Set(ids).size < ids.length) reject(`${noun} is on this sheet twice. Nothing was recorded.`)
}

const byId = <Row extends { id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
  new Map(rows.map((row) => [row.id, row]))

type Owner = { isActive: boolean }
function savingFault({ status }: { status: string }, { isActive }: Owner): string | false {
  if (status !== 'active') return 'the savings wallet is closed'
  return !isActive && inactiveCustomerMessage
}

/** What is unpaid of the instalments that are due until a day. */
const dueOf = (schedule: readonly Instalment[], day: string): Kobo =>
  sumKobo(schedule.filter(({ dueDate }) => dueDate <= day).map((one) => openAmount(openInstalment(one))))

async function lockOwners(
  queries: Queries,
  savingIds: readonly number[],
  loanIds: readonly number[],
  receiverIds: readonly number[],
) {
  const savers = queries
    .select({ id: savings.customerId })
    .from(savings)
    .where(inArray(savings.id, [...savingIds]))
  const borrowers = queries
    .select({ id: loans.customerId })
    .from(loans)
    .where(inArray(loans.id, [...loanIds]))
  const rows = await queries
    .select({
      id: customers.id,
      name: customerName,
      isActive: customers.isActive,
      isDeleted: customers.isDeleted,
      isFrozen: customers.isFrozen,
      agentId: customers.assignedAgentId,
    })
    .from(customers)
    .where(or(inArray(customers.id, savers.union(borrowers)), inArray(customers.id, [...receiverIds])))
    .orderBy(asc(customers.id))
    .for('share')
  return byId(rows)
}

async function lockSavings(queries: Queries, ids: readonly number[], isLate: boolean) {
  if (ids.length === 0) return byId([])
  const rows = await queries
    .select({
      ...cycleWallet,
      status: savings.status,
      takenOverOn: isLate ? takenOverOn(sql`${savings.accountId}`) : sql<null>`null`,
    })
    .from(savings)
    .where(inArray(savings.id, [...ids]))
    .orderBy(asc(savings.id))
    .for('no key update')
  return byId(rows)
}

async function lockLoans(queries: Queries, ids: readonly number[]) {
  if (ids.length === 0) return byId([])
  const rows = await queries
    .select({
      id: loans.id,
      reference: loans.reference,
      loanStatus: loans.loanStatus,
      customerId: loans.customerId,
      interestAmount: loans.interestAmount,
      interestPaid: loans.interestPaid,
      interestWaived: loans.interestWaived,
      totalPayable: loans.totalPayable,
      penaltyKind: loans.penaltyKind,
      penaltyBasisPoints: loans.penaltyBasisPoints,
      penaltyAmount: loans.penaltyAmount,
      penaltyCeiling: loans.penaltyCeiling,
      graceDays: loans.graceDays,
      rescheduledDate: loans.rescheduledDate,
      disbursedDate: loans.disbursedDate,
      takenOverOn: loans.takenOverOn,
    })
    .from(loans)
    .where(inArray(loans.id, [...ids]))
    .orderBy(asc(loans.id))
    .for('no key update')
  return byId(rows)
}
