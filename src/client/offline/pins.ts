import type { Vault } from './ownVault'
import { open, opaque, seal } from './vaultCrypto'
import type { SavedPin } from './vaultDb'

/** A list that is kept offline, and its progress. */
export type Pin = {
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

/** Decrypts a pin; undefined if another vault sealed it. */
export const openPin = async ({ keys }: Vault, pin: SavedPin | undefined): Promise<Pin | undefined> =>
  pin && ((await open(keys, contextOf(pin.key), pin)) as Pin | undefined)

/** Stores a pin. */
export async function putPin({ db, keys }: Vault, key: string, pin: Pin) {
  const [call, sealed] = await Promise.all([
    opaque(keys, `call ${pin.call}`),
    seal(keys, contextOf(key), pin),
  ])
  await db.pins.put({ key, call, ...sealed })
}

/** Unpins a list: its pages can be evicted like any other. */
export async function deletePin({ db }: Vault, key: string) {
  await db.pins.delete(key)
  await db.pages.where('list').equals(key).modify({ pinned: 0 })
}
