import { type AgentFigures, type Insight, type InsightPart, insightAccess } from '#contract/calls/insight'
import { can, isSuperadmin } from '#contract/permissions'
import { bucketLabel, bucketOf, buckets, daysLate, riskDays } from '#domain/money/arrears'
import { addKobo, kobo, subtractKobo, sumKobo } from '#domain/money/kobo'
import { isCollectionDay } from '#domain/time/calendar'
import { addDays, lagosDay, monthBefore, startOfLagosWeek, toLagosStamp } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import type { Context } from '../../handler'
import { arrearsTermsOn } from '../../ledger/arrearsTerms'
import { calendarOf } from '../../ledger/calendar'
import { cashHolders } from '../../modules/cash/agents'
import { collectedByAgent, daySums, depositsDue, openLoansByDay, owedToAgents } from './keptSums'
import { waitingSums } from '../../approvals/waiting'

const weeks = 12
const shown = { holders: 4, agents: 6, days: 5 }

/** The figures of reports that the caller may open. A test compares each with the rows of its report. */
export async function insightFor(context: Context): Promise<Insight> {
  const { queries, actor, now } = context
  const sees = (part: InsightPart) => can(actor, insightAccess[part], 'read')
  const day = lagosDay(now)
  const monday = lagosDay(startOfLagosWeek(now))
  const mondays = Array.from({ length: weeks }, (_, at) => addDays(monday, (at + 1 - weeks) * 7))
  const sums = await daySums(queries, mondays[0] ?? monday, day)
  const collectedOn = (one: string) =>
    addKobo(sums.between('deposited', one, one), sums.between('repaid', one, one))
  const inWeeks = (kind: 'paid out' | 'repaid') =>
    mondays.map((first) => sums.between(kind, first, addDays(first, 6)))
  const cash = sees('cash') ? await cashHolders(queries, day) : null
  const risk = sees('risk') ? await riskOn(queries, day) : null
  return {
    day,
    late_backup: lateBackup(context),
    waiting: await waitingSums(context),
    mondays,
    today: sees('today')
      ? {
          savings: {
            collected: sums.between('deposited', day, day),
            expected: await depositsDue(queries, day),
          },
          loans: { collected: sums.between('repaid', day, day), expected: sums.between('due', day, day) },
          days: (await lastCollectionDays(queries, day)).map((one) => ({
            day: one,
            collected: collectedOn(one),
          })),
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
    risk,
    agents: sees('agents') ? await rankAgents(queries, { monday, day, cash, risk }) : null,
  }
}

/** Today and the days with collection before it, the oldest first. */
async function lastCollectionDays(queries: Queries, today: string): Promise<string[]> {
  const calendar = await calendarOf(queries)
  return Array.from({ length: 21 }, (_, at) => addDays(today, -at))
    .filter((day) => day === today || isCollectionDay(calendar, day))
    .slice(0, shown.days)
    .toReversed()
}

function lateBackup({ actor, services }: Context): Insight['late_backup'] {
  const late = isSuperadmin(actor.role) ? services.lateBackup?.() : undefined
  return late ? { taken_at: late.takenAt ? toLagosStamp(late.takenAt) : null } : null
}

/** Today's portfolio by age, as the arrears report has it. */
async function riskOn(queries: Queries, day: string): Promise<Risk> {
  const terms = await arrearsTermsOn(queries, day)
  const loans = (await openLoansByDay(queries)).map(({ day: due, ...part }) => ({
    ...part,
    days: daysLate(due, day),
  }))
  const total = (isIn: (days: number) => boolean) => {
    const some = loans.filter(({ days }) => isIn(days))
    return {
      loans: some.reduce((sum, one) => sum + one.loans, 0),
      owed: sumKobo(some.map(({ owed }) => owed)),
    }
  }
  return {
    portfolio: total(() => true),
    buckets: buckets.map((bucket) => ({
      bucket,
      label: bucket === 0 ? 'Not late' : bucketLabel(bucket, terms),
      ...total((days) => bucketOf(days, terms) === bucket),
    })),
    at_risk: riskDays.map((days) => ({ days, ...total((late) => late > days) })),
  }
}
type Risk = NonNullable<Insight['risk']>

const riskDay = 30

type Cash = Awaited<ReturnType<typeof cashHolders>>

/** The agents who collected most in the week, the others together, and all. */
async function rankAgents(
  queries: Queries,
  { monday, day, cash, risk }: { monday: string; day: string; cash: Cash | null; risk: Risk | null },
): Promise<Insight['agents']> {
  const collected = await collectedByAgent(queries, monday)
  const top = collected.slice(0, shown.agents)
  const heldBy = new Map(cash?.holders.map(({ id, held }) => [id, held]))
  const owedTo =
    risk &&
    (await owedToAgents(
      queries,
      top.map(({ id }) => id),
      day,
      riskDay,
    ))
  const nothing = kobo(0)
  const most = top.map(({ id, ...agent }) => ({
    ...agent,
    held: cash && (heldBy.get(id) ?? nothing),
    at_risk: owedTo && (owedTo.get(id)?.at_risk ?? nothing),
    owed: owedTo && (owedTo.get(id)?.owed ?? nothing),
  }))
  const all: AgentFigures = {
    collected: sumKobo(collected.map((one) => one.collected)),
    held: cash ? cash.all.held : null,
    at_risk: risk && (risk.at_risk.find(({ days }) => days === riskDay)?.owed ?? nothing),
    owed: risk ? risk.portfolio.owed : null,
  }
  const rest = (figure: keyof AgentFigures) =>
    all[figure] === null
      ? null
      : subtractKobo(all[figure], sumKobo(most.map((one) => one[figure] ?? nothing)))
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
