import { and, eq, notLike, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ConfigError } from '../config'
import type { Queries } from '../db/database'
import { guarantorIdentities } from '../db/tables/loans'
import { customerIdentities, settings } from '../db/tables/schema'
import { reject } from '../errors/refusals'
import type { IdentityKeys } from './keys'
import { keyIdOf } from './seal'

/** The id of the key that seals, in the facts about the database. */
const settingName = 'identity key'

/**
 * At a start: refuses keys that do not open what this database has. So two servers with keys of their own can't seal
 * numbers that the other can't open, and no server starts after its key was lost.
 */
export async function checkIdentityKeys(queries: Queries, keys: IdentityKeys) {
  const agreed = await agreedKey(queries)
  const missing = agreed && !keys.byId.has(agreed) ? agreed : await sealedUnderOther(queries, keys)
  if (missing !== undefined)
    throw new ConfigError(
      `BVN and NIN in this database are sealed under key ${missing}, and ${
        keys.from === 'file'
          ? 'DATA_DIR/identity.key does not have it. Give every server the same key, with IDENTITY_KEY or by the same file'
          : 'neither IDENTITY_KEY nor IDENTITY_OLD_KEYS is that key'
      } (docs/run/upgrade.md, "The key of BVN and NIN").`,
    )
  if (agreed && agreed !== keys.sealing.id) await agreeOn(queries, keys)
}

/**
 * Before a number is sealed: the first one registers its key for all servers. Refuses with a key that another server
 * could not open.
 */
export async function agreeOnSealingKey(queries: Queries, keys: IdentityKeys) {
  await queries.insert(settings).values({ name: settingName, value: keys.sealing.id }).onConflictDoNothing()
  const agreed = await agreedKey(queries)
  if (agreed === keys.sealing.id) return
  if (!agreed || !keys.byId.has(agreed))
    reject(
      'BVN and NIN can’t be saved: this server has another key for them than the others. Tell who runs the server.',
    )
}

/** Makes the sealing key the one that all servers must have. */
export const agreeOn = (queries: Queries, { sealing }: IdentityKeys) =>
  queries
    .insert(settings)
    .values({ name: settingName, value: sealing.id })
    .onConflictDoUpdate({ target: settings.name, set: { value: sealing.id } })

async function agreedKey(queries: Queries): Promise<string | undefined> {
  const [row] = await queries.select().from(settings).where(eq(settings.name, settingName))
  return row?.value
}

/** Whether a number is sealed, and under none of these keys. */
export const isSealedUnderOther = (column: PgColumn, ids: readonly string[]): SQL | undefined =>
  and(...ids.map((id) => notLike(column, `${id}.%`)))

/** Where sealed numbers are. */
export const sealedColumns = [
  customerIdentities.bvn,
  customerIdentities.nin,
  guarantorIdentities.bvn,
] as const

/** The id of a key under which a number is sealed, and which is not among these. */
async function sealedUnderOther(queries: Queries, { byId }: IdentityKeys): Promise<string | undefined> {
  for (const column of sealedColumns) {
    const [row] = await queries
      .select({ sealed: column })
      .from(column.table)
      .where(isSealedUnderOther(column, [...byId.keys()]))
      .limit(1)
    if (row?.sealed) return keyIdOf(row.sealed)
  }
  return undefined
}
