import { deviceTime, serverNow, serverTime } from '#device/clock'
import { createStore } from '#device/store'
import { notifyVaultChange, type Vault, withVault } from './ownVault'
import { open, opaque, seal } from './vaultCrypto'
import type { StoredDraft } from './vaultDb'

/** What was entered and not sent. It is never sent by itself. */
type Draft<Content = unknown> = { name: string; savedAt: number; content: Content }

/** How long drafts are kept that are not sheets. */
const draftRetentionMs = 8 * 24 * 3_600_000

const opaqueDraft = ({ keys }: Vault, name: string) => opaque(keys, `draft ${name}`)
const contextOf = (key: string) => `draft ${key}`

async function openDraft({ keys }: Vault, stored: StoredDraft): Promise<Draft | undefined> {
  const draft = (await open(keys, contextOf(stored.key), stored)) as Draft | undefined
  return draft && { ...draft, savedAt: deviceTime(draft.savedAt) }
}

/** The last draft whose change was made: a screen that shows it empties itself. */
export const sentDraft = createStore<{ name: string } | undefined>(undefined)

let last: Promise<unknown> = Promise.resolve()

/** Drafts are written and read one after another: a slow write must not overwrite a later one, nor a read miss one that began. */
function inOrder<T>(work: (vault: Vault) => Promise<T>): Promise<T | undefined> {
  const result = last.then(() => withVault(work))
  last = result
  return result
}

/** Stores a draft encrypted. Returns false without a vault or without space. */
export const saveDraft = async (name: string, content: unknown, typedAt: number): Promise<boolean> =>
  (await inOrder(async (vault) => {
    const savedAt = serverTime(typedAt)
    const key = await opaqueDraft(vault, name)
    const draft: Draft = { name, savedAt, content }
    await vault.db.drafts.put({ key, savedAt, ...(await seal(vault.keys, contextOf(key), draft)) })
    notifyVaultChange()
    return true
  })) ?? false

export const readDraft = <Content>(name: string): Promise<Draft<Content> | undefined> =>
  inOrder(async (vault) => {
    const key = await opaqueDraft(vault, name)
    const stored = await vault.db.drafts.get(key)
    return stored && ((await openDraft(vault, stored)) as Draft<Content> | undefined)
  })

/** All drafts, newest first. */
export const allDrafts = async (): Promise<Draft[]> =>
  (await inOrder(async (vault) => {
    const drafts: Draft[] = []
    for (const stored of await vault.db.drafts.orderBy('savedAt').reverse().toArray()) {
      const draft = await openDraft(vault, stored)
      if (draft) drafts.push(draft)
    }
    return drafts
  })) ?? []

export const deleteDraft = (name: string) =>
  inOrder(async (vault) => {
    await vault.db.drafts.delete(await opaqueDraft(vault, name))
    notifyVaultChange()
  })

/** Deletes a draft whose change was made. */
export async function finishDraft(name: string) {
  await deleteDraft(name)
  sentDraft.set({ name })
}

/** What was typed into a sheet is cash that somebody holds: it stays until it is recorded or deleted by hand. */
const isSheet = (name: string) => name.startsWith('sheet ')

export const deleteExpiredDrafts = () =>
  withVault(async (vault) => {
    const old = await vault.db.drafts
      .where('savedAt')
      .below(serverNow().getTime() - draftRetentionMs)
      .toArray()
    for (const stored of old) {
      const draft = await openDraft(vault, stored)
      if (!draft || !isSheet(draft.name)) await vault.db.drafts.delete(stored.key)
    }
  })
