import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { tryLock, unlock } from 'fs-native-extensions'

export class FolderInUse extends Error {}

/**
 * Creates the folder and locks it for this process. Two processes on one embedded database lose rows without an error,
 * so the second one fails to start. The kernel releases the lock with the process: it can't become stale.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const handle = openSync(path.join(folder, 'lock'), 'w')
  if (!tryLock(handle)) {
    closeSync(handle)
    throw new FolderInUse(
      `Another Alajo server is using the data folder ${folder}. Stop it first, or choose another folder with DATA_DIR.`,
    )
  }
  return () => {
    unlock(handle)
    closeSync(handle)
  }
}
