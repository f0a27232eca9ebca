import { eq } from 'drizzle-orm'
import { type Identity, type IdentityNumber, identityNumbers } from '#contract/calls/customers'
import type { Queries } from '../db/database'
import { customerIdentities } from '../db/tables/schema'
import { agreeOnSealingKey } from './checkKeys'
import type { IdentityKeys } from './keys'
import { openNumber, sealNumber } from './seal'

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
  const sealed = Object.fromEntries(
    entered.map(({ field, number }) => [field, sealNumber(keys, { customerId, field }, number)]),
  )
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
