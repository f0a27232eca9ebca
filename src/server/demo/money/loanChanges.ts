import { addDays, lagosDay } from '#domain/time/lagos'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { loanChanges } from '../../db/tables/loanChanges'
import { buildRescheduling, buildWriteOff } from '../../ledger/loanChanges'
import { owedOf } from '../../ledger/repayments'
import { insertAll } from '../books'
import type { DemoBusiness } from '../business'
import { workingDay } from '../demoPeople'
import type { DemoLoan, inventRepayments } from './repayments'

type Change = typeof loanChanges.$inferInsert

/** What becomes of the loans that are not repaid, in turn: the last state of a change of each. */
const stories: readonly { kind: Change['kind']; state: 0 | 1 | 2 | 3; days: number; reason: string }[] = [
  { kind: 'write-off', state: 2, days: 60, reason: 'Moved away, the stall is empty' },
  { kind: 'reschedule', state: 2, days: 50, reason: 'The stall burned, trade goes on' },
  { kind: 'write-off', state: 3, days: 40, reason: 'No answer on the phone' },
  { kind: 'write-off', state: 1, days: 2, reason: 'The customer died' },
  { kind: 'reschedule', state: 0, days: 1, reason: 'Ill for two months' },
]

/** Generates write-offs and reschedulings of loans whose customers stopped to pay: all states of both decisions. */
export function inventLoanChanges(
  { at, books, staff }: DemoBusiness,
  repayments: ReturnType<typeof inventRepayments>,
) {
  const requested: Change[] = []
  let considered = 0

  /** Every other loan of a customer who stops to pay, if it is old enough. */
  function consider(loan: DemoLoan, age: number) {
    if (age < 80 * workingDay) return
    const story = stories[considered % (2 * stories.length)]
    considered += 1
    if (story) at(story.days * workingDay + (considered % 7) * 31, (when) => request(loan, story, when))
  }

  function request(loan: DemoLoan, { kind, state, days, reason }: (typeof stories)[number], createdAt: Date) {
    const amount = owedOf(repayments.scheduleOf(loan))
    if (loan.loanStatus !== 'active') return
    const isWriteOff = kind === 'write-off'
    const change: Change = {
      id: requested.length + 1,
      reference: books.newReference(documentPrefixes.loanChange, createdAt),
      kind,
      loanId: loan.id,
      customerId: loan.customerId,
      amount,
      reason,
      instalmentPeriod: isWriteOff ? null : 'weekly',
      instalmentTimes: isWriteOff ? null : 6,
      firstDue: isWriteOff ? null : addDays(lagosDay(createdAt), 10),
      state: 0,
      requestedBy: staff.admin,
      firstDecidedBy: null,
      firstDecidedAt: null,
      firstComment: null,
      secondDecidedBy: null,
      secondDecidedAt: null,
      secondComment: null,
      entryId: null,
      createdAt,
    }
    requested.push(change)
    const age = days * workingDay
    if (state === 0) return
    at(age - 40, (firstDecidedAt) => {
      const isRejected = state === 3
      const firstComment = isRejected ? 'Visit the guarantor first' : 'Seen at the market'
      Object.assign(change, {
        state: isRejected ? 3 : 1,
        firstDecidedBy: staff.main,
        firstDecidedAt,
        firstComment,
      })
    })
    if (state === 2) at(age - 90, (madeAt) => approve(loan, change, madeAt))
  }

  /** An approval needs that the same is owed as at the request. */
  function approve(loan: DemoLoan, change: Change, madeAt: Date) {
    const schedule = repayments.scheduleOf(loan)
    const { kind, amount, reference, instalmentTimes: times, instalmentPeriod: period, firstDue } = change
    if (owedOf(schedule) !== amount) return
    const decision = { state: 2, secondDecidedBy: staff.superadmin, secondDecidedAt: madeAt }
    if (kind === 'write-off') {
      const facts = { madeAt, adminId: staff.superadmin, reason: reference }
      const made = repayments.writeOff(loan, buildWriteOff(loan, schedule, facts))
      if (made) Object.assign(change, decision, { entryId: made.entryId })
      return
    }
    if (!times || !period || !firstDue || !loan.disbursedDate) return
    const terms = { times, period, firstDue }
    repayments.reschedule(
      loan,
      buildRescheduling(schedule, terms, { madeAt, disbursedDate: loan.disbursedDate }),
    )
    Object.assign(change, decision)
  }

  return { consider, write: (tx: Transaction) => insertAll(tx, loanChanges, requested) }
}
