import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { startOfLagosDay } from '#domain/time/lagos'
import type { Transaction } from '../../db/database'
import { savings } from '../../db/tables/money'
import { customers } from '../../db/tables/schema'

/** The first wallets from which an agent could collect on a day of the past, with what they pay in. */
export const walletsOn = (tx: Transaction, agentId: number, day: string, most: number) =>
  tx
    .select({ savingsId: savings.id, customerId: savings.customerId, amount: savings.fixedAmount })
    .from(savings)
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .where(
      and(
        eq(customers.assignedAgentId, agentId),
        eq(savings.status, 'active'),
        sql`${customers.isActive} and not ${customers.isDeleted}`,
        lt(savings.createdAt, startOfLagosDay(day)),
      ),
    )
    .orderBy(asc(savings.id))
    .limit(most)
