import type { SavedPage } from './vaultDb'

/** As much as is kept of one user on a device. */
export const mostRows = 10_000
export const mostBytes = 50_000_000

/** For so long a page is kept, whoever asked for it. */
export const keptMs = 7 * 24 * 3_600_000

type Weight = Pick<SavedPage, 'rows' | 'bytes'>

/** What pages come to. */
export const weightOf = (pages: readonly Weight[]): Weight =>
  pages.reduce((sum, { rows, bytes }) => ({ rows: sum.rows + rows, bytes: sum.bytes + bytes }), {
    rows: 0,
    bytes: 0,
  })

const fits = ({ rows, bytes }: Weight) => rows <= mostRows && bytes <= mostBytes

/** The pages that have to go: the least recently used first, and what was asked to be kept last. */
export function pagesTooMany<Page extends Weight & Pick<SavedPage, 'usedAt' | 'pinned'>>(
  pages: readonly Page[],
): Page[] {
  let rest = weightOf(pages)
  const leaving: Page[] = []
  for (const page of pages.toSorted((a, b) => a.pinned - b.pinned || a.usedAt - b.usedAt)) {
    if (fits(rest)) break
    leaving.push(page)
    rest = { rows: rest.rows - page.rows, bytes: rest.bytes - page.bytes }
  }
  return leaving
}

/** How many rows still fit beside others that were asked to be kept, each as heavy as those of a sample are. */
export function roomBeside(pinned: readonly Weight[], sample: readonly Weight[]): number {
  const taken = weightOf(pinned)
  const { rows, bytes } = weightOf(sample)
  const byBytes = rows === 0 ? mostRows : Math.floor((mostBytes - taken.bytes) / (bytes / rows))
  return Math.max(0, Math.min(mostRows - taken.rows, byBytes))
}
