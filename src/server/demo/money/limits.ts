import { and, desc, sql } from 'drizzle-orm'
import { kobo } from '#domain/money/kobo'
import type { Transaction } from '../../db/database'
import { documentPrefixes } from '../../db/tables/ledgerKinds'
import { creditRequests, customerFreezes, messagesOffRequests } from '../../db/tables/limits'
import { customers } from '../../db/tables/schema'
import type { DemoBusiness } from '../business'

/** A freeze (its customer is frozen with the histories), a request to switch messages off, and credits that wait for another admin. After all movements. */
export async function insertLimits(tx: Transaction, { clock, books, staff }: Omit<DemoBusiness, 'at'>) {
  const [frozen, silent, credited] = await tx
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
    .orderBy(desc(customers.id))
    .limit(3)
  if (!frozen || !silent || !credited) throw new Error('The demo lacks customers without withdrawals.')
  await tx.insert(customerFreezes).values({
    customerId: frozen.id,
    reason: 'Two persons claim the account',
    frozenBy: staff.main,
    createdAt: clock(300),
  })
  await tx.insert(messagesOffRequests).values({
    reference: books.newReference(documentPrefixes.messagesOff, clock(120)),
    customerId: silent.id,
    reason: 'The phone belongs to an employer',
    requestedBy: staff.admin,
    createdAt: clock(120),
  })
  const credit = (age: number, amount: number, reason: string) => ({
    reference: books.newReference(documentPrefixes.creditRequest, clock(age)),
    amount: kobo(amount),
    reason,
    createdAt: clock(age),
  })
  await tx.insert(creditRequests).values([
    {
      ...credit(80, 75_000_000, 'Price of a plot of land, paid in cash'),
      customerId: credited.id,
      requestedBy: staff.admin,
    },
    { ...credit(60, 500_000_000, 'Capital of the owner for December'), requestedBy: staff.main },
  ])
}
