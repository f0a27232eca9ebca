import { and, eq, inArray, lt } from 'drizzle-orm'
import { type LoanChangeCase, loanChangeLabels } from '#contract/calls/loanChanges'
import { type Calls, calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import type { Kobo } from '#contract/values'
import { formatNaira } from '#domain/money/kobo'
import { type NewTerms, reschedule } from '#domain/money/reschedule'
import { type Calendar, everyDay } from '#domain/time/calendar'
import { lagosDay, showDate } from '#domain/time/lagos'
import type { Queries } from '../../../db/database'
import { documentPrefixes } from '../../../db/tables/ledgerKinds'
import { loanChanges } from '../../../db/tables/loanChanges'
import { loans } from '../../../db/tables/loans'
import { savings } from '../../../db/tables/money'
import { reject } from '../../../errors/refusals'
import type { Context, HandlersFor } from '../../../handler'
import {
  buildRescheduling,
  buildWriteOff,
  postWriteOff,
  recordRescheduling,
} from '../../../ledger/loanChanges'
import { lockAccounts } from '../../../ledger/accounts'
import { calendarForSchedules, calendarOf } from '../../../ledger/calendar'
import { balanceOf } from '../../../ledger/post'
import { newReference } from '../../../ledger/references'
import { type Instalment, openInstalment, scheduleOf } from '../../../ledger/repayments'
import { heldFor, releaseHold } from '../../../ledger/security'
import { postSetOff } from '../../../ledger/setOff'
import { madeBy } from '../../../ledger/transfer'
import { betweenAmounts, betweenBothDays, decidedByAdmin, equals } from '../../../lists/conditions'
import { defineList } from '../../../lists/listRows'
import { pageOf } from '../../../lists/lists'
import { searchQuery } from '../../../lists/searchText'
import {
  approved,
  awaitsFirst,
  awaitsSecond,
  commentOf,
  decisionBlocker,
  firstDecision,
  lockRequest,
  requestNotFound,
  secondDecision,
} from '../../../approvals/decisions'
import { waitingApprovals } from '../../../approvals/waiting'
import { writeMessages } from '../../../messages/outbox'
import { messageTexts } from '../../../messages/texts'
import { loanNotFound } from '../../../ledger/loanDecisions'
import { loansWhere } from '../queries'
import { changeObstacle, type Wanted } from './obstacles'
import { changeRow, changesFrom } from './rows'
import { instalmentRow } from '../../../ledger/openLoan'

const changeList = defineList({
  call: calls.loanChanges.getLoanChanges,
  table: loanChanges,
  sorted: { created_at: loanChanges.createdAt, amount: loanChanges.amount },
  row: changeRow,
  rows: (queries, row) => changesFrom(queries, row).$dynamic(),
})

export const loanChangeHandlers: HandlersFor<Calls['loanChanges']> = {
  getLoanChanges: (input, context) => {
    const within = and(
      waitingApprovals(context, input.waiting, ['loan_changes_first', 'loan_changes_second']),
      equals(loanChanges.kind, input.kind),
      equals(changeRow.status, input.status),
      betweenAmounts(loanChanges.amount, input),
      decidedByAdmin(input.decided_by, loanChanges.firstDecidedBy, loanChanges.secondDecidedBy),
      betweenBothDays(loanChanges.createdAt, input),
    )
    return pageOf(context, input, changeList, searchQuery(loanChanges, input.search, within))
  },

  getLoanChangeCase: async ({ id }, context) => ({ data: [await changeCaseOf(context, id)] }),

  requestWriteOff: ({ loan_id, amount, reason }, context) =>
    request(context, loan_id, reason, { kind: 'write-off', amount, terms: undefined, security: null }),

  requestRescheduling: (input, context) => {
    const { loan_id, amount, reason } = input
    const terms = {
      times: input.instalment_times,
      period: input.instalment_period,
      firstDue: input.first_due,
    }
    return request(context, loan_id, reason, { kind: 'reschedule', amount, terms, security: null })
  },

  requestSetOff: ({ loan_id, amount, security, reason }, context) =>
    request(context, loan_id, reason, { kind: 'set-off', amount, terms: undefined, security }),

  requestRelease: ({ loan_id, amount, security, reason }, context) =>
    request(context, loan_id, reason, { kind: 'release', amount, terms: undefined, security }),

  firstLoanChangeDecision: async (input, context) => {
    const { queries } = context
    const comment = commentOf(input)
    const change = await lockRequest('loan_changes', input.id, context, awaitsFirst)
    const accepted = input.status === 'accept'
    // An approval that the second one could not follow is refused at once.
    if (accepted) await lockChangedLoan(change, context)
    await queries
      .update(loanChanges)
      .set(firstDecision(accepted, comment, context))
      .where(eq(loanChanges.id, change.id))
    return {
      message: accepted
        ? `${titleOf(change)} has its first approval. It awaits the second.`
        : rejection(change),
    }
  },

  secondLoanChangeDecision: async (input, context) => {
    const { queries } = context
    const comment = commentOf(input)
    const isAccepted = input.status === 'accept'
    const calendar = isAccepted ? await calendarForSchedules(queries) : everyDay
    const change = await lockRequest('loan_changes', input.id, context, awaitsSecond)
    const done = isAccepted ? await carryOut(change, calendar, context) : undefined
    await queries
      .update(loanChanges)
      .set({
        ...secondDecision(done !== undefined, comment, context),
        entryId: done?.entryId ?? null,
      })
      .where(eq(loanChanges.id, change.id))
    return { message: done?.message ?? rejection(change) }
  },
}

type Change = typeof loanChanges.$inferSelect

const titleOf = ({ reference, kind, amount }: Pick<Change, 'reference' | 'kind' | 'amount'>) =>
  `${loanChangeLabels[kind]} ${reference} (${formatNaira(amount)})`
const rejection = (change: Change) => `${titleOf(change)} was rejected. The loan stays as it is.`

const termsOf = ({ instalmentTimes, instalmentPeriod, firstDue }: Change): NewTerms | undefined =>
  instalmentTimes !== null && instalmentPeriod !== null && firstDue !== null
    ? { times: instalmentTimes, period: instalmentPeriod, firstDue }
    : undefined

const wantedBy = (change: Change): Wanted => {
  const { kind, amount, security } = change
  return { kind, amount, security, terms: termsOf(change) }
}

/** Locks a loan after the savings that secure it, as sheets do. */
async function lockLoan(queries: Queries, id: number) {
  const securing = queries.select({ id: loans.securitySavingsId }).from(loans).where(eq(loans.id, id))
  await queries.select({ id: savings.id }).from(savings).where(inArray(savings.id, securing)).for('share')
  const [loan] = await queries.select().from(loans).where(eq(loans.id, id)).for('no key update')
  return loan ?? reject(loanNotFound(id))
}

/** A request that could not be approved now is refused at once. */
async function request(context: Context, loanId: number, reason: string, wanted: Wanted) {
  const { queries, actor, now, setAuditSubject } = context
  await setAuditSubject('loan', loanId)
  const loan = await lockLoan(queries, loanId)
  const open = await openChange(queries, loanId)
  if (open) reject(`Change ${open} of loan ${loan.reference} awaits its decision already.`)
  const schedule = await scheduleOf(queries, loanId)
  const held = await heldFor(queries, loanId)
  const obstacle = changeObstacle(loan, schedule, held, wanted, lagosDay(now))
  if (obstacle) reject(obstacle)
  const { kind, amount, terms, security } = wanted
  const reference = await newReference(queries, documentPrefixes.loanChange, now)
  await queries.insert(loanChanges).values({
    reference,
    kind,
    loanId,
    customerId: loan.customerId,
    amount,
    reason: reason.trim(),
    instalmentPeriod: terms?.period ?? null,
    instalmentTimes: terms?.times ?? null,
    firstDue: terms?.firstDue ?? null,
    security,
    requestedBy: actor.adminId,
    createdAt: now,
  })
  await setAuditSubject('loan', loanId, `${reference}, ${formatNaira(amount)}`)
  return {
    message: `${titleOf({ reference, kind, amount })} of loan ${loan.reference} was requested. It awaits its first approval.`,
    data: { reference },
  }
}

/** The reference of a loan's undecided change. */
async function openChange(queries: Queries, loanId: number): Promise<string | undefined> {
  const [open] = await queries
    .select({ reference: loanChanges.reference })
    .from(loanChanges)
    .where(and(eq(loanChanges.loanId, loanId), lt(loanChanges.state, approved)))
  return open?.reference
}

async function changeCaseOf(context: Context, id: number): Promise<LoanChangeCase> {
  const { queries, now } = context
  const [row] = await changesFrom(queries).where(eq(loanChanges.id, id))
  const [change] = await queries.select().from(loanChanges).where(eq(loanChanges.id, id))
  if (!row || !change) return reject(requestNotFound('loan_changes', id))
  const [shown] = await loansWhere(context, eq(loans.id, change.loanId))
  if (!shown) return reject(loanNotFound(change.loanId))
  const [loan] = await queries.select().from(loans).where(eq(loans.id, change.loanId))
  const schedule = await scheduleOf(queries, change.loanId)
  const today = lagosDay(now)
  const terms = termsOf(change)
  const isOpen = change.state < approved
  const held = await heldFor(queries, change.loanId)
  const obstacle = isOpen && loan ? changeObstacle(loan, schedule, held, wantedBy(change), today) : null
  const planned =
    isOpen && terms && !obstacle
      ? reschedule(schedule.map(openInstalment), terms, await calendarOf(queries)).added
      : []
  return {
    ...row,
    loan_type_name: shown.loan_type_name,
    agent: shown.agentName,
    loan_status: shown.loan_status,
    owed: shown.balance,
    days_overdue: shown.days_overdue,
    overdue_amount: shown.overdue_amount,
    schedule: schedule.map((one) => instalmentRow(one, today)),
    planned: planned.map(({ dueDate: due_date, ...one }) => ({ ...one, due_date })),
    obstacle,
    against: decisionBlocker('loan_changes', change, context),
  }
}

/** Locks the loan of a change with its schedule; rejects if it moved since the request, so that the change no longer fits. */
async function lockChangedLoan(change: Change, context: Context) {
  const { queries, now, actorNow } = context
  const loan = await lockLoan(queries, change.loanId)
  // Waiting for the lock takes time, in which rights may go.
  await actorNow()
  const schedule = await scheduleOf(queries, change.loanId)
  const held = await heldFor(queries, change.loanId)
  const obstacle = changeObstacle(loan, schedule, held, wantedBy(change), lagosDay(now))
  if (obstacle) reject(`${obstacle} Change ${change.reference} can only be rejected, and requested again.`)
  return { loan, schedule, held }
}

type Done = { entryId: number | null; message: string }

/** Makes the change that was approved. */
async function carryOut(change: Change, calendar: Calendar, context: Context): Promise<Done> {
  const { loan, schedule, held } = await lockChangedLoan(change, context)
  switch (change.kind) {
    case 'write-off':
      return writeOff(change, loan, schedule, context)
    case 'reschedule':
      return giveNewTerms(change, loan, schedule, { ...context, calendar })
    case 'set-off':
      return setOffSecurity(change, loan, schedule, held, context)
    case 'release':
      return release(change, loan, held, context)
  }
}

type Loan = typeof loans.$inferSelect

async function writeOff(
  { reference, amount }: Change,
  loan: Loan,
  schedule: readonly Instalment[],
  context: Context,
): Promise<Done> {
  const facts = { ...madeBy(context), reason: reference }
  const posted = await postWriteOff(context.queries, buildWriteOff(loan, schedule, facts))
  return {
    entryId: posted.entryId,
    message: `Write-off ${reference} approved: ${formatNaira(amount)} of loan ${loan.reference} was written off (${posted.reference}).`,
  }
}

async function giveNewTerms(
  change: Change,
  loan: Loan,
  schedule: readonly Instalment[],
  { queries, now, calendar }: Context & { calendar: Calendar },
): Promise<Done> {
  const { reference, amount } = change
  const terms = termsOf(change)
  if (!terms) throw new Error(`Change ${reference} has no new installments.`)
  if (loan.disbursedDate === null) throw new Error(`Loan ${loan.reference} was not paid out.`)
  const { disbursedDate } = loan
  const plan = buildRescheduling(schedule, terms, { madeAt: now, disbursedDate, calendar })
  await recordRescheduling(queries, loan.id, plan)
  const [first] = plan.added
  return {
    entryId: null,
    message: `Rescheduling ${reference} approved: ${formatNaira(amount)} of loan ${loan.reference} is due in ${pluralize(terms.times, 'installment')}, the first on ${showDate(first?.dueDate)}.`,
  }
}

/** What is held pays what is owed, from the wallet, in one entry; what is left of it is free. */
async function setOffSecurity(
  { reference }: Change,
  loan: Loan,
  schedule: readonly Instalment[],
  held: Kobo,
  context: Context,
): Promise<Done> {
  const facts = { ...madeBy(context), reason: reference }
  const { posted, paid, owed, wallet } = await postSetOff(context.queries, loan, schedule, held, facts)
  const { entryId } = posted
  const { after } = balanceOf(posted, wallet)
  const text = messageTexts.setOff({
    amount: paid,
    balance: owed,
    savings: after,
    reference: posted.reference,
  })
  await writeMessages(context, [{ customerId: loan.customerId, entryId, text }])
  return {
    entryId,
    message: `Set-off ${reference} approved: ${formatNaira(paid)} of savings wallet ${wallet} was repaid on loan ${loan.reference} (${posted.reference}). ${owed > 0 ? `${formatNaira(owed)} is still owed.` : 'The loan is paid.'}`,
  }
}

async function release({ reference }: Change, loan: Loan, held: Kobo, context: Context): Promise<Done> {
  await lockAccounts(context.queries, [loan.reference])
  await releaseHold(context.queries, loan.id, context.now)
  return {
    entryId: null,
    message: `Release ${reference} approved: ${formatNaira(held)} no longer secures loan ${loan.reference}.`,
  }
}
