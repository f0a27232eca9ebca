import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Queries } from '../db/database'
import { recordChanges } from '../db/tables/histories'
import { admins } from '../db/tables/schema'
import { lagosStamp } from '../lists/conditions'

/** For how many days a change of the phone number is recent. */
export const recentDays = 7

export type PhoneChange = {
  /** In wire form. */
  changed_at: string
  /** Who; null for the server and its commands. */
  changed_by: string | null
  /** The number before. */
  before: string | null
}

/**
 * The last change of a customer's phone number within seven days before `now`; undefined without one. Messages about the
 * customer's money have gone to the new number since.
 */
export async function recentPhoneChange(
  queries: Queries,
  customerId: number,
  now: Date,
): Promise<PhoneChange | undefined> {
  const [change] = await queries
    .select({
      changed_at: lagosStamp(recordChanges.createdAt),
      changed_by: sql<string | null>`${admins.name}`,
      before: recordChanges.before,
    })
    .from(recordChanges)
    .leftJoin(admins, eq(admins.id, recordChanges.adminId))
    .where(
      and(
        eq(recordChanges.noun, 'customer'),
        eq(recordChanges.recordId, customerId),
        eq(recordChanges.part, 'customers'),
        eq(recordChanges.field, 'phone_number'),
        gt(recordChanges.createdAt, new Date(now.getTime() - recentDays * 86_400_000)),
      ),
    )
    .orderBy(desc(recordChanges.id))
    .limit(1)
  return change
}
