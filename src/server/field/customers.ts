import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { FieldCustomer } from '#contract/field/reads'
import type { Kobo } from '#contract/values'
import { groupedBy } from '#domain/lists/groupedBy'
import { lagosDay } from '#domain/time/lagos'
import { customerSyncs } from '../db/tables/field'
import { accounts } from '../db/tables/ledger'
import { guarantors, loans, loanTypes } from '../db/tables/loans'
import { savings, savingTypes } from '../db/tables/money'
import { customers } from '../db/tables/schema'
import { customerName, notDeleted } from '../people/customerColumns'
import { deviceOf, type FieldContext, type FieldHandlers } from './context'
import { inTransaction } from './transaction'

/** How long a rejected application is shown. */
const rejectedDays = 30

/** The agent's customers with what they may pay, active wallets and running loans, and what they have applied for. */
async function customersOf({ queries, now }: FieldContext, agentId: number): Promise<FieldCustomer[]> {
  const own = and(eq(customers.assignedAgentId, agentId), notDeleted)
  const people = await queries
    .select({
      id: customers.id,
      reference: sql<string>`${customers.reference}`,
      name: customerName,
      phone: customers.phoneNumber,
      address: sql<string>`coalesce(${customers.homeAddress}, '')`,
      active: customers.isActive,
      frozen: customers.isFrozen,
    })
    .from(customers)
    .where(own)
    .orderBy(asc(customers.id))
  const wallets = await queries
    .select({
      customerId: savings.customerId,
      id: savings.id,
      reference: savings.reference,
      type: savingTypes.name,
      rhythm: savings.depositType,
      amount: savings.fixedAmount,
      balance: accounts.balance,
    })
    .from(savings)
    .innerJoin(customers, eq(customers.id, savings.customerId))
    .innerJoin(savingTypes, eq(savingTypes.id, savings.savingTypeId))
    .innerJoin(accounts, eq(accounts.id, savings.accountId))
    .where(and(own, eq(savings.status, 'active')))
    .orderBy(asc(savings.id))
  const borrowed = await queries
    .select({
      customerId: loans.customerId,
      id: loans.id,
      reference: loans.reference,
      type: loanTypes.name,
      owed: sql<Kobo>`${accounts.balance}`.mapWith(accounts.balance),
      next_due: loans.nextDue,
    })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .innerJoin(accounts, eq(accounts.id, loans.accountId))
    .where(and(own, eq(loans.loanStatus, 'active')))
    .orderBy(asc(loans.id))
  const rejectedSince = new Date(now.getTime() - rejectedDays * 86_400_000)
  const applied = await queries
    .select({
      customerId: loans.customerId,
      id: loans.id,
      reference: loans.reference,
      type: loanTypes.name,
      amount: loans.amount,
      state: sql<FieldCustomer['applications'][number]['state']>`${loans.applicationStatus}`,
      reason: loans.rejectionReason,
      createdAt: loans.createdAt,
      guarantors: queries.$count(guarantors, eq(guarantors.loanId, loans.id)),
      least_guarantors: loans.leastGuarantors,
    })
    .from(loans)
    .innerJoin(customers, eq(customers.id, loans.customerId))
    .innerJoin(loanTypes, eq(loanTypes.id, loans.loanTypeId))
    .where(
      and(
        own,
        or(
          inArray(loans.applicationStatus, ['pending', 'in-progress']),
          and(eq(loans.applicationStatus, 'rejected'), gt(loans.rejectedDate, rejectedSince)),
        ),
      ),
    )
    .orderBy(asc(loans.id))
  const applications = applied.map(({ createdAt, ...row }) => ({ ...row, applied_on: lagosDay(createdAt) }))
  const walletsBy = groupedBy(wallets, ({ customerId }) => customerId)
  const loansBy = groupedBy(borrowed, ({ customerId }) => customerId)
  const applicationsBy = groupedBy(applications, ({ customerId }) => customerId)
  const without = <Row extends { customerId: number }>({ customerId: _owner, ...row }: Row) => row
  return people.map((one) => ({
    ...one,
    wallets: (walletsBy.get(one.id) ?? []).map(without),
    loans: (loansBy.get(one.id) ?? []).map(without),
    applications: (applicationsBy.get(one.id) ?? []).map(without),
  }))
}

const hashOf = (row: FieldCustomer) =>
  createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 12)

export const customerHandlers: Pick<FieldHandlers, 'getCustomers'> = {
  /**
   * Compares what there is with what the reply of its cursor had: so nothing is missed, whatever changed it, and in
   * whichever order the changes were committed.
   */
  getCustomers: async ({ cursor }, context) => {
    const { queries } = context
    const { deviceId, agentId } = deviceOf(context)
    const rows = await customersOf(context, agentId)
    const [known] =
      cursor === undefined
        ? []
        : await queries
            .select({ hashes: customerSyncs.hashes })
            .from(customerSyncs)
            .where(and(eq(customerSyncs.deviceId, deviceId), eq(customerSyncs.cursor, cursor)))
    const before = known?.hashes ?? {}
    const hashes = Object.fromEntries(rows.map((row) => [String(row.id), hashOf(row)]))
    const changed = rows.filter(({ id }) => before[id] !== hashes[id])
    const removed = Object.keys(before)
      .filter((id) => hashes[id] === undefined)
      .map(Number)
    const isSame = known !== undefined && changed.length === 0 && removed.length === 0
    return {
      cursor: isSame && cursor !== undefined ? cursor : await remember(context, deviceId, cursor, hashes),
      is_full: known === undefined,
      customers: changed,
      removed,
    }
  },
}

/** Stores what the reply has, and keeps what the cursor stands for, in case the reply gets lost. */
async function remember(
  { services, now }: FieldContext,
  deviceId: number,
  asked: string | undefined,
  hashes: Record<string, string>,
): Promise<string> {
  const cursor = randomBytes(9).toString('base64url')
  await inTransaction(services, async (tx) => {
    await tx
      .delete(customerSyncs)
      .where(and(eq(customerSyncs.deviceId, deviceId), ne(customerSyncs.cursor, asked ?? '')))
    await tx.insert(customerSyncs).values({ deviceId, cursor, hashes, createdAt: now })
  })
  return cursor
}
