import { type SQL, sql } from 'drizzle-orm'
import { lagosDay } from '#domain/time/lagos'
import { withdrawals } from '../db/tables/money'
import { agentPayouts } from '../db/tables/payouts'
import type { Context } from '../handler'

/** The condition, on the table of withdrawals alone, for those that agents pay, by what became of them. */
export const inPayment = (state: (typeof agentPayouts.$inferSelect)['state'], more = sql``): SQL =>
  sql`${withdrawals.id} in (select ${agentPayouts.withdrawalId} from ${agentPayouts}
    where ${agentPayouts.state} = ${state}${more})`

/** For those whose day is over. */
export const isNotPaid = ({ now }: Pick<Context, 'now'>): SQL =>
  inPayment('to pay', sql` and ${agentPayouts.payOn} < ${lagosDay(now)}`)
