import { and, asc, eq, gt, isNotNull, or } from 'drizzle-orm'
import { type IdentityNumber, identityNumbers } from '#contract/calls/customers'
import type { Database } from '../db/database'
import { customerIdentities } from '../db/tables/schema'
import { isSealedUnderOther } from './checkKeys'
import type { IdentityKeys } from './keys'
import { keyIdOf, openNumber, type Owner, sealNumber, UnknownIdentityKey } from './seal'

const batchSize = 500

type Resealed = { changed: number; damaged: Owner[] }

/**
 * Seals every number under the sealing key, one batch in each transaction: servers go on meanwhile, and an interrupted run
 * can be repeated. Returns how many customers were changed, and the numbers that do not open although their key is there.
 */
export async function resealAll(database: Database, keys: IdentityKeys): Promise<Resealed> {
  const all: Resealed = { changed: 0, damaged: [] }
  for (let after = 0; ; ) {
    const { read, changed, damaged } = await resealBatch(database, keys, after)
    all.changed += changed
    all.damaged.push(...damaged)
    const last = read.at(-1)
    if (last === undefined) return all
    after = last
  }
}

const resealBatch = (database: Database, keys: IdentityKeys, after: number) =>
  database.transaction(async (tx) => {
    const underOld = or(...identityNumbers.map((field) => isSealedUnderOther(field, [keys.sealing.id])))
    const rows = await tx
      .select()
      .from(customerIdentities)
      .where(and(gt(customerIdentities.customerId, after), underOld))
      .orderBy(asc(customerIdentities.customerId))
      .limit(batchSize)
      .for('update')
    const damaged: Owner[] = []
    let changed = 0
    for (const row of rows) {
      const { customerId } = row
      const resealed: Partial<Record<IdentityNumber, string>> = {}
      for (const field of identityNumbers) {
        const owner = { customerId, field }
        const sealed = row[field]
        if (!sealed || keyIdOf(sealed) === keys.sealing.id) continue
        const number = openOrNot(keys, owner, sealed)
        if (number === undefined) damaged.push(owner)
        else resealed[field] = sealNumber(keys, owner, number)
      }
      if (Object.keys(resealed).length === 0) continue
      await tx.update(customerIdentities).set(resealed).where(eq(customerIdentities.customerId, customerId))
      changed += 1
    }
    return { read: rows.map(({ customerId }) => customerId), changed, damaged }
  })

function openOrNot(keys: IdentityKeys, owner: Owner, sealed: string): string | undefined {
  try {
    return openNumber(keys, owner, sealed)
  } catch (error) {
    if (error instanceof UnknownIdentityKey) throw error
    return undefined
  }
}

/** How many numbers none of these keys opens. */
export async function countUnreadable(database: Database, { byId }: IdentityKeys): Promise<number> {
  const counts = identityNumbers.map((field) =>
    database.$count(customerIdentities, isSealedUnderOther(field, [...byId.keys()])),
  )
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

/** Deletes the numbers that none of these keys opens, because their key is lost. */
export const deleteUnreadable = (database: Database, { byId }: IdentityKeys) =>
  database.transaction(async (tx) => {
    for (const field of identityNumbers)
      await tx
        .update(customerIdentities)
        .set({ [field]: null })
        .where(and(isNotNull(customerIdentities[field]), isSealedUnderOther(field, [...byId.keys()])))
  })
