import { statfs } from 'node:fs/promises'
import { DiskFull } from '../errors/refusals'
import type { Services } from '../services'

/** The embedded database hangs without space for a WAL segment (16 MiB), so changes stop earlier. */
const minFreeBytes = 32 * 1024 * 1024
/** After this time the server reports ready again, so that new requests can show whether there is space. */
const notReadyMs = 30_000
const logMs = 60_000

/** Watches for a full disk: checks before each change on the embedded database, and records failed writes. */
export function watchDisk({ config, singleConnection, log }: Services) {
  let failedAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  const hasSpace = async () => {
    if (!singleConnection) return true
    const stats = await statfs(config.dataDir).catch(() => undefined)
    return !stats || stats.bavail * stats.bsize >= minFreeBytes
  }
  return {
    rejectWhenFull: async () => {
      if (!(await hasSpace())) throw new DiskFull()
    },
    /** Logs at most once a minute. */
    recordDiskFull: (refusal: DiskFull) => {
      const now = performance.now()
      if (refusal.cause) failedAt = now
      if (now - loggedAt < logMs) return
      loggedAt = now
      log.error('The disk is full: changes are refused until space is free')
    },
    isFull: async () => performance.now() - failedAt < notReadyMs || !(await hasSpace()),
  }
}
