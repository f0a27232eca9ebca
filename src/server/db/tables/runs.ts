import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { runKinds, runStates } from '#contract/calls/closing'
import { createdAt, id, instant, kobo, ref, zeroKobo } from './columns'
import { hasComment, oneDecisionChecks, oneDecisionColumns } from './decisionColumns'
import { entries } from './ledger'
import { loans } from './loans'
import { savings } from './money'
import { agents } from './schema'

/** Requests to reopen the closed days from one on, and what was decided (rules.md, "Reopening"). */
export const reopenings = pgTable(
  'reopenings',
  {
    id: id(),
    reference: text().notNull().unique(),
    /** The first of the days. */
    fromDay: date({ mode: 'string' }).notNull(),
    reason: text().notNull(),
    ...oneDecisionColumns(),
    comment: text(),
    /** What was reversed; 0 unless it is approved. */
    penalties: kobo().notNull().default(zeroKobo),
    interest: kobo().notNull().default(zeroKobo),
    charges: kobo().notNull().default(zeroKobo),
    commissions: kobo().notNull().default(zeroKobo),
    /** To main wallets, of plans that had ended. */
    paidOut: kobo().notNull().default(zeroKobo),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    uniqueIndex('reopenings_pending').on(t.status).where(sql`${t.status} = 'pending'`),
    check(
      'reopenings_amounts',
      sql`${t.penalties} >= 0 and ${t.charges} >= 0 and ${t.commissions} >= 0 and ${t.paidOut} >= 0`,
    ),
    ...oneDecisionChecks(
      'reopenings',
      t,
      hasComment(t),
      sql`(${t.status} = 'approved' or (${t.penalties}, ${t.interest}, ${t.charges}, ${t.commissions}, ${t.paidOut}) = (0, 0, 0, 0, 0))`,
    ),
  ],
)

/** What the server posts by itself when a day or a month has ended: one run for each kind and period, beside those that were reversed (runs/run.ts). */
export const runs = pgTable(
  'runs',
  {
    id: id(),
    kind: text({ enum: runKinds }).notNull(),
    /** The day that is closed; for a month its last day. */
    day: date({ mode: 'string' }).notNull(),
    /** Short: something could not be posted yet, and is tried again with the next day. */
    state: text({ enum: runStates }).notNull().default('running'),
    /** The id of the last loan or saving that was looked at. */
    cursor: ref().notNull().default(0),
    looked: integer().notNull().default(0),
    posted: integer().notNull().default(0),
    amount: kobo().notNull().default(zeroKobo),
    skipped: integer().notNull().default(0),
    finishedAt: instant(),
    /** What reversed all that it posted; its day can be closed again. */
    reopeningId: ref().references(() => reopenings.id),
    createdAt: createdAt(),
  },
  (t) => [
    // One that stands, beside those that were reversed.
    unique('runs_period').on(t.kind, t.day, t.reopeningId).nullsNotDistinct(),
    index().on(t.createdAt, t.id),
    check('runs_kind', sql`${t.kind} in ('penalties', 'commissions', 'interest', 'charges', 'plans')`),
    check('runs_state', sql`${t.state} in ('running', 'done', 'short')`),
    check('runs_finished', sql`(${t.state} = 'running') = (${t.finishedAt} is null)`),
    check(
      'runs_counts',
      sql`${t.looked} >= 0 and ${t.posted} >= 0 and ${t.skipped} >= 0 and ${t.amount} >= 0`,
    ),
  ],
)

/**
 * What a run did with one subject: an instalment or a saving. The key makes sure that each is posted once a period, whatever
 * happens. A subject with nothing to post has no row.
 */
export const runItems = pgTable(
  'run_items',
  {
    id: id(),
    runId: ref()
      .notNull()
      .references(() => runs.id),
    /** The instalment's or the saving's id; of commissions the cycle's. */
    subjectId: ref().notNull(),
    loanId: ref().references(() => loans.id),
    savingsId: ref().references(() => savings.id),
    /** What was posted; 0 if nothing was. */
    amount: kobo().notNull(),
    /** What could not be posted. */
    open: kobo().notNull().default(zeroKobo),
    /** Why something is open. */
    reason: text(),
    entryId: ref()
      .unique()
      .references(() => entries.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('run_items_subject').on(t.runId, t.subjectId),
    index('run_items_page').on(t.runId, t.createdAt, t.id),
    index('run_items_open').on(t.runId, t.open, t.id),
    check('run_items_owner', sql`(${t.loanId} is null) <> (${t.savingsId} is null)`),
    check('run_items_amount', sql`${t.amount} >= 0 and ${t.open} >= 0 and ${t.amount} + ${t.open} > 0`),
    check('run_items_entry', sql`(${t.amount} > 0) = (${t.entryId} is not null)`),
    check('run_items_reason', sql`(${t.open} > 0) = (${t.reason} is not null)`),
  ],
)

/**
 * Append-only. What was expected and collected on a day, as it stood when its runs were done: a row for each agent, and one
 * without an agent for the counter. Later assignments and closings change none of it (rules.md, "Closed day").
 */
export const dayFigures = pgTable(
  'day_figures',
  {
    id: id(),
    day: date({ mode: 'string' }).notNull(),
    agentId: ref().references(() => agents.id),
    expected: kobo().notNull(),
    savings: kobo().notNull(),
    loans: kobo().notNull(),
    reversed: kobo().notNull(),
    handedIn: kobo().notNull(),
    held: kobo().notNull(),
    /** What the agent paid out of withdrawals; null if the last release closed the day. */
    paidOut: kobo(),
    /** How often the day had been reopened: only the figures of its last closing stand. */
    round: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [unique('day_figures_day').on(t.day, t.agentId, t.round).nullsNotDistinct()],
)

/**
 * Append-only. What was added to the interest of a month, or taken back of it, because a deposit of the month was recorded or
 * reversed after its run (rules.md, "Savings interest"). A change of several months has one entry.
 */
export const interestCorrections = pgTable(
  'interest_corrections',
  {
    id: id(),
    runId: ref()
      .notNull()
      .references(() => runs.id),
    savingsId: ref()
      .notNull()
      .references(() => savings.id),
    /** Below zero: taken back. */
    amount: kobo().notNull(),
    entryId: ref()
      .notNull()
      .references(() => entries.id),
    /** The deposit, or the reversal of one, that made the interest wrong; or the interest that was reversed. */
    causeId: ref()
      .notNull()
      .references(() => entries.id),
    createdAt: createdAt(),
  },
  (t) => [
    unique('interest_corrections_month').on(t.entryId, t.runId),
    index().on(t.savingsId),
    index().on(t.runId),
    check('interest_corrections_amount', sql`${t.amount} <> 0`),
  ],
)
