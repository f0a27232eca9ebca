import { createStore } from '#device/store'
import { currentAuth } from '#device/auth'
import { vaultKeys } from './vault'
import type { VaultKeys } from './vaultCrypto'
import { type VaultDb, vaultDb } from './vaultDb'

/** The database of saved pages with the keys that open them. */
export type Vault = { db: VaultDb; keys: VaultKeys }

/** Moves with everything that is saved, marked or deleted: who counts pages counts again. */
export const vaultChanges = createStore(0)

/** Something is different from before on the device. */
export const notifyVaultChange = () => vaultChanges.set(vaultChanges.get() + 1)

/** Whether the device had no room for a page: said once, by whoever listens. */
export const storageFull = createStore(false)

/** The signed-in user's own vault: nobody opens what another one left on the tablet. */
async function own(): Promise<Vault | undefined> {
  const userId = currentAuth()?.userId
  if (userId === undefined) return undefined
  const [db, keys] = await Promise.all([vaultDb(userId), vaultKeys(userId)])
  return db && keys && { db, keys }
}

/** Works in the vault where there is one. Storage may be full, private or blocked: nothing breaks by it. */
export async function withVault<T>(work: (vault: Vault) => Promise<T>): Promise<T | undefined> {
  try {
    const vault = await own()
    return vault && (await work(vault))
  } catch (error) {
    if (isQuota(error) && !storageFull.get()) storageFull.set(true)
    return undefined
  }
}

/** Dexie gives the quota itself, or a transaction that was aborted for it. */
const isQuota = (error: unknown): boolean => {
  const { name, inner } = error as { name?: string; inner?: unknown }
  return name === 'QuotaExceededError' || (inner !== undefined && inner !== null && isQuota(inner))
}
