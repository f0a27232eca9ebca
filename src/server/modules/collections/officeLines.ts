import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { startOfLagosDay } from '#domain/time/lagos'
import type { Queries } from '../../db/database'
import { collectionLines, collections } from '../../db/tables/collections'
import type { BatchedLine } from './bookEach'

/** The lines with an amount of the office's sheets of an agent and day that stand, and that no line of a device was matched with. */
async function openOfficeLines(queries: Queries, agentId: number, day: string) {
  return queries
    .select({
      id: collectionLines.id,
      savingsId: collectionLines.savingsId,
      loanId: collectionLines.loanId,
      amount: collectionLines.amount,
    })
    .from(collectionLines)
    .innerJoin(collections, eq(collections.id, collectionLines.collectionId))
    .where(
      and(
        eq(collections.agentId, agentId),
        eq(collections.day, day),
        gte(collections.createdAt, startOfLagosDay(day)),
        sql`${collectionLines.entryId} is not null`,
        sql`not exists (select from ledger_entries r where r.reverses_id = ${collectionLines.entryId})`,
        sql`not exists (select from field_lines f where f.office_line_id = ${collectionLines.id})`,
      ),
    )
    .orderBy(asc(collectionLines.id))
}

export type OfficeMatch = { officeLineId: number } | 'another amount' | undefined

/**
 * Which line of the office's sheets each line of a device is: one of the same wallet or loan with the same amount, which is taken once.
 * 'another amount' where the office has the wallet or loan with another one. The caller has locked the sheets of agent and day.
 */
export async function matchOffice(
  queries: Queries,
  agentId: number,
  day: string,
  lines: readonly BatchedLine[],
): Promise<OfficeMatch[]> {
  const open = await openOfficeLines(queries, agentId, day)
  const taken = new Set<number>()
  return lines.map(({ savings_id, loan_id, amount }) => {
    const same = open.filter(
      (one) =>
        !taken.has(one.id) &&
        (one.savingsId ?? undefined) === savings_id &&
        (one.loanId ?? undefined) === loan_id,
    )
    const equal = same.find((one) => one.amount === amount)
    if (!equal) return same.length > 0 ? 'another amount' : undefined
    taken.add(equal.id)
    return { officeLineId: equal.id }
  })
}
