import { deviceTime } from '#device/clock'
import type { QueryKey } from '@tanstack/react-query'
import { withVault, type Vault } from './ownVault'
import { readContent, pagesOf } from './savedPages'
import { parseQueryKey } from './queryKeys'
import { sizeOf } from './limits'
import type { SavedPage } from './vaultDb'

/** A decrypted page. */
export type SavedReply = {
  body: Record<string, unknown>
  data: unknown
  savedAt: number
}

/** What is saved of one call. */
export type SavedCall = {
  call: string
  pages: number
  rows: number
  bytes: number
  isPinned: boolean
  /** Of the oldest page. */
  savedAt: number
}

/** All saved replies of a call, decrypted, for an offline search. */
export const savedRepliesOf = async (call: string): Promise<SavedReply[]> =>
  (await withVault(async (vault) => {
    const keys = await (await pagesOf(vault, call)).primaryKeys()
    const contents = await Promise.all(keys.map((key) => readContent(vault, key)))
    return contents.flatMap((content) =>
      content ? [{ body: bodyOf(content.queryKey), data: content.data, savedAt: content.savedAt }] : [],
    )
  })) ?? []

const bodyOf = (queryKey: QueryKey) => parseQueryKey(queryKey).body

/** What is saved on the device, by call. Names are opaque, so one page of each call is decrypted for its name. */
export const savedCalls = async (): Promise<SavedCall[]> =>
  (await withVault(async (vault) => {
    const byCall = new Map<string, SavedPage[]>()
    for (const page of await vault.db.pages.toArray())
      byCall.set(page.call, [...(byCall.get(page.call) ?? []), page])
    const summaries = await Promise.all([...byCall.values()].map((pages) => summarize(vault, pages)))
    return summaries.flat()
  })) ?? []

async function summarize(vault: Vault, pages: SavedPage[]): Promise<SavedCall[]> {
  for (const { key } of pages) {
    const content = await readContent(vault, key)
    if (!content) continue
    const { call } = parseQueryKey(content.queryKey)
    const isPinned = pages.some(({ pinned }) => pinned === 1)
    const savedAt = deviceTime(Math.min(...pages.map((page) => page.savedAt)))
    return [{ call, pages: pages.length, ...sizeOf(pages), isPinned, savedAt }]
  }
  return []
}
