import { and, asc, desc, eq, lte, or, sql } from 'drizzle-orm'
import type { DayClose, DayClosing, KeptDay, LaterLine } from '#contract/calls/closing'
import type { Calls } from '#contract/index'
import { pluralize } from '#domain/money/figures'
import { kobo, subtractKobo } from '#domain/money/kobo'
import { approvalDays } from '#domain/time/collectionDays'
import { addDays, lagosDay, showDate, toLagosStamp } from '#domain/time/lagos'
import { decisionKinds } from '../../approvals/decisions'
import { isNotPaid } from '../../approvals/payments'
import { hashText } from '../../audit/closedDays'
import type { Queries } from '../../db/database'
import { businessDays, dayOpenings } from '../../db/tables/businessDays'
import { customerMessages } from '../../db/tables/messages'
import { withdrawals } from '../../db/tables/money'
import { reopenings } from '../../db/tables/runs'
import { admins } from '../../db/tables/schema'
import { invalid, reject } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { closedText, closingOf, lockClosings } from '../../ledger/businessDays'
import { keptFigures } from '../../ledger/dayFigures'
import { lagosStamp } from '../../lists/conditions'
import { settingOf } from '../../settings/businessSettings'
import { gapsOf, openTillsText } from '#domain/dayVerdict'
import { keepDay } from './closeDay'
import { figuresOf } from './figures'
import { movementsOf } from './movements'

export const dayCloseHandlers: HandlersFor<
  Pick<Calls['closing'], 'getDayClose' | 'getDayMovements' | 'closeDay'>
> = {
  getDayClose: async ({ day }, { queries, now }) => {
    if (day > lagosDay(now)) invalid('The day has not begun.')
    return { data: await dayCloseOf(queries, day, now) }
  },

  getDayMovements: async (input, { queries }) => ({ data: await movementsOf(queries, input) }),

  /** Locks closings alone: what is recorded meanwhile waits, and then is refused. */
  closeDay: async ({ day, gaps, comment }, { queries, actor, actorNow, now, services, setAuditSubject }) => {
    if (day > lagosDay(now)) invalid('The day has not begun.')
    if (day < addDays(lagosDay(now), -approvalDays))
      reject(`Nothing can be recorded of ${showDate(day)} any more: it needs no closing.`)
    const reason = comment?.trim() || null
    if (gaps > 0 && reason === null) invalid('Say why the day is closed with gaps.')
    await lockClosings(queries)
    await actorNow()
    const closing = await closingOf(queries, day)
    if (closing) reject(`${closedText(day, closing)} Nothing was done.`)
    const figures = await figuresOf(queries, day)
    const open = gapsOf(figures)
    if (open !== gaps)
      reject(
        `The day has ${pluralize(open, 'gap')} now, not ${gaps}. ${sentenceOf(openTillsText(figures))}Look at it again.`,
      )
    const { id, hash } = await keepDay(queries, {
      figures,
      closedBy: actor.adminId,
      comment: reason,
      now,
      services,
    })
    await setAuditSubject(
      'business day',
      id,
      `${hashText(hash)}${open > 0 ? ` With ${pluralize(open, 'gap')}. ${sentenceOf(openTillsText(figures))}` : ''}`.trim(),
    )
    return {
      message: `${showDate(day)} is closed. What is recorded for it from now on needs an approval.`,
      data: { hash },
    }
  },
}

const sentenceOf = (text: string) => (text === '' ? '' : `${text}. `)

/** A day with its figures: of a closed one as they were kept, with what came later; else as they are now. */
async function dayCloseOf(queries: Queries, day: string, now: Date): Promise<DayClose> {
  const all = await closingsOf(queries, day)
  const standing = all.find(({ opened_by }) => opened_by === null)
  const current = await figuresOf(queries, day)
  const [kept] = await keptFigures(queries, day)
  return {
    ...(standing?.figures ?? current),
    closed_at: standing?.at ?? (kept ? toLagosStamp(kept.createdAt) : null),
    reopened: await reopeningOf(queries, day),
    closings: all.map(({ figures: _figures, ...closing }) => closing),
    verdict_hour: await settingOf(queries, 'verdict-hour'),
    opening: await undecidedOpening(queries, day),
    later: standing ? laterOf(standing.figures, current) : [],
    open: await openDecisions(queries, now),
  }
}

/** The closings of a day, the oldest first. */
const closingsOf = (queries: Queries, day: string): Promise<(DayClosing & { figures: KeptDay })[]> =>
  queries
    .select({
      at: lagosStamp(businessDays.createdAt),
      by: admins.name,
      hash: businessDays.hash,
      comment: businessDays.comment,
      opened_by: dayOpenings.reference,
      owner_message: customerMessages.state,
      figures: businessDays.figures,
    })
    .from(businessDays)
    .leftJoin(admins, eq(admins.id, businessDays.closedBy))
    .leftJoin(
      dayOpenings,
      and(eq(dayOpenings.closingId, businessDays.id), eq(dayOpenings.status, 'approved')),
    )
    .leftJoin(customerMessages, eq(customerMessages.closingId, businessDays.id))
    .where(eq(businessDays.day, day))
    .orderBy(asc(businessDays.round))

async function undecidedOpening(queries: Queries, day: string): Promise<string | null> {
  const [open] = await queries
    .select({ reference: dayOpenings.reference })
    .from(dayOpenings)
    .where(and(eq(dayOpenings.day, day), eq(dayOpenings.status, 'pending')))
  return open?.reference ?? null
}

type Line = Omit<LaterLine, 'agent_id' | 'agent'>
const sums = ['savings', 'loans', 'reversed', 'collected', 'handed_in', 'paid_out'] as const
const nothing = kobo(0)

/** What came after the closing: by agent and at the counter, what the figures of now have that those of then have not. */
function laterOf(then: KeptDay, now: KeptDay): LaterLine[] {
  const lineOf = (one: Partial<Line> | undefined, before: Partial<Line> | undefined): Line =>
    Object.fromEntries(
      sums.map((sum) => [sum, subtractKobo(one?.[sum] ?? nothing, before?.[sum] ?? nothing)]),
    ) as Line
  const keyOf = ({ agent_id, agent }: { agent_id: number | null; agent: string }) => agent_id ?? agent
  const before = new Map(then.agents.map((one) => [keyOf(one), one]))
  const after = new Map(now.agents.map((one) => [keyOf(one), one]))
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  const agents = keys.map((key) => {
    const one = after.get(key) ?? before.get(key)
    return {
      agent_id: one?.agent_id ?? null,
      agent: one?.agent ?? '',
      ...lineOf(after.get(key), before.get(key)),
    }
  })
  const counter = {
    agent_id: null,
    agent: 'Counter',
    ...lineOf(ofCounter(now), ofCounter(then)),
  }
  return [...agents, counter].filter((line) => sums.some((sum) => line[sum] !== 0))
}

const ofCounter = ({ counter: { savings, loans, reversed } }: KeptDay) => ({
  savings,
  loans,
  reversed,
  collected: kobo(savings + loans - reversed),
})

/** Decisions that anybody is still to make, and withdrawals that no agent paid on their day. */
async function openDecisions(queries: Queries, now: Date) {
  const open = async (kind: Exclude<keyof DayClose['open'], 'payments'>) => {
    const { table, awaits, ...words } = decisionKinds[kind]
    return queries.$count(table, 'second' in words ? or(awaits, words.second.awaits) : awaits)
  }
  return {
    loans: await open('loans'),
    requests: await open('requests'),
    withdrawals: await open('withdrawals'),
    payments: await queries.$count(withdrawals, isNotPaid({ now })),
    reversals: await open('reversals'),
    reopenings: await open('reopenings'),
    day_openings: await open('day_openings'),
    differences: await open('differences'),
    loan_changes: await open('loan_changes'),
    sheets: await open('sheets'),
    late_batches: await open('late_batches'),
    statements: await open('statements'),
    payouts: await open('payouts'),
    term_changes: await open('term_changes'),
    messages_off: await open('messages_off'),
    credits: await open('credits'),
    expenses: await open('expenses'),
    setting_changes: await open('setting_changes'),
  }
}

/** The last reopening of a day. */
async function reopeningOf(queries: Queries, day: string) {
  const [last] = await queries
    .select({ reference: reopenings.reference, at: sql<string>`${lagosStamp(reopenings.decidedAt)}` })
    .from(reopenings)
    .where(and(eq(reopenings.status, 'approved'), lte(reopenings.fromDay, day), inRun(day)))
    .orderBy(desc(reopenings.id))
    .limit(1)
  return last ?? null
}
const inRun = (day: string) =>
  sql`exists (select from runs r where r.reopening_id = ${reopenings.id} and r.day = ${day})`
