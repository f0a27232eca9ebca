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
  buckets,
  provisionFor,
  riskDays,
} from '#domain/money/arrears'
import { addKobo, kobo } from '#domain/money/kobo'
import type { Queries } from '../../db/database'
import { type AsOf, bucketIn, marketOf, portfolio, writtenOff } from './asOf'

export type About = {
  agent_id?: number | undefined
  market_id?: number | undefined
  loan_type_id?: number | undefined
}

const market = marketOf(sql`p.customer_id`)

/** The condition on a row `p` of the portfolio. */
const isAbout = ({ agent_id, market_id, loan_type_id }: About) =>
  and(
    sql`true`,
    agent_id === undefined ? undefined : eq(sql`p.agent_id`, agent_id),
    market_id === undefined ? undefined : eq(market, market_id),
    loan_type_id === undefined ? undefined : eq(sql`p.loan_type_id`, loan_type_id),
  )

type Sum = { bucket: Bucket; rescheduled: boolean; risk: ArrearsPart[] } & ArrearsPart

/**
 * Sums of the portfolio by bucket; what is more than so many days late is counted apart, whatever the buckets. Each loan is added
 * once, to its days late; the days are few.
 */
async function sumsOf(queries: Queries, at: AsOf, about: About, terms: ArrearsTerms): Promise<Sum[]> {
  const { rows } = await queries.execute<{
    bucket: number
    rescheduled: boolean
    sums: string[]
    risk: string[]
    risk_loans: string[]
  }>(sql`
    select ${bucketIn(sql`d.days`, terms)} as bucket, d.rescheduled,
      array[sum(d.loans), sum(d.late), sum(d.owed)]::text[] as sums,
      array[${sql.join(
        riskDays.map((n) => sql`coalesce(sum(d.owed) filter (where d.days > ${sql.raw(String(n))}), 0)`),
        sql`, `,
      )}]::text[] as risk,
      array[${sql.join(
        riskDays.map((n) => sql`coalesce(sum(d.loans) filter (where d.days > ${sql.raw(String(n))}), 0)`),
        sql`, `,
      )}]::text[] as risk_loans
    from (select p.days, p.rescheduled, count(*) as loans, sum(p.late) as late, sum(p.owed) as owed
      from ${portfolio(at)} p where ${isAbout(about)} group by 1, 2) d
    group by 1, 2`)
  return rows.map(({ bucket, rescheduled, sums, risk, risk_loans }) => ({
    bucket: bucket as Bucket,
    rescheduled,
    ...partOf(sums),
    risk: riskDays.map((_, n) => partOf([risk_loans[n] ?? '0', '0', risk[n] ?? '0'])),
  }))
}

const partOf = ([loans, late, owed]: readonly string[]): ArrearsPart => ({
  loans: Number(loans),
  late: kobo(Number(late)),
  owed: kobo(Number(owed)),
})

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
  const sums = await sumsOf(queries, at, about, terms)
  return {
    day: at.day,
    buckets: buckets.map((bucket) =>
      bucketRow(bucket, total(sums.filter((sum) => sum.bucket === bucket)), terms),
    ),
    late: total(sums.filter(({ bucket }) => bucket > 0)),
    portfolio: total(sums),
    at_risk: riskDays.map((days, n) => {
      const { loans, owed } = total(sums.flatMap(({ risk }) => risk[n] ?? []))
      return { days, loans, owed }
    }),
    rescheduled: total(sums.filter(({ rescheduled }) => rescheduled)),
    written_off: await writtenOffOf(queries, at, about),
    groups: about.group ? await groupsOf(queries, at, about, about.group) : null,
    terms_from: terms.from,
  }
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

const groupKeys: Record<ArrearsGroup, { key: SQL; names: SQL }> = {
  agent: { key: sql`p.agent_id`, names: sql`agents` },
  market: { key: market, names: sql`market_days` },
  loan_type: { key: sql`p.loan_type_id`, names: sql`loan_types` },
}

async function groupsOf(
  queries: Queries,
  at: AsOf,
  about: About,
  group: ArrearsGroup,
): Promise<ArrearsGroupRow[]> {
  const { key, names } = groupKeys[group]
  const { rows } = await queries.execute<{
    id: string | null
    name: string | null
    loans: string
    late: string
    at_risk: string[]
    owed: string
  }>(sql`
    select g.id, n.name, g.loans, g.late, g.at_risk, g.owed from (
      select ${key} as id, count(*) filter (where p.days > 0) as loans, sum(p.late) as late, sum(p.owed) as owed,
        array[${sql.join(
          riskDays.map(
            (days) => sql`coalesce(sum(p.owed) filter (where p.days > ${sql.raw(String(days))}), 0)`,
          ),
          sql`, `,
        )}]::text[] as at_risk
      from ${portfolio(at)} p where ${isAbout(about)} group by 1) g
    left join ${names} n on n.id = g.id order by g.late desc, n.name, g.id`)
  return rows.map(({ id, name, loans, late, at_risk, owed }) => ({
    id: id === null ? null : Number(id),
    name,
    loans: Number(loans),
    late: kobo(Number(late)),
    at_risk: at_risk.map((amount) => kobo(Number(amount))),
    owed: kobo(Number(owed)),
  }))
}
