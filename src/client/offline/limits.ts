import type { SavedPage } from './vaultDb'

/** What is saved at most for one admin on a device. */
export const maxRows = 10_000
export const maxBytes = 50_000_000

/** How long a page is kept, pinned or not. */
export const retentionMs = 7 * 24 * 3_600_000

type Size = Pick<SavedPage, 'rows' | 'bytes'>

/** The sum of some pages. */
export const sizeOf = (pages: readonly Size[]): Size =>
  pages.reduce((sum, { rows, bytes }) => ({ rows: sum.rows + rows, bytes: sum.bytes + bytes }), {
    rows: 0,
    bytes: 0,
  })

const fits = ({ rows, bytes }: Size) => rows <= maxRows && bytes <= maxBytes

/** The pages to evict: least recently used first, pinned ones last. */
export function pagesToEvict<Page extends Size & Pick<SavedPage, 'usedAt' | 'pinned'>>(
  pages: readonly Page[],
): Page[] {
  let remaining = sizeOf(pages)
  const evicted: Page[] = []
  for (const page of pages.toSorted((a, b) => a.pinned - b.pinned || a.usedAt - b.usedAt)) {
    if (fits(remaining)) break
    evicted.push(page)
    remaining = { rows: remaining.rows - page.rows, bytes: remaining.bytes - page.bytes }
  }
  return evicted
}

/** How many rows fit beside the pinned pages, if each is as large as the rows of the sample. */
export function availableRows(pinned: readonly Size[], sample: readonly Size[]): number {
  const used = sizeOf(pinned)
  const { rows, bytes } = sizeOf(sample)
  const byBytes = rows === 0 ? maxRows : Math.floor((maxBytes - used.bytes) / (bytes / rows))
  return Math.max(0, Math.min(maxRows - used.rows, byBytes))
}
