import { desc, eq } from 'drizzle-orm'
import type { ArrearsTermsRow } from '#contract/calls/arrears'
import type { BasisPoints } from '#contract/values'
import { type ArrearsTerms, defaultArrearsTerms, termsOn } from '#domain/money/arrears'
import { toLagosStamp } from '#domain/time/lagos'
import { arrearsTerms } from '../db/tables/arrears'
import type { Queries } from '../db/database'
import { admins } from '../db/tables/schema'

type DatedTerms = ArrearsTerms & { from: string }

/** The day before which no business has loans: that of the terms of the beginning. */
const beginning = '2000-01-01'

/** The terms that count on a day; `from` is null for the ones of the beginning. */
export async function arrearsTermsOn(
  queries: Queries,
  day: string,
): Promise<ArrearsTerms & { from: string | null }> {
  const rows = await queries.select().from(arrearsTerms).orderBy(arrearsTerms.id)
  return { from: null, ...termsOn(rows.map(termsOf), day) }
}

const termsOf = (row: typeof arrearsTerms.$inferSelect): DatedTerms => ({
  from: row.fromDay,
  ends: [row.end1, row.end2, row.end3],
  rates: {
    0: row.rate0 as BasisPoints,
    1: row.rate1 as BasisPoints,
    2: row.rate2 as BasisPoints,
    3: row.rate3 as BasisPoints,
    4: row.rate4 as BasisPoints,
  },
})

/** All terms that were ever set, the latest first, and those of the beginning. */
export async function allArrearsTerms(queries: Queries): Promise<ArrearsTermsRow[]> {
  const rows = await queries
    .select({ terms: arrearsTerms, admin: admins.name })
    .from(arrearsTerms)
    .innerJoin(admins, eq(admins.id, arrearsTerms.adminId))
    .orderBy(desc(arrearsTerms.fromDay), desc(arrearsTerms.id))
  const set = rows.map(({ terms, admin }) => ({
    ...rowOf(termsOf(terms)),
    id: terms.id + 1,
    admin,
    created_at: toLagosStamp(terms.createdAt),
  }))
  return [
    ...set,
    { ...rowOf({ from: beginning, ...defaultArrearsTerms }), id: 1, admin: null, created_at: null },
  ]
}

const rowOf = ({ from, ends, rates }: DatedTerms) => ({
  from_day: from,
  end_1: ends[0],
  end_2: ends[1],
  end_3: ends[2],
  rate_0: rates[0],
  rate_1: rates[1],
  rate_2: rates[2],
  rate_3: rates[3],
  rate_4: rates[4],
})
