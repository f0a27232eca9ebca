import type { QueryKey } from '@tanstack/react-query'
import { withVault, type Vault } from './ownVault'
import { readContent, pagesOf } from './savedPages'
import { askedBy } from '#transport/listPage'
import { sizeOf } from './limits'
import type { SavedPage } from './vaultDb'

/** A saved page as it can be read. */
export type SavedEntry = {
  body: Record<string, unknown>
  data: unknown
  savedAt: number
}

/** What is kept of one call. */
export type SavedCall = {
  call: string
  pages: number
  rows: number
  bytes: number
  isPinned: boolean
  /** The oldest page's. */
  savedAt: number
}

/** Everything that is saved of a call, opened: what a search without a network looks through. */
export const entriesOf = async (call: string): Promise<SavedEntry[]> =>
  (await withVault(async (vault) => {
    const keys = await (await pagesOf(vault, call)).primaryKeys()
    const contents = await Promise.all(keys.map((key) => readContent(vault, key)))
    return contents.flatMap((content) =>
      content ? [{ body: bodyOf(content.queryKey), data: content.data, savedAt: content.savedAt }] : [],
    )
  })) ?? []

const bodyOf = (queryKey: QueryKey) => askedBy(queryKey).body

/** What is kept on the device, call by call. The names are opaque: one page of each is opened for its own. */
export const allCalls = async (): Promise<SavedCall[]> =>
  (await withVault(async (vault) => {
    const byCall = new Map<string, SavedPage[]>()
    for (const page of await vault.db.pages.toArray())
      byCall.set(page.call, [...(byCall.get(page.call) ?? []), page])
    const told = await Promise.all([...byCall.values()].map((pages) => tell(vault, pages)))
    return told.flat()
  })) ?? []

async function tell(vault: Vault, pages: SavedPage[]): Promise<SavedCall[]> {
  for (const { key } of pages) {
    const content = await readContent(vault, key)
    if (!content) continue
    const { call } = askedBy(content.queryKey)
    const isPinned = pages.some(({ pinned }) => pinned === 1)
    const savedAt = Math.min(...pages.map((page) => page.savedAt))
    return [{ call, pages: pages.length, ...sizeOf(pages), isPinned, savedAt }]
  }
  return []
}
