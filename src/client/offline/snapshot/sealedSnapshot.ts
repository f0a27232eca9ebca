import type { Auth } from '#device/auth'
import { retentionMs } from '../limits'
import { open, opaque, seal, type VaultKeys } from '../vaultCrypto'
import type { StoredSnapshot } from '../vaultDb'

/** A screen as markup, with the rules of its styles. */
export type Markup = {
  html: string
  /** Rows below the screen, which cost as much time as all the rest: painted once somebody scrolls or types. */
  rest: readonly string[]
  css: string
  title: string
  pageStyle: string
}

/** The encrypted part of a snapshot. */
export type Snapshot = Markup & {
  /** The release of the app that took it. */
  release: string
  /** Whose rights decided what is on it. */
  rights: string
  /** Of its oldest data. */
  savedAt: number
}

/** Values that do not change what a screen looks like; any other setting of the device may. */
const unrelated = new Set([
  'alajo.auth',
  'alajo.alive',
  'alajo.sealed',
  'alajo.reached',
  'alajo.unlocks',
  'alajo.instant',
])

/** The address with the ids of its screen, and what else decides what a screen looks like on this device: a snapshot's place. */
export function placeOf(address: string, state: unknown): string {
  const settings = Object.keys(localStorage)
    .filter((key) => !unrelated.has(key))
    .sort()
    .map((key) => [key, localStorage.getItem(key)])
  return JSON.stringify([address, state ?? null, innerWidth, colorScheme(), settings])
}

/** The chosen colour scheme, or the device's. MUI stores it under this name. */
export function colorScheme(): 'light' | 'dark' {
  const chosen = localStorage.getItem('mui-mode')
  if (chosen === 'light' || chosen === 'dark') return chosen
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** The rights of an admin as a text: a snapshot taken with others is not painted. */
export const rightsOf = ({ role, mustChangePassword, rights }: Auth) =>
  JSON.stringify([role, mustChangePassword, rights?.reply ?? null])

export const snapshotKey = (keys: VaultKeys, place: string) => opaque(keys, `picture ${place}`)

const contextOf = (key: string) => `picture ${key}`

export const sealSnapshot = (keys: VaultKeys, key: string, snapshot: Snapshot) =>
  seal(keys, contextOf(key), snapshot)

/** Undefined if it is not ours, of another release or other rights, or expired. */
export async function openSnapshot(
  keys: VaultKeys,
  stored: StoredSnapshot,
  { release, rights, now }: { release: string; rights: string; now: number },
): Promise<Snapshot | undefined> {
  const snapshot = (await open(keys, contextOf(stored.key), stored)) as Snapshot | undefined
  const age = snapshot ? now - snapshot.savedAt : Number.NaN
  const isValid = snapshot?.release === release && snapshot.rights === rights && age <= retentionMs
  return isValid ? snapshot : undefined
}

/** The release of the app: the name of its entry has a hash of all its files. Undefined in development. */
export function releaseOf(page: Document): string | undefined {
  const entry = page.getElementById('entry')
  return (entry as HTMLLinkElement | null)?.href ?? (entry as HTMLScriptElement | null)?.src
}
