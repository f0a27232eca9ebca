import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Reading } from '#contract/calls/arrears'
import { type Calls, calls } from '#contract/index'
import { type ArrearsTerms, type LateBucket, bucketLabel, lateBuckets } from '#domain/money/arrears'
import { formatRate } from '#domain/money/rates'
import { lagosDay, showDate } from '#domain/time/lagos'
import { arrearsTerms } from '../../db/tables/arrears'
import { accounts } from '../../db/tables/ledger'
import { loans, loanTypes } from '../../db/tables/loans'
import { marketDays } from '../../db/tables/money'
import { agents, customers } from '../../db/tables/schema'
import { invalid } from '../../errors/refusals'
import type { HandlersFor } from '../../handler'
import { lagosStamp } from '../../lists/conditions'
import { defineList } from '../../lists/listRows'
import { pageOf } from '../../lists/lists'
import { searchQuery } from '../../lists/searchText'
import { customerName } from '../../people/customerColumns'
import {
  type AsOf,
  asOf,
  bucketIn,
  isLateLoan,
  lateAmount,
  lateSince,
  owedAmount,
  rescheduledAt,
} from './asOf'
import { pastReport } from './pastReports'
import { type About, arrearsReport } from './report'
import { allArrearsTerms, arrearsTermsOn } from '../../ledger/arrearsTerms'

export const arrearsHandlers: HandlersFor<Calls['arrears']> = {
  getArrearsReport: async ({ day, reading, ...about }, { queries, services, now }) => {
    const at = reportDay(day, now, reading)
    const make = async () => arrearsReport(queries, at, about, await arrearsTermsOn(queries, at.day))
    return {
      data:
        Object.keys(about).length > 0 || at.isCorrected
          ? await make()
          : await pastReport(services.database, at, make),
    }
  },

  getArrears: async ({ bucket, ...input }, context) => {
    const at = reportDay(input.day, context.now, input.reading)
    const terms = await arrearsTermsOn(context.queries, at.day)
    const where = and(isLateLoan(at, daysOf(bucket, terms), input.market_id), isAbout(input))
    return pageOf(context, input, arrearsList(at, terms), searchQuery(loans, input.search, where))
  },

  getArrearsTerms: async (_input, { queries }) => ({ data: await allArrearsTerms(queries) }),

  setArrearsTerms: async ({ from_day, ...terms }, context) => {
    const { queries, actor, now, setAuditSubject } = context
    const { end_1, end_2, end_3 } = terms
    if (from_day < lagosDay(now))
      invalid('Terms count from today or a later day: reports of earlier days keep theirs.')
    if (!(end_1 < end_2 && end_2 < end_3)) invalid('Each bucket must end later than the one before it.')
    const [set] = await queries
      .insert(arrearsTerms)
      .values({
        fromDay: from_day,
        end1: end_1,
        end2: end_2,
        end3: end_3,
        rate0: terms.rate_0,
        rate1: terms.rate_1,
        rate2: terms.rate_2,
        rate3: terms.rate_3,
        rate4: terms.rate_4,
        adminId: actor.adminId,
        createdAt: now,
      })
      .returning({ id: arrearsTerms.id })
    if (!set) throw new Error('No terms were set.')
    const rates = [terms.rate_0, terms.rate_1, terms.rate_2, terms.rate_3, terms.rate_4].map(formatRate)
    await setAuditSubject(
      'set of arrears terms',
      set.id,
      `Buckets end after ${end_1}, ${end_2} and ${end_3} days. Rates: ${rates.join(', ')}.`,
    )
    return { message: `Buckets and rates count from ${showDate(from_day)}.` }
  },
}

function reportDay(day: string | undefined, now: Date, reading: Reading | undefined): AsOf {
  const at = asOf(day, now, reading)
  if (at.day > lagosDay(now)) invalid('The day has not begun.')
  return at
}

/** The days late of a bucket; without one, of all late loans. */
function daysOf(
  bucket: `${LateBucket}` | undefined,
  { ends }: ArrearsTerms,
): [least: number, most: number | undefined] {
  if (bucket === undefined) return [1, undefined]
  const at = Number(bucket)
  return [at === 1 ? 1 : (ends[at - 2] ?? 0) + 1, ends[at - 1]]
}

/** Which loans, as a condition on loans alone; `isLateLoan` has the market day. */
const isAbout = ({ agent_id, loan_type_id }: About): SQL | undefined =>
  and(
    agent_id === undefined
      ? undefined
      : sql`${loans.customerId} in (select ${customers.id} from ${customers} where ${customers.assignedAgentId} = ${agent_id})`,
    loan_type_id === undefined ? undefined : eq(loans.loanTypeId, loan_type_id),
  )

const listOf = (at: AsOf, terms: ArrearsTerms) => {
  const since = lateSince(at)
  const days = sql<number>`(date '${sql.raw(at.day)}' - ${since})`
  const labels = lateBuckets.map((bucket) => `'${bucketLabel(bucket, terms)}'`).join(', ')
  return defineList({
    call: calls.arrears.getArrears,
    table: loans,
    sorted: { created_at: loans.createdAt, late_since: at.isToday ? loans.nextDue : since },
    row: {
      id: loans.id,
      created_at: lagosStamp(loans.createdAt),
      user_id: loans.customerId,
      customer: customerName,
      customer_phone: customers.phoneNumber,
      reference: loans.reference,
      agent: agents.name,
      market: sql<string | null>`${marketDays.name}`,
      loan_type_name: loanTypes.name,
      late_since: sql<string>`${since}::text`,
      days_late: days,
      bucket: sql<string>`(array[${sql.raw(labels)}])[${bucketIn(days, terms)}]`,
      late: lateAmount(at),
      owed: owedAmount(at),
      rescheduled: sql<string | null>`${lagosStamp(rescheduledAt(at))}`,
    },
    rows: (queries, row) =>
      queries
        .select(row)
        .from(loans)
        .innerJoin(customers, eq(customers.id, loans.customerId))
        .innerJoin(agents, eq(agents.id, customers.assignedAgentId))
        .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
        .innerJoin(accounts, eq(accounts.id, loans.accountId))
        .leftJoin(marketDays, eq(marketDays.id, sql`market_of(${loans.customerId})`))
        .$dynamic(),
  })
}

/** The list of a day and its terms; today's is built once. */
let todays: { key: string; list: ReturnType<typeof listOf> } | undefined
function arrearsList(at: AsOf, terms: ArrearsTerms) {
  if (!at.isToday) return listOf(at, terms)
  const key = JSON.stringify([at.day, terms.ends])
  if (todays?.key !== key) todays = { key, list: listOf(at, terms) }
  return todays.list
}
