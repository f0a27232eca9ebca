import type { SavedPage } from './vaultDb'

/** As much as is kept of one user on a device. */
export const maxRows = 10_000
export const maxBytes = 50_000_000

/** For so long a page is kept, whoever asked for it. */
export const retentionMs = 7 * 24 * 3_600_000

type Size = Pick<SavedPage, 'rows' | 'bytes'>

/** What pages come to. */
export const sizeOf = (pages: readonly Size[]): Size =>
  pages.reduce((sum, { rows, bytes }) => ({ rows: sum.rows + rows, bytes: sum.bytes + bytes }), {
    rows: 0,
    bytes: 0,
  })

const fits = ({ rows, bytes }: Size) => rows <= maxRows && bytes <= maxBytes

/** The pages that have to go: the least recently used first, and what was asked to be kept last. */
export function pagesToEvict<Page extends Size & Pick<SavedPage, 'usedAt' | 'pinned'>>(
  pages: readonly Page[],
): Page[] {
  let rest = sizeOf(pages)
  const leaving: Page[] = []
  for (const page of pages.toSorted((a, b) => a.pinned - b.pinned || a.usedAt - b.usedAt)) {
    if (fits(rest)) break
    leaving.push(page)
    rest = { rows: rest.rows - page.rows, bytes: rest.bytes - page.bytes }
  }
  return leaving
}

/** How many rows still fit beside others that were asked to be kept, each as heavy as those of a sample are. */
export function availableRows(pinned: readonly Size[], sample: readonly Size[]): number {
  const taken = sizeOf(pinned)
  const { rows, bytes } = sizeOf(sample)
  const byBytes = rows === 0 ? maxRows : Math.floor((maxBytes - taken.bytes) / (bytes / rows))
  return Math.max(0, Math.min(maxRows - taken.rows, byBytes))
}
