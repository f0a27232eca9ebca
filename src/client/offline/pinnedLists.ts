import type { Vault } from './ownVault'
import { open, opaque, seal } from './vaultCrypto'
import type { StoredPinnedList } from './vaultDb'

/** A list that is kept offline, and its progress. */
export type PinnedList = {
  call: string
  body: Record<string, unknown>
  /** The screen's title. */
  title: string
  total: number
  /** Pages saved before this are downloaded again. By the server's time, as `keptAt`. */
  since: number
  /** Start of the last complete download. */
  keptAt?: number | undefined
  /** Why the download does not resume automatically; undefined while it does. */
  stopped?: string | undefined
}

const contextOf = (key: string) => `pin ${key}`

/** The opaque name of a list in the database. */
export const opaqueList = ({ keys }: Vault, name: string) => opaque(keys, `list ${name}`)

/** Decrypts a pinned list; undefined if another vault sealed it. */
export const openPinnedList = async (
  { keys }: Vault,
  stored: StoredPinnedList | undefined,
): Promise<PinnedList | undefined> =>
  stored && ((await open(keys, contextOf(stored.key), stored)) as PinnedList | undefined)

/** Stores a pinned list. */
export async function putPinnedList({ db, keys }: Vault, key: string, list: PinnedList) {
  const [call, sealed] = await Promise.all([
    opaque(keys, `call ${list.call}`),
    seal(keys, contextOf(key), list),
  ])
  await db.pins.put({ key, call, ...sealed })
}

/** Unpins a list: its pages can be evicted like any other. */
export async function unpinList({ db }: Vault, key: string) {
  await db.pins.delete(key)
  await db.pages.where('list').equals(key).modify({ pinned: 0 })
}
