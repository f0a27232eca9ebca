import { and, asc, sql } from 'drizzle-orm'
import { kobo } from '#domain/money/kobo'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { creditRequests, customerFreezes, messagesOffRequests } from '../../db/tables/limits'
import { customers } from '../../db/tables/schema'
import type { DemoBusiness } from '../business'
import { workingDay } from '../demoPeople'

/** A freeze (its customer is frozen with the histories), a request to switch messages off, and credits that wait for another admin. After all movements. */
export async function insertLimits(tx: Transaction, { clock, books, staff }: Omit<DemoBusiness, 'at'>) {
  const [frozen, silent, credited, shared] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        customers.isActive,
        customers.takesMessages,
        sql`not ${customers.isDeleted}`,
        sql`not exists (select from withdrawals w where w.customer_id = ${customers}.id)`,
      ),
    )
    .orderBy(asc(customers.id))
    .limit(4)
  if (!frozen || !silent || !credited || !shared)
    throw new Error('The demo lacks customers without withdrawals.')
  await tx.insert(customerFreezes).values({
    customerId: frozen.id,
    reason: 'Two persons claim the account',
    frozenBy: staff.main,
    createdAt: clock(300),
  })
  const off = (age: number, customerId: number, reason: string) => ({
    reference: books.newReference(documentPrefixes.messagesOff, clock(age)),
    customerId,
    reason,
    requestedBy: staff.admin,
    createdAt: clock(age),
  })
  const rejected = (age: number, comment: string) => ({
    status: 'rejected' as const,
    decidedBy: staff.superadmin,
    decidedAt: clock(age),
    comment,
  })
  await tx.insert(messagesOffRequests).values([
    {
      ...off(9 * workingDay, credited.id, 'Does not want messages'),
      ...rejected(8 * workingDay, 'Ask again with a letter of the customer'),
    },
    {
      ...off(5 * workingDay, shared.id, 'Shares the phone with her sister'),
      ...rejected(4 * workingDay, 'Enter her own number instead'),
    },
    off(120, silent.id, 'The phone belongs to an employer'),
  ])
  const credit = (age: number, amount: number, reason: string) => ({
    reference: books.newReference(documentPrefixes.creditRequest, clock(age)),
    amount: kobo(amount),
    reason,
    createdAt: clock(age),
  })
  await tx.insert(creditRequests).values([
    {
      ...credit(6 * workingDay, 40_000_000, 'Proceeds of a harvest'),
      customerId: shared.id,
      requestedBy: staff.admin,
      ...rejected(5 * workingDay, 'The cash never came'),
    },
    {
      ...credit(80, 75_000_000, 'Price of a plot of land, paid in cash'),
      customerId: credited.id,
      requestedBy: staff.admin,
    },
    { ...credit(60, 500_000_000, 'Capital of the owner for December'), requestedBy: staff.main },
  ])
}
