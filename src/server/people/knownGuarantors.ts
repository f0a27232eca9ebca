import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { KnownGuarantor } from '#contract/calls/loanRows'
import { type Access, anyOf, can } from '#contract/permissions'
import type { Kobo } from '#contract/values'
import type { Queries } from '../db/database'
import { accounts } from '../db/tables/ledger'
import { guarantors, loans } from '../db/tables/loans'
import { customers } from '../db/tables/schema'
import type { Context } from '../handler'
import { peopleWithBvn } from '../identity/identities'
import { indexMatches } from '../lists/searchText'
import { customerName, notDeleted } from './customerColumns'

/** Names customers to those who may see them; what is owed is for everybody who sees guarantors. */
const namesAccess: Access = anyOf('can-view-customer')

type Asked = Pick<Context, 'queries' | 'actor' | 'services'> & { loanId: number; borrowerId: number }

/** What a guarantor with this phone number or BVN owes and guarantees already. */
export async function knownOf(
  { queries, actor, services, loanId, borrowerId }: Asked,
  { phone, bvn }: { phone: string; bvn: string | null },
): Promise<KnownGuarantor> {
  const withBvn = peopleWithBvn(queries, services.identityKeys, bvn)
  const same = await queries
    .select({ id: customers.id, name: customerName, reference: sql<string>`${customers.reference}` })
    .from(customers)
    .where(and(or(eq(customers.phoneNumber, phone), inArray(customers.id, withBvn.customers)), notDeleted))
    .orderBy(customers.id)
  const guaranteed = await queries
    .selectDistinct({
      id: loans.id,
      status: loans.loanStatus,
      amount: loans.amount,
      balance: accounts.balance,
    })
    .from(guarantors)
    .innerJoin(loans, eq(loans.id, guarantors.loanId))
    .leftJoin(accounts, eq(accounts.id, loans.accountId))
    .where(
      and(
        inArray(
          guarantors.id,
          queries
            .select({ id: guarantors.id })
            .from(guarantors)
            .where(and(indexMatches(guarantors, phone), eq(guarantors.phone, phone)))
            .unionAll(withBvn.guarantors),
        ),
        ne(loans.id, loanId),
        or(eq(loans.loanStatus, 'active'), inArray(loans.applicationStatus, ['pending', 'in-progress'])),
      ),
    )
  return {
    is_borrower: same.some(({ id }) => id === borrowerId),
    customers: can(actor, namesAccess, 'read')
      ? same.map(({ name, reference }) => `${name} (${reference})`)
      : [],
    owed: await owedBy(
      queries,
      same.map(({ id }) => id),
    ),
    guarantees: guaranteed.length,
    guaranteed: sumOf(
      guaranteed.map(({ status, amount, balance }) => (status === 'active' ? balance : amount)),
    ),
  }
}

async function owedBy(queries: Queries, customerIds: readonly number[]): Promise<Kobo> {
  const rows = await queries
    .select({ balance: accounts.balance })
    .from(loans)
    .innerJoin(accounts, eq(accounts.id, loans.accountId))
    .where(and(inArray(loans.customerId, [...customerIds]), eq(loans.loanStatus, 'active')))
  return sumOf(rows.map(({ balance }) => balance))
}

const sumOf = (amounts: readonly (Kobo | null)[]) =>
  amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0) as Kobo
