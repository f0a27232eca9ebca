import { version } from '../../../../package.json'
import recorded from './releases.json'

/** A release that was made (docs/change/reference.md, "Release"). */
export type Release = { version: string; commit: string; lastMigration: string }

/** Oldest first. */
export const releases: readonly Release[] = recorded

/** The release that runs, or the last one before what runs. */
export const release: string = version

/** Whether a version `1.2.3` comes before another. */
export function isBefore(one: string, other: string): boolean {
  const parts = (text: string) => text.split('.').map(Number)
  const [a, b] = [parts(one), parts(other)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0)
}
