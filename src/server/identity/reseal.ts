import { and, asc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { type IdentityNumber, identityNumbers } from '#contract/calls/customers'
import type { Database, Transaction } from '../db/database'
import { guarantorIdentities } from '../db/tables/loans'
import { customerIdentities } from '../db/tables/schema'
import { isSealedUnderOther, sealedColumns } from './checkKeys'
import type { IdentityKeys } from './keys'
import { hashBvn, keyIdOf, openNumber, type Owner, sealNumber, UnknownIdentityKey } from './seal'

const batchSize = 500

type Resealed = { changed: number; damaged: Owner[] }
type Batch = Resealed & { read: number[] }

/**
 * Seals every number under the sealing key, and hashes it again, one batch in each transaction: servers go on meanwhile, and an interrupted run
 * can be repeated. Returns how many customers and guarantors were changed, and the numbers that do not open although their key is there.
 */
export async function resealAll(database: Database, keys: IdentityKeys) {
  const customers = await inBatches(database, (tx, after) => resealCustomers(tx, keys, after))
  const guarantors = await inBatches(database, (tx, after) => resealGuarantors(tx, keys, after))
  return {
    changed: customers.changed,
    guarantors: guarantors.changed,
    damaged: [...customers.damaged, ...guarantors.damaged],
  }
}

/** At a start: hashes the BVN that an earlier release sealed without. */
export const hashAll = (database: Database, keys: IdentityKeys) =>
  inBatches(database, async (tx, after) => {
    const { bvn, bvnHash } = customerIdentities
    const rows = await customersAfter(tx, after, and(isNotNull(bvn), isNull(bvnHash)))
    for (const { customerId, bvn: sealed } of rows) {
      const number = sealed && openOrNot(keys, { customerId, field: 'bvn' }, sealed)
      if (!number) continue
      await tx
        .update(customerIdentities)
        .set({ bvnHash: hashBvn(keys, number) })
        .where(eq(customerIdentities.customerId, customerId))
    }
    return { read: rows.map(({ customerId }) => customerId), changed: rows.length, damaged: [] }
  })

async function inBatches(database: Database, next: (tx: Transaction, after: number) => Promise<Batch>) {
  const all: Resealed = { changed: 0, damaged: [] }
  for (let after = 0; ; ) {
    const from = after
    const { read, changed, damaged } = await database.transaction((tx) => next(tx, from))
    all.changed += changed
    all.damaged.push(...damaged)
    const last = read.at(-1)
    if (last === undefined) return all
    after = last
  }
}

const customersAfter = (tx: Transaction, after: number, where: ReturnType<typeof and>) =>
  tx
    .select()
    .from(customerIdentities)
    .where(and(gt(customerIdentities.customerId, after), where))
    .orderBy(asc(customerIdentities.customerId))
    .limit(batchSize)
    .for('update')

async function resealCustomers(tx: Transaction, keys: IdentityKeys, after: number): Promise<Batch> {
  const { bvn, nin, bvnHash } = customerIdentities
  const isOld = or(...[bvn, nin, bvnHash].map((column) => isSealedUnderOther(column, [keys.sealing.id])))
  const rows = await customersAfter(tx, after, isOld)
  const damaged: Owner[] = []
  let changed = 0
  for (const row of rows) {
    const { customerId } = row
    const resealed: Partial<Record<IdentityNumber | 'bvnHash', string>> = {}
    for (const field of identityNumbers) {
      const owner = { customerId, field }
      const sealed = row[field]
      if (!sealed || keyIdOf(sealed) === keys.sealing.id) continue
      const number = openOrNot(keys, owner, sealed)
      if (number === undefined) damaged.push(owner)
      else {
        resealed[field] = sealNumber(keys, owner, number)
        if (field === 'bvn') resealed.bvnHash = hashBvn(keys, number)
      }
    }
    if (Object.keys(resealed).length === 0) continue
    await tx.update(customerIdentities).set(resealed).where(eq(customerIdentities.customerId, customerId))
    changed += 1
  }
  return { read: rows.map(({ customerId }) => customerId), changed, damaged }
}

async function resealGuarantors(tx: Transaction, keys: IdentityKeys, after: number): Promise<Batch> {
  const { guarantorId: id, bvn } = guarantorIdentities
  const rows = await tx
    .select()
    .from(guarantorIdentities)
    .where(and(gt(id, after), isSealedUnderOther(bvn, [keys.sealing.id])))
    .orderBy(asc(id))
    .limit(batchSize)
    .for('update')
  const damaged: Owner[] = []
  for (const { guarantorId, bvn: sealed } of rows) {
    const owner = { guarantorId, field: 'bvn' } as const
    const number = openOrNot(keys, owner, sealed)
    if (number === undefined) damaged.push(owner)
    else
      await tx
        .update(guarantorIdentities)
        .set({ bvn: sealNumber(keys, owner, number), bvnHash: hashBvn(keys, number) })
        .where(eq(id, guarantorId))
  }
  return { read: rows.map(({ guarantorId }) => guarantorId), changed: rows.length - damaged.length, damaged }
}

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
  const counts = sealedColumns.map((column) =>
    database.$count(column.table, isSealedUnderOther(column, [...byId.keys()])),
  )
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0)
}

/** Deletes the numbers that none of these keys opens, because their key is lost. */
export const deleteUnreadable = (database: Database, { byId }: IdentityKeys) =>
  database.transaction(async (tx) => {
    const ids = [...byId.keys()]
    for (const field of identityNumbers)
      await tx
        .update(customerIdentities)
        .set({ [field]: null, ...(field === 'bvn' && { bvnHash: null }) })
        .where(isSealedUnderOther(customerIdentities[field], ids))
    await tx.delete(guarantorIdentities).where(isSealedUnderOther(guarantorIdentities.bvn, ids))
  })
