import { eq, sql } from 'drizzle-orm'
import { businessSettings as registry, type SettingKey } from '#contract/businessSettings'
import type { Kobo } from '#contract/values'
import type { StoredSetting } from '#domain/businessSettings'
import type { Queries } from '../db/database'
import { businessSettings } from '../db/tables/businessSettings'

type Registry = typeof registry
type Kinds = { switch: boolean; amount: Kobo; hour: number; number: number; phone: number }
/** A setting as code reads it; null is none. */
export type SettingValue<K extends SettingKey> =
  | Kinds[Registry[K]['kind']]
  | (null extends Registry[K]['default'] ? null : never)

/** What a setting is now, as it is stored: its default until the business sets it. */
export async function storedSetting(queries: Queries, key: SettingKey): Promise<StoredSetting> {
  const [row] = await queries
    .select({ value: businessSettings.value })
    .from(businessSettings)
    .where(eq(businessSettings.key, key))
  return row ? row.value : registry[key].default
}

/** What a setting is now. */
export async function settingOf<K extends SettingKey>(queries: Queries, key: K): Promise<SettingValue<K>> {
  const value = await storedSetting(queries, key)
  return (registry[key].kind === 'switch' ? value === 1 : value) as SettingValue<K>
}

/** Held until the commit by a request or a decision: of a setting one is made at a time. */
export const lockSettings = (tx: Queries) => tx.execute(sql`select pg_advisory_xact_lock(4313)`)
