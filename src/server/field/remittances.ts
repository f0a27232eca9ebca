import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { subtractKobo, sumKobo } from '#domain/money/kobo'
import { lagosDay, startOfLagosDay } from '#domain/time/lagos'
import { monthAfter, monthOf } from '#domain/time/months'
import { remittances } from '../db/tables/cash'
import { cashOf } from '../people/agentCash'
import { deviceOf, type FieldHandlers } from './context'

export const remittanceHandlers: Pick<FieldHandlers, 'getRemittances'> = {
  getRemittances: async ({ month }, context) => {
    const { queries, now } = context
    const { agentId } = deviceOf(context)
    const of = month ?? monthOf(lagosDay(now))
    const rows = await queries
      .select({
        reference: remittances.reference,
        receivedAt: remittances.createdAt,
        expected: remittances.expected,
        counted: remittances.counted,
        reversed: sql<boolean>`exists (select from ledger_entries r where r.reverses_id = remittances.entry_id)`,
      })
      .from(remittances)
      .where(
        and(
          eq(remittances.agentId, agentId),
          gte(remittances.createdAt, startOfLagosDay(of)),
          lt(remittances.createdAt, startOfLagosDay(monthAfter(of))),
        ),
      )
      .orderBy(desc(remittances.createdAt), desc(remittances.id))
    const { holds } = await cashOf(queries, agentId)
    return {
      month: of,
      holds,
      handed_in: sumKobo(rows.filter(({ reversed }) => !reversed).map(({ counted }) => counted)),
      remittances: rows.map(({ receivedAt, ...row }) => ({
        ...row,
        received_at: receivedAt.toISOString(),
        difference: subtractKobo(row.counted, row.expected),
      })),
    }
  },
}
