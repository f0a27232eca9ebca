import { type AgentFigures, type Insight, type InsightPart, insightAccess } from '#contract/calls/insight'
import { can } from '#contract/permissions'
import type { Kobo } from '#contract/values'
import { kobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { addDays, lagosDay, monthBefore, startOfLagosWeek } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import type { Context } from '../../handler'
import { asOf } from '../arrears/asOf'
import { arrearsReport } from '../arrears/report'
import { arrearsTermsOn } from '../arrears/terms'
import { cashHolders } from '../cash/agents'
import { collectedByAgent, daySums, depositsDue } from './keptSums'

const weeks = 12
const shown = { holders: 3, agents: 6 }

/** The figures of reports that the caller may open. A test compares each with the rows of its report. */
export async function insightFor({ queries, actor, now }: Context): Promise<Insight> {
  const sees = (part: InsightPart) => can(actor, insightAccess[part], 'read')
  const day = lagosDay(now)
  const monday = lagosDay(startOfLagosWeek(now))
  const mondays = Array.from({ length: weeks }, (_, at) => addDays(monday, (at + 1 - weeks) * 7))
  const sums = await daySums(queries, mondays[0] ?? monday, day)
  const inWeeks = (kind: 'paid out' | 'repaid') =>
    mondays.map((first) => sums.of(kind, first, addDays(first, 6)))
  const cash = sees('cash') ? await cashHolders(queries, day) : null
  const arrears = sees('risk') ? await arrearsOn(queries, day, now, sees('agents')) : null
  return {
    day,
    mondays,
    today: sees('today')
      ? {
          savings: {
            collected: sums.of('deposited', day, day),
            expected: await depositsDue(queries, day),
          },
          loans: { collected: sums.of('repaid', day, day), expected: sums.of('due', day, day) },
        }
      : null,
    cash: cash && {
      all: cash.all,
      before_today: cash.beforeToday,
      most: cash.holders.slice(0, shown.holders).map(({ id: _id, ...holder }) => holder),
    },
    paid_out: sees('paid_out') ? inWeeks('paid out') : null,
    repaid: sees('repaid') ? inWeeks('repaid') : null,
    saved: sees('saved')
      ? {
          balance: sums.savings,
          weeks: mondays.map((first) => sums.savingsAfter(addDays(first, 6))),
          month_ago: { day: monthBefore(day), balance: sums.savingsAfter(monthBefore(day)) },
        }
      : null,
    risk: arrears && {
      portfolio: partOf(arrears.portfolio),
      buckets: arrears.buckets.map(({ bucket, label, ...part }) => ({ bucket, label, ...partOf(part) })),
      at_risk: arrears.at_risk,
    },
    agents: sees('agents')
      ? rank(await collectedByAgent(queries, monday), cash && { ...cash, held: cash.all.held }, arrears)
      : null,
  }
}

const partOf = ({ loans, owed }: { loans: number; owed: Kobo }) => ({ loans, owed })

/** Today's arrears report, with its groups by agent if they are needed. */
const arrearsOn = async (queries: Queries, day: string, now: Date, byAgent: boolean) =>
  arrearsReport(
    queries,
    asOf(undefined, now),
    byAgent ? { group: 'agent' } : {},
    await arrearsTermsOn(queries, day),
  )

/** PAR 30 is the second of the report's shares at risk. */
const par30 = 1

type Collected = Awaited<ReturnType<typeof collectedByAgent>>
type Cash = { held: Kobo; holders: readonly { id: number; held: Kobo }[] }
type Arrears = Awaited<ReturnType<typeof arrearsReport>>

/** The agents who collected most, the others together, and all. */
function rank(collected: Collected, cash: Cash | null, arrears: Arrears | null): Insight['agents'] {
  const heldBy = new Map(cash?.holders.map(({ id, held }) => [id, held]))
  const owedTo = new Map(arrears?.groups?.map((one) => [one.id, one]))
  const nothing = kobo(0)
  const most = collected.slice(0, shown.agents).map(({ id, ...agent }) => ({
    ...agent,
    held: cash && (heldBy.get(id) ?? nothing),
    at_risk: arrears && (owedTo.get(id)?.at_risk[par30] ?? nothing),
    owed: arrears && (owedTo.get(id)?.owed ?? nothing),
  }))
  const all: AgentFigures = {
    collected: sumKobo(collected.map((one) => one.collected)),
    held: cash ? cash.held : null,
    at_risk: arrears && (arrears.at_risk[par30]?.owed ?? nothing),
    owed: arrears ? arrears.portfolio.owed : null,
  }
  const rest = (of: keyof AgentFigures) =>
    all[of] === null ? null : subtractKobo(all[of], sumKobo(most.map((one) => one[of] ?? nothing)))
  return {
    most,
    others: {
      collected: rest('collected') ?? nothing,
      held: rest('held'),
      at_risk: rest('at_risk'),
      owed: rest('owed'),
    },
    all,
  }
}
