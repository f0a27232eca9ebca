import { and, eq, type SQL, sql } from 'drizzle-orm'
import type {
  ArrearsBucket,
  ArrearsGroup,
  ArrearsGroupRow,
  ArrearsPart,
  ArrearsReport,
} from '#contract/calls/arrears'
import {
  type ArrearsTerms,
  type Bucket,
  bucketLabel,
  bucketOf,
  buckets,
  provisionFor,
  riskDays,
} from '#domain/money/arrears'
import type { Kobo } from '#contract/values'
import { addKobo, kobo } from '#domain/money/kobo'
import { addDays, endOfLagosDay, startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { type AsOf, portfolioSums, writtenOff } from './asOf'

export type About = {
  agent_id?: number | undefined
  market_id?: number | undefined
  loan_type_id?: number | undefined
}

/** The condition on a row `p` of the portfolio. */
const isAbout = ({ agent_id, market_id, loan_type_id }: About) =>
  and(
    sql`true`,
    agent_id === undefined ? undefined : eq(sql`p.agent_id`, agent_id),
    market_id === undefined ? undefined : eq(sql`p.market_id`, market_id),
    loan_type_id === undefined ? undefined : eq(sql`p.loan_type_id`, loan_type_id),
  )

const groupKeys: Record<ArrearsGroup, { key: SQL; names: SQL }> = {
  agent: { key: sql`p.agent_id`, names: sql`agents` },
  market: { key: sql`p.market_id`, names: sql`market_days` },
  loan_type: { key: sql`p.loan_type_id`, names: sql`loan_types` },
}

/** Loans that are late for more than the same limits, and for no more of them: their bucket and their risk follow from `days`. */
type Sum = { days: number; rescheduled: boolean } & ArrearsPart
type Group = { id: number | null; name: string | null; sums: Sum[] }

/** Sums of the portfolio by group, those with the most late first; without a group there is one. All are of one moment. */
async function sumsOf(
  queries: Queries,
  at: AsOf,
  about: About & { group?: ArrearsGroup | undefined },
  { ends }: ArrearsTerms,
): Promise<Group[]> {
  const { key, names } = about.group
    ? groupKeys[about.group]
    : { key: sql`null::bigint`, names: sql`(select null::bigint as id, null as name where false)` }
  const limits = [...new Set([...riskDays, ...ends])].toSorted((one, other) => other - one)
  const days = sql`case ${sql.join(
    limits.map((limit) => sql.raw(`when p.since < date '${addDays(at.day, -limit)}' then ${limit + 1}`)),
    sql` `,
  )} else 0 end`
  const { rows } = await queries.execute<{
    id: string | null
    name: string | null
    sums: [number, boolean, number, number, number][]
  }>(sql`
    with ${portfolioSums(at, { key, days, where: isAbout(about) })}
    select s.id, n.name, json_agg(json_build_array(s.days, s.rescheduled, s.loans, s.late, s.owed)) as sums
    from sums s left join ${names} n on n.id = s.id group by 1, 2 order by sum(s.late) desc, n.name, s.id`)
  return rows.map(({ id, name, sums }) => ({
    id: id === null ? null : Number(id),
    name,
    sums: sums.map(([late_days, rescheduled, loans, late, owed]) => ({
      days: late_days,
      rescheduled,
      loans,
      late: kobo(late),
      owed: kobo(owed),
    })),
  }))
}

const total = (parts: readonly ArrearsPart[]): ArrearsPart =>
  parts.reduce(
    (sum, part) => ({
      loans: sum.loans + part.loans,
      late: addKobo(sum.late, part.late),
      owed: addKobo(sum.owed, part.owed),
    }),
    { loans: 0, late: kobo(0), owed: kobo(0) },
  )

/** What was late on a day, and the portfolio at risk. */
export async function arrearsReport(
  queries: Queries,
  at: AsOf,
  about: About & { group?: ArrearsGroup | undefined },
  terms: ArrearsTerms & { from: string | null },
): Promise<ArrearsReport> {
  const groups = await sumsOf(queries, at, about, terms)
  const sums = groups.flatMap((group) => group.sums)
  return {
    day: at.day,
    buckets: buckets.map((bucket) =>
      bucketRow(bucket, total(sums.filter(({ days }) => bucketOf(days, terms) === bucket)), terms),
    ),
    late: total(sums.filter(({ days }) => days > 0)),
    portfolio: total(sums),
    at_risk: riskDays.map((days) => {
      const { loans, owed } = total(moreThan(sums, days))
      return { days, loans, owed }
    }),
    rescheduled: total(sums.filter(({ rescheduled }) => rescheduled)),
    written_off: await writtenOffOf(queries, at, about),
    groups: about.group ? groups.map(groupRow(await takenOver(queries, at, about))) : null,
    terms_from: terms.from,
  }
}

const moreThan = (sums: readonly Sum[], limit: number) => sums.filter(({ days }) => days > limit)

const groupRow =
  (taken: ReadonlyMap<number, Kobo>) =>
  ({ id, name, sums }: Group): ArrearsGroupRow => {
    const { late, owed } = total(sums)
    return {
      id,
      name,
      loans: total(moreThan(sums, 0)).loans,
      late,
      at_risk: riskDays.map((days) => total(moreThan(sums, days)).owed),
      owed,
      ...(id !== null && taken.has(id) && { taken_over: taken.get(id) }),
    }
  }

/** Days of moves, the report's among them. */
const daysOfMoves = 31

/**
 * By agent: what was late at the last move of customers who came in these days, and were with another agent before. Nothing where
 * the report is of a part of the loans: a move is kept of all loans of a customer.
 */
async function takenOver(
  queries: Queries,
  { day }: AsOf,
  { group, market_id, loan_type_id }: Parameters<typeof arrearsReport>[2],
) {
  if (group !== 'agent' || market_id !== undefined || loan_type_id !== undefined)
    return new Map<number, Kobo>()
  const { rows } = await queries.execute<{ id: string; late: string }>(sql`
    select to_agent_id as id, sum(late) as late from (
      select distinct on (customer_id) to_agent_id, late,
        first_value(from_agent_id) over (partition by customer_id order by created_at, id) as first_agent
      from customer_reassignments
      where created_at >= ${startOfLagosDay(addDays(day, 1 - daysOfMoves)).toISOString()}::timestamptz
        and created_at < ${endOfLagosDay(day).toISOString()}::timestamptz
      order by customer_id, created_at desc, id desc) moved
    where late > 0 and first_agent <> to_agent_id group by 1`)
  return new Map(rows.map(({ id, late }) => [Number(id), kobo(Number(late))]))
}

async function writtenOffOf(queries: Queries, at: AsOf, about: About) {
  const { rows } = await queries.execute<{ loans: string; amount: string }>(sql`
    select count(*) as loans, coalesce(sum(p.amount), 0) as amount from ${writtenOff(at)} p where ${isAbout(about)}`)
  const [row] = rows
  return { loans: Number(row?.loans ?? 0), amount: kobo(Number(row?.amount ?? 0)) }
}

const bucketRow = (bucket: Bucket, part: ArrearsPart, terms: ArrearsTerms): ArrearsBucket => ({
  bucket,
  label: bucket === 0 ? 'Not late' : bucketLabel(bucket, terms),
  ...part,
  rate: terms.rates[bucket],
  provision: provisionFor(part.owed, bucket, terms),
})
