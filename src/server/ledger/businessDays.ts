import { and, asc, desc, eq, gte, notExists, sql } from 'drizzle-orm'
import { openDays } from '#domain/time/collectionDays'
import { addDays, lagosDay, showDate, showDateTime, toLagosStamp } from '#domain/time/lagos'
import type { Queries, Selects } from '../db/database'
import { businessDays, dayOpenings } from '../db/tables/businessDays'
import { type EntryKind, openDayKinds } from '../db/tables/ledgerKinds'
import { admins } from '../db/tables/schema'
import { reject } from '../errors/refusals'
import { isCash } from './accounts'

/** Whether an approved opening took a closing back, for queries that read closings. */
export const tookBack = (queries: Selects) =>
  queries
    .select({ one: sql`1` })
    .from(dayOpenings)
    .where(and(eq(dayOpenings.closingId, businessDays.id), eq(dayOpenings.status, 'approved')))

/** The closing by which a day is closed; undefined while it is open. */
export async function closingOf(queries: Selects, day: string) {
  const [closing] = await queries
    .select({ id: businessDays.id, at: businessDays.createdAt, by: admins.name })
    .from(businessDays)
    .leftJoin(admins, eq(admins.id, businessDays.closedBy))
    .where(and(eq(businessDays.day, day), notExists(tookBack(queries))))
    .orderBy(desc(businessDays.round))
    .limit(1)
  return closing
}
type Closing = NonNullable<Awaited<ReturnType<typeof closingOf>>>

/** The closed ones of the days that the counter may record for. */
export async function closedDays(queries: Selects, now: Date): Promise<string[]> {
  const rows = await queries
    .select({ day: businessDays.day })
    .from(businessDays)
    .where(and(gte(businessDays.day, addDays(lagosDay(now), -openDays)), notExists(tookBack(queries))))
    .orderBy(asc(businessDays.day))
  return rows.map(({ day }) => day)
}

/** '20 Nov 2026 was closed by Ngozi Ade at 20 Nov 2026 18:40.' */
export const closedText = (day: string, { at, by }: Closing) =>
  `${showDate(day)} was closed by ${by ?? 'the server'} at ${showDateTime(toLagosStamp(at))}.`

/**
 * Held by a closing: what is being recorded ends before it, and what comes later waits, and sees it. So its figures are of one moment.
 */
export const lockClosings = (tx: Queries) => tx.execute(sql`select pg_advisory_xact_lock(4315)`)

type Recorded = {
  kind: EntryKind
  madeAt: Date
  collectedOn?: string | null
  isApproved?: boolean
  moves: readonly { account: string }[]
}

/** Whether an entry takes or pays cash that an open day counts. */
const needsOpenDay = ({ kind, isApproved, moves }: Recorded) =>
  !isApproved && openDayKinds.includes(kind) && moves.some(({ account }) => isCash(account))

/**
 * Before anything is posted: lets no closing come between, and rejects entries of closed days, but those that an approval brings into
 * one (rules.md, "Closed day").
 */
export async function holdDaysOpen(tx: Queries, entries: readonly Recorded[]) {
  const days = new Set(
    entries.filter(needsOpenDay).map(({ madeAt, collectedOn }) => collectedOn ?? lagosDay(madeAt)),
  )
  if (days.size === 0) await tx.execute(sql`select pg_advisory_xact_lock_shared(4315)`)
  for (const day of [...days].toSorted()) {
    const { rows } = await tx.execute<{ closed: boolean }>(sql`select day_is_closed(${day}) as closed`)
    if (!rows[0]?.closed) continue
    const closing = await closingOf(tx, day)
    reject(
      `${closing ? closedText(day, closing) : `${showDate(day)} is closed.`} Nothing was recorded. Record it on an open day, send the agent’s sheet for approval, or request the opening of the day: another admin with can-open-day decides on it.`,
    )
  }
}
