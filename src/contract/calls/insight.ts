import * as v from 'valibot'
import { group, read } from '../call'
import { anyOf } from '../permissions'
import { ofWaiting } from './waiting'
import { Day, Id, Kobo, Stamp, Text } from '../values'

/** The permission of each part: that of the report which its figures open. */
export const insightAccess = {
  today: anyOf('can-view-day-close'),
  cash: anyOf('can-view-remittance'),
  paid_out: anyOf('can-view-loan-disbursement'),
  repaid: anyOf('can-view-loan-history'),
  saved: anyOf('can-view-saving-portfolio'),
  risk: anyOf('can-view-arrears'),
  agents: anyOf('can-view-day-close'),
}
export type InsightPart = keyof typeof insightAccess

/** What came in less what was reversed, against what was due on the day. */
const Collected = v.object({ collected: Kobo, expected: Kobo })

/** Cash that agents hold; what an agent handed in too much counts below zero. */
const Held = v.object({ agents: v.number(), held: Kobo })

const Holder = v.object({
  /** Null for a deleted agent. */
  agent_id: v.nullable(Id),
  agent: Text,
  held: Kobo,
  held_since: v.nullable(Stamp),
})

const Portfolio = v.object({ loans: v.number(), owed: Kobo })

/** An agent, several, or all: what they collected in the week, what they hold, and what is owed to them. */
const agentFigures = {
  collected: Kobo,
  /** Null without the permission of agents' cash. */
  held: v.nullable(Kobo),
  /** What is owed on loans more than 30 days late, and on all; null without the permission of the arrears report. */
  at_risk: v.nullable(Kobo),
  owed: v.nullable(Kobo),
}
const AgentFigures = v.object(agentFigures)
export type AgentFigures = v.InferOutput<typeof AgentFigures>

/** What waits for the caller's decision: what it adds up to (null for devices and imports), and since when the oldest waits. */
const WaitingSum = v.object({ amount: v.nullable(Kobo), oldest: Stamp })

const Insight = v.object({
  /** The Lagos day of the figures. */
  day: Day,
  /** For a superadmin, when no backup was proven in the last day: when the last one was taken, or null. */
  late_backup: v.nullable(v.object({ taken_at: v.nullable(Stamp) })),
  /** By kind, for the kinds that the caller may decide on and of which something waits. */
  waiting: ofWaiting(WaitingSum),
  /** The first days of the last twelve weeks, this week last. */
  mondays: v.array(Day),
  /** Each part is null without its permission (`insightAccess`). */
  today: v.nullable(
    v.object({
      savings: Collected,
      loans: Collected,
      /** Today and the collection days before it, today last. Absent in what was saved by an older release. */
      days: v.optional(v.array(v.object({ day: Day, collected: Kobo }))),
    }),
  ),
  cash: v.nullable(
    v.object({
      all: Held,
      /** Of it: what agents have held without interruption since before today. */
      before_today: Held,
      /** The agents who hold most. */
      most: v.array(Holder),
    }),
  ),
  /** In each of the weeks, loans that were reversed later among them. */
  paid_out: v.nullable(v.array(Kobo)),
  /** In each of the weeks, less what was reversed. */
  repaid: v.nullable(v.array(Kobo)),
  saved: v.nullable(
    v.object({
      balance: Kobo,
      /** At the end of each week; of this week, now. */
      weeks: v.array(Kobo),
      month_ago: v.object({ day: Day, balance: Kobo }),
    }),
  ),
  risk: v.nullable(
    v.object({
      portfolio: Portfolio,
      /** By the age of the oldest unpaid instalment; 0 is not late. */
      buckets: v.array(v.object({ ...Portfolio.entries, bucket: v.picklist([0, 1, 2, 3, 4]), label: Text })),
      /** What is owed on loans that are more than so many days late. */
      at_risk: v.array(v.object({ ...Portfolio.entries, days: v.number() })),
    }),
  ),
  /** By what was collected this week. */
  agents: v.nullable(
    v.object({
      most: v.array(v.object({ agent_id: v.nullable(Id), agent: Text, ...agentFigures })),
      others: AgentFigures,
      all: AgentFigures,
    }),
  ),
})
export type Insight = v.InferOutput<typeof Insight>

export const insightCalls = group('dashboard', {
  /** The figures of reports that the caller may open, from kept sums (not in the spec). */
  getInsight: read({
    report: true,
    reads: [
      'agentPay',
      'agents',
      'arrearsTerms',
      'calendar',
      'cash',
      'credits',
      'customers',
      'devices',
      'expenses',
      'fieldBatches',
      'imports',
      'ledger',
      'loanChanges',
      'loans',
      'markets',
      'messagesOff',
      'payouts',
      'businessDays',
      'reopenings',
      'requests',
      'reversals',
      'savings',
      'settingChanges',
      'sheetRequests',
      'termChanges',
      'withdrawals',
    ],
    path: 'getinsight',
    access: 'session',
    input: v.object({}),
    output: v.object({ data: Insight }),
  }),
})
