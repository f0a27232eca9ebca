import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Calls, calls } from '#contract/index'
import type { Kobo } from '#contract/values'
import { formatNaira, kobo, negateKobo, subtractKobo } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import type { Queries, Selects } from '../../db/database'
import { accounts } from '../../db/tables/ledger'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { admins } from '../../db/tables/schema'
import { tills, tillSessions } from '../../db/tables/tills'
import { invalid, reject } from '../../errors/refusals'
import type { Context, HandlersFor } from '../../handler'
import { cashAccount, lockAccounts, tillAccountOf } from '../../ledger/accounts'
import { newReference } from '../../ledger/references'
import { lockOpenSession } from '../../ledger/tills'
import { transfer } from '../../ledger/transfer'
import { betweenBothDays, lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { isSameActor } from '../../approvals/separationOfDuties'
import { settingOf } from '../../settings/businessSettings'
import { lockTill } from './tills'

type SessionCalls = Pick<
  Calls['tills'],
  'getMyTill' | 'openTill' | 'closeTill' | 'getTillSessions' | 'receiveTillCash'
>

const closer = alias(admins, 'closer')
const receiver = alias(admins, 'receiver')
const difference = sql<Kobo | null>`(${tillSessions.counted} - ${tillSessions.expected})`.mapWith(
  tillSessions.expected,
)

const sessionRow = {
  id: tillSessions.id,
  created_at: lagosStamp(tillSessions.createdAt),
  reference: tillSessions.reference,
  day: tillSessions.day,
  till: tills.name,
  admin: admins.name,
  float: tillSessions.float,
  closed_at: sql<string | null>`${lagosStamp(tillSessions.closedAt)}`,
  closed_by: closer.name,
  expected: tillSessions.expected,
  counted: tillSessions.counted,
  difference,
  note: tillSessions.note,
  received_by: receiver.name,
  received_at: sql<string | null>`${lagosStamp(tillSessions.receivedAt)}`,
}

const rowsOf = (queries: Selects, row = sessionRow) =>
  queries
    .select(row)
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .innerJoin(admins, eq(admins.id, tillSessions.adminId))
    .leftJoin(closer, eq(closer.id, tillSessions.closedBy))
    .leftJoin(receiver, eq(receiver.id, tillSessions.receivedBy))

const sessionList = defineList({
  call: calls.tills.getTillSessions,
  table: tillSessions,
  sorted: { created_at: tillSessions.createdAt },
  row: sessionRow,
  rows: (queries, row) => rowsOf(queries, row).$dynamic(),
})

const onlyRows: Record<'different' | 'not received', SQL | undefined> = {
  different: sql`${tillSessions.expected} <> ${tillSessions.counted}`,
  'not received': and(
    isNotNull(tillSessions.closedAt),
    isNull(tillSessions.receivedAt),
    sql`${tillSessions.counted} > 0`,
  ),
}

export const sessionHandlers: HandlersFor<SessionCalls> = {
  getTillSessions: (input, context) =>
    pageOf(context, input, sessionList, {
      where: and(
        input.till_id === undefined ? undefined : eq(tillSessions.tillId, input.till_id),
        betweenBothDays(tillSessions.createdAt, input),
        input.only && onlyRows[input.only],
      ),
    }),

  getMyTill: async (_input, { queries, actor }) => {
    const [session] = await queries
      .select({
        id: tillSessions.id,
        reference: tillSessions.reference,
        till_id: tillSessions.tillId,
        till: tills.name,
        day: tillSessions.day,
        opened_at: lagosStamp(tillSessions.createdAt),
        float: tillSessions.float,
      })
      .from(tillSessions)
      .innerJoin(tills, eq(tills.id, tillSessions.tillId))
      .where(and(eq(tillSessions.adminId, actor.adminId), isNull(tillSessions.closedAt)))
    const free = await queries
      .select({ id: tills.id, name: tills.name })
      .from(tills)
      .innerJoin(accounts, eq(accounts.id, tills.accountId))
      .leftJoin(tillSessions, and(eq(tillSessions.tillId, tills.id), isNull(tillSessions.closedAt)))
      .where(and(tills.isActive, isNull(tillSessions.id), eq(accounts.balance, kobo(0))))
      .orderBy(asc(tills.name), asc(tills.id))
    return {
      data: {
        session: session ?? null,
        tills: free,
        required: await settingOf(queries, 'tills-required'),
      },
    }
  },

  openTill: async ({ till_id, counted }, context) => {
    const { queries, actor, now } = context
    await context.setAuditSubject('till', till_id)
    const till = await lockTill(queries, till_id)
    const { name } = till
    if (!till.isActive) reject(`Till ${name} is switched off.`)
    if (till.session) reject(`Till ${name} is open for ${till.session.admin} already.`)
    const own = await lockOpenSession(queries, actor.adminId)
    if (own) reject(`You have till ${own.till} open already. Close it first.`)
    // No amount: the difference is for who may see it.
    if (till.balance !== 0)
      reject(`Till ${name} has a difference of its last session. It is settled first; open another till.`)
    const float = counted > 0 ? await moveFloat(context, till_id, name, counted) : undefined
    const reference = await newReference(queries, documentPrefixes.tillSession, now)
    await queries.insert(tillSessions).values({
      reference,
      tillId: till_id,
      adminId: actor.adminId,
      day: lagosDay(now),
      float: counted,
      floatEntryId: float?.entryId ?? null,
      createdAt: now,
    })
    await context.setAuditSubject('till', till_id, reference)
    return {
      message: `Till ${name} is open with a float of ${formatNaira(counted)}.`,
      data: { reference },
    }
  },

  closeTill: async ({ till_session_id, counted, counted_again, notes, note }, context) => {
    const { queries, actor, now } = context
    if (counted !== counted_again) reject('The two counts differ. Count the cash again.')
    const noted = Object.entries(notes ?? {}).filter(([, count]) => count > 0)
    if (
      noted.length > 0 &&
      noted.reduce((sum, [naira, count]) => sum + Number(naira) * 100 * count, 0) !== counted
    )
      invalid('The notes do not add up to the count.')
    await context.setAuditSubject('till session', till_session_id)
    const session = await lockSession(queries, till_session_id)
    if (session.adminId !== actor.adminId && !actor.permissions.has('can-edit-till'))
      reject('This till is open for another admin.')
    if (session.closedAt !== null) reject(`Till ${session.till} is closed already.`)
    const account = tillAccountOf(session.tillId)
    const locked = await lockAccounts(queries, [account, cashAccount])
    const expected = negateKobo(kobo(locked.get(account)?.balance ?? 0))
    const handover =
      counted > 0
        ? await transfer(context, {
            kind: 'Till handover',
            amount: counted,
            from: cashAccount,
            to: account,
            reason: session.reference,
          })
        : undefined
    await queries
      .update(tillSessions)
      .set({
        closedAt: now,
        closedBy: actor.adminId,
        expected,
        counted,
        notes: noted.length > 0 ? Object.fromEntries(noted) : null,
        note: note?.trim() || null,
        handoverEntryId: handover?.entryId ?? null,
      })
      .where(eq(tillSessions.id, till_session_id))
    const [row] = await rowsOf(queries).where(eq(tillSessions.id, till_session_id))
    if (!row?.closed_at) throw new Error(`Till session ${session.reference} was not closed.`)
    const missing = subtractKobo(expected, counted)
    return {
      message: `Till ${session.till} is closed: ${formatNaira(counted)} counted and handed over to the vault. ${outcomeOf(expected, missing)}`,
      data: {
        id: till_session_id,
        reference: session.reference,
        till: session.till,
        counted,
        expected,
        difference: negateKobo(missing),
        closed_at: row.closed_at,
      },
    }
  },

  receiveTillCash: async ({ till_session_id, counted }, context) => {
    const { queries, actor, now } = context
    await context.setAuditSubject('till session', till_session_id)
    const session = await lockSession(queries, till_session_id)
    const { till } = session
    if (session.closedAt === null) reject(`Till ${till} is still open.`)
    if (session.receivedAt !== null) reject(`The cash of this session was received already.`)
    if (isSameActor(context, session.adminId) || isSameActor(context, session.closedBy))
      reject('You counted this till yourself. Another admin must receive its cash.')
    if (counted !== session.counted)
      reject('That is not what the till was closed with. Count the cash again.')
    await queries
      .update(tillSessions)
      .set({ receivedBy: actor.adminId, receivedAt: now })
      .where(eq(tillSessions.id, till_session_id))
    return { message: `The vault received the ${formatNaira(counted)} of till ${till}.` }
  },
}

/** Moves the float from the vault into the till. */
const moveFloat = (context: Context, tillId: number, till: string, amount: Kobo) =>
  transfer(context, {
    kind: 'Till float',
    amount,
    from: tillAccountOf(tillId),
    to: cashAccount,
    reason: till,
  })

/** Locks a session until the commit: no movement goes through its till meanwhile. */
async function lockSession(queries: Queries, id: number) {
  const [session] = await queries
    .select()
    .from(tillSessions)
    .innerJoin(tills, eq(tills.id, tillSessions.tillId))
    .where(eq(tillSessions.id, id))
    .for('update', { of: tillSessions })
  if (!session) return reject(`Till session with ID ${id} not found`)
  return { ...session.till_sessions, till: session.tills.name }
}

function outcomeOf(expected: Kobo, missing: Kobo): string {
  if (missing === 0) return 'It is what was expected.'
  const was = `Expected was ${formatNaira(expected)}.`
  return missing > 0
    ? `${was} ${formatNaira(missing)} is missing.`
    : `${was} ${formatNaira(negateKobo(missing))} is too much.`
}
