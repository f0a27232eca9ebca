import { eq } from 'drizzle-orm'
import { reversedBalanceAccess } from '#contract/calls/reversals'
import { type Calls, calls } from '#contract/index'
import { can } from '#contract/permissions'
import { pluralize } from '#domain/money/figures'
import { formatNaira, kobo } from '#domain/money/kobo'
import { showDate } from '#domain/time/lagos'
import { canSeeBusinessBalances } from '../../auth/balanceRights'
import { decider, oneDecisionRow, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import type { SignedIn } from '../../auth/sessions'
import type { Selects } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { reopenings } from '../../db/tables/runs'
import { reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { newReference } from '../../ledger/references'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import {
  keptText,
  obstacleText,
  planReopening,
  reopenDays,
  type ReopeningPlan,
  type Sees,
} from '../../runs/reopening'
import { waitingRows } from '../../approvals/waiting'

const reopeningRow = {
  ...oneDecisionRow(reopenings),
  from_day: reopenings.fromDay,
  penalties: reopenings.penalties,
  interest: reopenings.interest,
  charges: reopenings.charges,
  commissions: reopenings.commissions,
  paid_out: reopenings.paidOut,
}

const rowsOf = (queries: Selects, row = reopeningRow) =>
  queries
    .select(row)
    .from(reopenings)
    .innerJoin(requester, eq(requester.id, reopenings.requestedBy))
    .leftJoin(decider, eq(decider.id, reopenings.decidedBy))

const reopeningList = defineList({
  call: calls.closing.getReopenings,
  table: reopenings,
  sorted: { created_at: reopenings.createdAt },
  row: reopeningRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

type Reopenings = Pick<
  HandlersFor<Calls['closing']>,
  'getReopenings' | 'getReopeningCase' | 'getReopenable' | 'requestReopening' | 'reopeningDecision'
>

export const reopeningHandlers: Reopenings = {
  getReopenings: (input, context) =>
    pageOf(context, input, reopeningList, {
      where: input.waiting && waitingRows(context, 'reopenings'),
    }),

  getReopeningCase: async ({ id }, context) => {
    const [row] = await rowsOf(context.queries).where(eq(reopenings.id, id))
    if (!row) return reject(requestNotFound('reopenings', id))
    const isPending = row.status === 'pending'
    return {
      data: [
        {
          ...row,
          effect: isPending ? await effectOf(context, row.from_day) : null,
          against: decisionBlocker('reopenings', { ...row, requestedBy: row.requested_by_id }, context),
        },
      ],
    }
  },

  getReopenable: async ({ from_day }, context) => {
    const effect = await effectOf(context, from_day)
    const open = await openReopening(context.queries)
    return { data: { ...effect, obstacle: open ? openMessage(open) : effect.obstacle } }
  },

  /** Moves nothing, so it locks nothing. A request that could not be approved now is refused at once. */
  requestReopening: async ({ from_day, reason }, context) => {
    const { queries, actor, now } = context
    const open = await openReopening(queries)
    if (open) reject(openMessage(open))
    const { days, obstacle } = await effectOf(context, from_day)
    if (obstacle) reject(obstacle)
    const reference = await newReference(queries, documentPrefixes.reopening, now)
    const [created] = await queries
      .insert(reopenings)
      .values({
        reference,
        fromDay: from_day,
        reason: reason.trim(),
        requestedBy: actor.adminId,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: reopenings.id })
    if (!created) return reject(openMessage((await openReopening(queries)) ?? ''))
    await context.setAuditSubject('reopening', created.id)
    return {
      message: `Reopening ${reference} of ${pluralize(days, 'day')} from ${showDate(from_day)} on was requested. It awaits its approval.`,
      data: { reference },
    }
  },

  reopeningDecision: async ({ id, status, comment }, context) => {
    const { queries, actor, now } = context
    const text = commentOf({ status, comment })
    const { reference, fromDay } = await lockRequest('reopenings', id, context)
    const facts = { madeAt: now, adminId: actor.adminId, reason: reference }
    const done =
      status === 'accept'
        ? await reopenDays(queries, { reopeningId: id, fromDay, facts, sees: seenBy(actor) })
        : undefined
    const amounts = amountsOf(done)
    const { penalties, interest, charges, commissions, paidOut } = amounts
    await queries
      .update(reopenings)
      .set({
        ...onlyDecision(done !== undefined, text, context),
        ...(done && amounts),
      })
      .where(eq(reopenings.id, id))
    return {
      message: done
        ? `Reopening ${reference} approved: ${formatNaira(penalties)} of penalties, ${formatNaira(interest)} of interest and ${formatNaira(charges)} of charges were reversed.${commissions + paidOut > 0 ? ` So were ${formatNaira(commissions)} of commissions and ${formatNaira(paidOut)} of payouts.` : ''} The days from ${showDate(fromDay)} on are closed again when they have ended.`
        : `Reopening ${reference} was rejected. No money moved.`,
      data: { reference },
    }
  },
}

const zero = kobo(0)
const openMessage = (reference: string) => `Reopening ${reference} awaits its decision already.`

const seenBy = (actor: SignedIn): Sees => ({
  customers: can(actor, reversedBalanceAccess, 'read'),
  business: canSeeBusinessBalances(actor),
})

const amountsOf = (done: ReopeningPlan | undefined) => ({
  penalties: done?.penalties.amount ?? zero,
  interest: done?.interest.amount ?? zero,
  charges: done?.charges.amount ?? zero,
  commissions: done?.commissions.amount ?? zero,
  paidOut: done?.paidOut.amount ?? zero,
})

/** What a reopening would reverse now, as this admin may see it. */
async function effectOf({ queries, actor, now }: Context, fromDay: string) {
  const planned = await planReopening(queries, fromDay, now, seenBy(actor))
  const { runs, penalties, interest, charges, commissions, paidOut } = planned
  return {
    from_day: fromDay,
    days: new Set(runs.map(({ day }) => day)).size,
    last_day: runs.at(-1)?.day ?? null,
    posted: { penalties, interest, charges, commissions, paid_out: paidOut },
    kept: keptText(planned),
    obstacle: obstacleText(planned, fromDay),
  }
}

/** The reference of the undecided reopening. */
async function openReopening(queries: Selects): Promise<string | undefined> {
  const [open] = await queries
    .select({ reference: reopenings.reference })
    .from(reopenings)
    .where(eq(reopenings.status, 'pending'))
  return open?.reference
}
