import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { runKinds, type RunKindName } from '#contract/calls/closing'
import type { Kobo } from '#contract/values'
import { addKobo, kobo, sumKobo } from '#domain/money/kobo'
import { addDays, lagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Database, Queries } from '../db/database'
import { insertRows } from '../db/insertRows'
import { runItems, runs } from '../db/tables/runs'
import { settings } from '../db/tables/schema'
import { keepDayFigures } from '../ledger/dayFigures'
import { withoutMessages } from '../messages/outbox'
import { commissions } from './commissions'
import type { Item, Plan, RunKind, Services } from './kinds'
import { penalties } from './penalties'
import { plans } from './plans'
import { charges, interest } from './savingsMonth'

export type Period = { kind: RunKindName; day: string }

const kinds: Record<RunKindName, RunKind<unknown>> = { penalties, commissions, interest, charges, plans }
/** Subjects in one transaction: few enough that others wait for it only shortly. */
const subjectsAtOnce = 100
/** Changes that began shortly before midnight are committed by then. */
const afterMidnightMs = 5 * 60_000

type Needed = Readonly<Record<'commissions' | 'plans', boolean>>

/** The runs of a day, in order: the months end with their last day. A plan ends with all that its wallet got and paid. */
const runsOf = (day: string, needed: Needed): Period[] => {
  const isLastOfMonth = addDays(day, 1).endsWith('-01')
  const isRun: Record<RunKindName, boolean> = {
    penalties: true,
    interest: isLastOfMonth,
    charges: isLastOfMonth,
    ...needed,
  }
  return runKinds.filter((kind) => isRun[kind]).map((kind) => ({ kind, day }))
}

/** Whether any wallet has cycles, or a plan that ends or changes: without them these runs would be empty. */
async function neededRuns(queries: Queries): Promise<Needed> {
  const { rows } =
    await queries.execute<Needed>(sql`select exists (select from savings_cycles) as commissions,
    exists (select from savings where status = 'active' and plan_end <> 'carry-on') or exists (select from plan_changes) as plans`)
  return { commissions: rows[0]?.commissions === true, plans: rows[0]?.plans === true }
}

const startSetting = 'runs_from'

/** Runs that no reopening reversed. */
export const isStanding = isNull(runs.reopeningId)

/** The first day that is closed: the day on which a server first ran this version; an earlier one if that server's clock was ahead. */
export async function firstDay(queries: Queries, now: Date): Promise<string> {
  await queries
    .insert(settings)
    .values({ name: startSetting, value: lagosDay(now) })
    .onConflictDoNothing()
  const [row] = await queries.select().from(settings).where(eq(settings.name, startSetting))
  if (!row) throw new Error('The first day of the runs is not stored.')
  if (row.value <= lagosDay(now) || (await queries.$count(runs, isStanding)) > 0) return row.value
  await queries
    .update(settings)
    .set({ value: lagosDay(now) })
    .where(eq(settings.name, startSetting))
  return lagosDay(now)
}

/** Several parts of runs are posted at once; nothing is posted while days are reopened. */
export const lockRuns = (tx: Queries, strength: 'share' | 'update') =>
  tx.select().from(settings).where(eq(settings.name, startSetting)).for(strength)

/** The last day that has ended. */
export const lastEndedDay = (now: Date) => addDays(lagosDay(new Date(now.getTime() - afterMidnightMs)), -1)

type Due = { now: Date; through: string /** Also those that were tried today. */; retry?: boolean }

/** The runs up to a day that are not done, the oldest first. What could not be posted is tried again once a day. */
export async function openRuns(queries: Queries, { now, through, retry = false }: Due): Promise<Period[]> {
  const first = await firstDay(queries, now)
  const known = await queries
    .select({ kind: runs.kind, day: runs.day, state: runs.state, finishedAt: runs.finishedAt })
    .from(runs)
    .where(
      sql`${isStanding} and (${runs.state} <> 'done' or ${runs.day} = (select max(${runs.day}) from ${runs} where ${isStanding}))`,
    )
    .orderBy(asc(runs.day), asc(runs.id))
  const today = startOfLagosDay(lagosDay(now))
  const unfinished = known.filter(
    ({ state, day, finishedAt }) =>
      state !== 'done' && day <= through && (retry || finishedAt === null || finishedAt < today),
  )
  const isKnown = ({ kind, day }: Period) => known.some((run) => run.kind === kind && run.day === day)
  const days: string[] = []
  for (let day = known.at(-1)?.day ?? first; day <= through; day = addDays(day, 1)) days.push(day)
  const needed = await neededRuns(queries)
  const missing = days.flatMap((day) => runsOf(day, needed)).filter((run) => !isKnown(run))
  return [...unfinished.map(({ kind, day }) => ({ kind, day })), ...missing]
}

type Options = Due & {
  /** Waits between two parts, so that others come first. */
  pause?: () => Promise<void>
  isStopped?: () => boolean
  onFinished?: (run: Period) => void
  /** Without them the messages of ended plans are off. */
  services?: Services
}

/** Posts all runs up to a day, the oldest first; returns those that were finished. */
export async function postRuns(database: Database, options: Options): Promise<Period[]> {
  const { now, pause = async () => {}, isStopped = () => false, onFinished = () => {}, services } = options
  const finished: Period[] = []
  for (const period of await openRuns(database, options)) {
    let outcome: Awaited<ReturnType<typeof postNextPart>> = 'more'
    while (outcome === 'more') {
      if (isStopped()) return finished
      outcome = await postNextPart(database, period, now, services)
      await pause()
    }
    // Another server posts it; the later ones wait for it.
    if (outcome === 'busy') return finished
    finished.push(period)
    onFinished(period)
  }
  return finished
}

/**
 * Posts the next part of a run, in one transaction that holds the run's row: so one server works on a run at a time, and a
 * part is posted whole or not at all. Returns 'busy' while another server works on it.
 */
export async function postNextPart(
  database: Database,
  { kind, day }: Period,
  now: Date,
  services = withoutMessages,
): Promise<'more' | 'done' | 'busy'> {
  return database.transaction(async (tx) => {
    await lockRuns(tx, 'share')
    if (!(await isNext(tx, day))) return 'busy'
    await tx.insert(runs).values({ kind, day, createdAt: now }).onConflictDoNothing()
    const [run] = await tx
      .select()
      .from(runs)
      .where(and(isStanding, eq(runs.kind, kind), eq(runs.day, day)))
      .for('update', { skipLocked: true })
    if (!run) return 'busy'
    if (run.state === 'done') return 'done'
    const { plan, post, finish, isRetried } = kinds[kind]
    const again = run.state === 'short'
    if (again) await forgetOpenItems(tx, run.id)
    const part = { runId: run.id, day, after: again ? 0 : run.cursor, limit: subjectsAtOnce, madeAt: now }
    const planned = await plan(tx, part, { dry: false, planned: kobo(0) })
    const { items, last, looked } = planned
    const posting = { ...part, services }
    const due = items.filter(({ movement }) => movement !== undefined)
    const posted = await post(
      tx,
      due.map(({ movement }) => movement),
      posting,
    )
    const entryOf = new Map(due.map(({ subjectId }, at) => [subjectId, posted[at]?.entryId]))
    await writeItems(
      tx,
      items.map(({ movement: _movement, isOfDay: _isOfDay, ...item }) => ({
        ...item,
        runId: run.id,
        entryId: entryOf.get(item.subjectId) ?? null,
        createdAt: now,
      })),
    )
    await finish?.(tx, planned, posting)
    const before = again ? { looked: 0, skipped: 0 } : run
    const skipped = before.skipped + items.filter(({ open = 0 }) => open > 0).length
    const isDone = last === undefined
    if (isDone && kind === 'penalties') await keepDayFigures(tx, day, now)
    await tx
      .update(runs)
      .set({
        cursor: last ?? run.cursor,
        looked: before.looked + looked,
        posted: run.posted + due.length,
        amount: addKobo(run.amount, sumKobo(items.map(({ amount }) => amount))),
        skipped,
        state: !isDone ? 'running' : isRetried && skipped > 0 ? 'short' : 'done',
        finishedAt: isDone ? now : null,
      })
      .where(eq(runs.id, run.id))
    return isDone ? 'done' : 'more'
  })
}

/** Whether the day before is closed, or this is the first one. It is not if the days before were reopened meanwhile. */
async function isNext(tx: Queries, day: string): Promise<boolean> {
  const { rows } = await tx.execute<{
    next: boolean
  }>(sql`select exists (select from runs where ${isStanding} and day = ${day}::date)
    or exists (select from runs where ${isStanding} and day = ${day}::date - 1)
    or not exists (select from runs where ${isStanding} and day < ${day}::date) as next`)
  return rows[0]?.next === true
}

/** What still can't be posted is written again; the rest is not due any more: a wallet was closed, or a deposit was reversed. */
const forgetOpenItems = (tx: Queries, runId: number) =>
  tx.delete(runItems).where(and(eq(runItems.runId, runId), isNull(runItems.entryId)))

async function writeItems(tx: Queries, items: (typeof runItems.$inferInsert)[]) {
  const known = items.map((item) => ({ open: kobo(0), reason: null, ...item }))
  const written = await insertRows(
    tx,
    runItems,
    known,
    sql`on conflict (run_id, subject_id) do update set amount = excluded.amount, open = excluded.open,
      reason = excluded.reason, entry_id = excluded.entry_id, created_at = excluded.created_at
      where run_items.entry_id is null returning id`,
  )
  if (written.length !== items.length) throw new Error('A subject was posted twice in one period.')
}

export type DryRun = Period & { looked: number; posted: number; amount: Kobo; open: Item[] }

/** What the runs up to a day would post now. Nothing is locked or written. */
export async function planRuns(database: Database, due: Due): Promise<DryRun[]> {
  const { now } = due
  const seen = new Set<string>()
  const planned: DryRun[] = []
  for (const { kind, day } of await openRuns(database, due)) {
    const [run] = await database
      .select()
      .from(runs)
      .where(and(isStanding, eq(runs.kind, kind), eq(runs.day, day), ne(runs.state, 'done')))
    const total: DryRun = { kind, day, looked: 0, posted: 0, amount: kobo(0), open: [] }
    let after: number | undefined = run?.state === 'running' ? run.cursor : 0
    while (after !== undefined) {
      const part = { runId: run?.id ?? 0, day, after, limit: subjectsAtOnce, madeAt: now }
      const plan: Plan<unknown> = await kinds[kind].plan(database, part, { dry: true, planned: total.amount })
      // Nothing is posted: a day plans again what an earlier one would post, but for what each day adds of its own.
      const isOnce = kind !== 'interest' && kind !== 'charges'
      const items = plan.items.filter(
        ({ subjectId, isOfDay }) => isOfDay || !isOnce || !seen.has(`${kind} ${subjectId}`),
      )
      for (const { subjectId } of items) seen.add(`${kind} ${subjectId}`)
      total.looked += plan.looked
      total.posted += items.filter(({ amount }) => amount > 0).length
      total.amount = addKobo(total.amount, sumKobo(items.map(({ amount }) => amount)))
      total.open.push(...items.filter(({ open = 0 }) => open > 0))
      after = plan.last
    }
    planned.push(total)
  }
  return planned
}
