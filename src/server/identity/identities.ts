import { eq, inArray, sql } from 'drizzle-orm'
import { type Identity, type IdentityNumber, identityNumbers } from '#contract/calls/customers'
import type { Queries } from '../db/database'
import { guarantorIdentities } from '../db/tables/loans'
import { customerIdentities } from '../db/tables/schema'
import { agreeOnSealingKey } from './checkKeys'
import type { IdentityKeys } from './keys'
import { hashBvn, hashesOfBvn, openNumber, sealNumber } from './seal'

type Given = { [K in IdentityNumber]?: string | undefined }

/** Seals and saves the numbers that are not empty; the others stay as they are. Returns which ones. */
export async function saveIdentity(
  queries: Queries,
  keys: IdentityKeys,
  customerId: number,
  given: Given,
): Promise<IdentityNumber[]> {
  const entered = identityNumbers.flatMap((field) => {
    const number = given[field]
    return number ? [{ field, number }] : []
  })
  if (entered.length === 0) return []
  await agreeOnSealingKey(queries, keys)
  const sealed = {
    ...Object.fromEntries(
      entered.map(({ field, number }) => [field, sealNumber(keys, { customerId, field }, number)]),
    ),
    ...(given.bvn && { bvnHash: hashBvn(keys, given.bvn) }),
  }
  await queries
    .insert(customerIdentities)
    .values({ customerId, ...sealed })
    .onConflictDoUpdate({ target: customerIdentities.customerId, set: sealed })
  return entered.map(({ field }) => field)
}

/** The numbers of a customer, opened; null for one that is not recorded. */
export async function readIdentity(
  queries: Queries,
  keys: IdentityKeys,
  customerId: number,
): Promise<Identity> {
  const [row] = await queries
    .select()
    .from(customerIdentities)
    .where(eq(customerIdentities.customerId, customerId))
  const opened = (field: IdentityNumber) => {
    const sealed = row?.[field]
    return sealed ? openNumber(keys, { customerId, field }, sealed) : null
  }
  return { bvn: opened('bvn'), nin: opened('nin') }
}

/** Seals and saves the BVN of a guarantor who has none yet. */
export async function saveGuarantorBvn(
  queries: Queries,
  keys: IdentityKeys,
  guarantorId: number,
  bvn: string,
) {
  await agreeOnSealingKey(queries, keys)
  await queries.insert(guarantorIdentities).values({
    guarantorId,
    bvn: sealNumber(keys, { guarantorId, field: 'bvn' }, bvn),
    bvnHash: hashBvn(keys, bvn),
  })
}

/** The BVN of a guarantor, opened; null if none is recorded. */
export async function readGuarantorBvn(
  queries: Queries,
  keys: IdentityKeys,
  guarantorId: number,
): Promise<string | null> {
  const [row] = await queries
    .select()
    .from(guarantorIdentities)
    .where(eq(guarantorIdentities.guarantorId, guarantorId))
  return row ? openNumber(keys, { guarantorId, field: 'bvn' }, row.bvn) : null
}

/** The ids of customers, and of guarantors, with this BVN, as queries; of nobody without one. */
export function peopleWithBvn(queries: Queries, keys: IdentityKeys, bvn: string | null) {
  const isTheirs = (column: typeof customerIdentities.bvnHash | typeof guarantorIdentities.bvnHash) =>
    bvn === null ? sql`false` : inArray(column, hashesOfBvn(keys, bvn))
  return {
    customers: queries
      .select({ id: customerIdentities.customerId })
      .from(customerIdentities)
      .where(isTheirs(customerIdentities.bvnHash)),
    guarantors: queries
      .select({ id: guarantorIdentities.guarantorId })
      .from(guarantorIdentities)
      .where(isTheirs(guarantorIdentities.bvnHash)),
  }
}
