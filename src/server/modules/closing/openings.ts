import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Calls, calls } from '#contract/index'
import { showDate } from '#domain/time/lagos'
import { decider, oneDecisionRow, requester } from '../../approvals/decidedColumns'
import {
  commentOf,
  decisionBlocker,
  lockRequest,
  onlyDecision,
  requestNotFound,
} from '../../approvals/decisions'
import { waitingRows } from '../../approvals/waiting'
import type { Selects } from '../../db/database'
import { businessDays, dayOpenings } from '../../db/tables/businessDays'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { admins } from '../../db/tables/schema'
import { reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { closingOf } from '../../ledger/businessDays'
import { newReference } from '../../ledger/references'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'

const closer = alias(admins, 'closer')

const openingRow = {
  ...oneDecisionRow(dayOpenings),
  day: dayOpenings.day,
  closed_at: lagosStamp(businessDays.createdAt),
  closed_by_name: closer.name,
}

const rowsOf = (queries: Selects, row = openingRow) =>
  queries
    .select(row)
    .from(dayOpenings)
    .innerJoin(businessDays, eq(businessDays.id, dayOpenings.closingId))
    .innerJoin(requester, eq(requester.id, dayOpenings.requestedBy))
    .leftJoin(closer, eq(closer.id, businessDays.closedBy))
    .leftJoin(decider, eq(decider.id, dayOpenings.decidedBy))

const openingList = defineList({
  call: calls.closing.getDayOpenings,
  table: dayOpenings,
  sorted: { created_at: dayOpenings.createdAt },
  row: openingRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

type Openings = Pick<
  HandlersFor<Calls['closing']>,
  'getDayOpenings' | 'getDayOpeningCase' | 'requestDayOpening' | 'dayOpeningDecision'
>

/** Requests to open a closed day again. What was kept at its closing stays kept. */
export const openingHandlers: Openings = {
  getDayOpenings: (input, context) =>
    pageOf(context, input, openingList, { where: input.waiting && waitingRows(context, 'day_openings') }),

  getDayOpeningCase: async ({ id }, context) => {
    const [row] = await rowsOf(context.queries).where(eq(dayOpenings.id, id))
    if (!row) return reject(requestNotFound('day_openings', id))
    const asked = { ...row, requestedBy: row.requested_by_id }
    return { data: [{ ...row, against: decisionBlocker('day_openings', asked, context) }] }
  },

  /** Locks nothing: one closing has one opening that is not rejected. */
  requestDayOpening: async ({ day, reason }, { queries, actor, now, setAuditSubject }) => {
    const closing = await closingOf(queries, day)
    if (!closing) return reject(`${showDate(day)} is open. Nothing was requested.`)
    const reference = await newReference(queries, documentPrefixes.dayOpening, now)
    const [created] = await queries
      .insert(dayOpenings)
      .values({
        reference,
        day,
        closingId: closing.id,
        reason: reason.trim(),
        requestedBy: actor.adminId,
        createdAt: now,
      })
      .returning({ id: dayOpenings.id })
    if (!created) throw new Error(`Opening ${reference} was not stored.`)
    await setAuditSubject('day opening', created.id)
    return {
      message: `Opening ${reference} of ${showDate(day)} was requested. It awaits its approval.`,
      data: { reference },
    }
  },

  dayOpeningDecision: async ({ id, status, comment }, context) => {
    const text = commentOf({ status, comment })
    const { reference, day } = await lockRequest('day_openings', id, context)
    const isApproved = status === 'accept'
    await context.queries
      .update(dayOpenings)
      .set(onlyDecision(isApproved, text, context))
      .where(eq(dayOpenings.id, id))
    return {
      message: isApproved
        ? `Opening ${reference} approved: ${showDate(day)} is open again, until it is closed again.`
        : `Opening ${reference} was rejected. ${showDate(day)} stays closed.`,
      data: { reference },
    }
  },
}
