import { createStore } from '#device/store'
import { currentAuth } from '#device/auth'
import { vaultKeys } from './vault'
import type { VaultKeys } from './vaultCrypto'
import { type VaultDb, vaultDb } from './vaultDb'

/** The database of saved pages with the keys that open them. */
export type Vault = { db: VaultDb; keys: VaultKeys }

/** Increases with every change in the vault, so that readers read again. */
export const vaultChanges = createStore(0)

/** Notifies readers of a change in the vault. */
export const notifyVaultChange = () => vaultChanges.set(vaultChanges.get() + 1)

/** Whether a page could not be saved for lack of space. The app shows a toast. */
export const storageFull = createStore(false)

/** The vault of the signed-in admin. */
async function own(): Promise<Vault | undefined> {
  const userId = currentAuth()?.userId
  if (userId === undefined) return undefined
  const [db, keys] = await Promise.all([vaultDb(userId), vaultKeys(userId)])
  return db && keys && { db, keys }
}

/** Runs work in the vault, if there is one. Storage that is full, private or blocked is not an error. */
export async function withVault<T>(work: (vault: Vault) => Promise<T>): Promise<T | undefined> {
  try {
    const vault = await own()
    return vault && (await work(vault))
  } catch (error) {
    if (isQuota(error) && !storageFull.get()) storageFull.set(true)
    return undefined
  }
}

/** Dexie throws the quota error itself, or wraps it in an aborted transaction. */
const isQuota = (error: unknown): boolean => {
  const { name, inner } = error as { name?: string; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== undefined && inner !== null && isQuota(inner))
}
