import { statfs } from 'node:fs/promises'
import { DiskFull } from '../errors/refusals'
import type { Services } from '../services'

/** The embedded database hangs where it finds no room for a segment of its log (16 MiB), so changes stop before. */
const minFreeBytes = 32 * 1024 * 1024
/** A load balancer sends nothing to a server that is not ready, which could then never see that there is room again. */
const notReadyMs = 30_000
const logMs = 60_000

/** Whether there is room to write: asked of the disk before each change, and learned from what failed. */
export function watchDisk({ config, singleConnection, log }: Services) {
  let failedAt = Number.NEGATIVE_INFINITY
  let loggedAt = Number.NEGATIVE_INFINITY
  const hasRoom = async () => {
    if (!singleConnection) return true
    const found = await statfs(config.dataDir).catch(() => undefined)
    return !found || found.bavail * found.bsize >= minFreeBytes
  }
  return {
    rejectWhenFull: async () => {
      if (!(await hasRoom())) throw new DiskFull()
    },
    /** One line a minute, however many changes fail. */
    recordDiskFull: (refusal: DiskFull) => {
      const now = performance.now()
      if (refusal.cause) failedAt = now
      if (now - loggedAt < logMs) return
      loggedAt = now
      log.error('The disk is full: changes are refused until there is room')
    },
    isFull: async () => performance.now() - failedAt < notReadyMs || !(await hasRoom()),
  }
}
