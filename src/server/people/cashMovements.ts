import { eq, sql } from 'drizzle-orm'
import type { Kobo } from '#contract/values'
import type { Selects } from '../db/database'
import { postings } from '../db/tables/ledger'
import { customers } from '../db/tables/schema'
import { reversalOfPosting } from '../ledger/reversalColumns'
import { lagosStamp } from '../lists/conditions'
import { customerName } from './customerColumns'

/** A movement of cash that an agent, a till, the vault or the bank holds: signed as it is held; the account has the opposite sign. */
export const cashMovementRow = {
  id: postings.id,
  created_at: lagosStamp(postings.madeAt),
  reference: postings.reference,
  source: postings.source,
  amount: sql<Kobo>`(-${postings.amount})`.mapWith(postings.amount),
  held_after: sql<Kobo>`(-${postings.balanceAfter})`.mapWith(postings.balanceAfter),
  customer: sql<string | null>`${customerName}`,
  ...reversalOfPosting,
}

export const cashMovementsOf = <R extends typeof cashMovementRow>(queries: Selects, row: R) =>
  queries.select(row).from(postings).leftJoin(customers, eq(customers.id, postings.customerId))
