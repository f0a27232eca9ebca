import type { Vault } from './ownVault'
import { open, opaque, seal } from './vaultCrypto'
import type { SavedPin } from './vaultDb'

/** A list that the user asked to keep, and how far that went. */
export type Pin = {
  call: string
  body: Record<string, unknown>
  /** The screen's name. */
  title: string
  total: number
  /** Pages that were saved before this are fetched anew. */
  since: number
  /** As of when all of it is here. */
  keptAt?: number | undefined
  /** Why it is not gone on with by itself; undefined while it may be. */
  stopped?: string | undefined
}

const placeOf = (key: string) => `pin ${key}`

/** The name that a list's pages and its pin have in the database. */
export const opaqueList = ({ keys }: Vault, name: string) => opaque(keys, `list ${name}`)

/** What a pin says; undefined where it was sealed for another vault. */
export const openPin = async ({ keys }: Vault, pin: SavedPin | undefined): Promise<Pin | undefined> =>
  pin && ((await open(keys, placeOf(pin.key), pin)) as Pin | undefined)

/** Remembers what is to be kept of a list. */
export async function putPin({ db, keys }: Vault, key: string, pin: Pin) {
  const [call, sealed] = await Promise.all([opaque(keys, `call ${pin.call}`), seal(keys, placeOf(key), pin)])
  await db.pins.put({ key, call, ...sealed })
}

/** The list is one like any other again: its pages may go when there is no room. */
export async function deletePin({ db }: Vault, key: string) {
  await db.pins.delete(key)
  await db.pages.where('list').equals(key).modify({ pinned: 0 })
}
