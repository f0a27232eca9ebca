import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { tryLock, unlock } from 'fs-native-extensions'
import { makeFolder } from '../../durable'

export class FolderInUse extends Error {}

/**
 * Creates the folder and locks it for this process. Two processes on one embedded database lose rows without an error,
 * so the second one fails to start.
 */
export const lockDataFolder = (folder: string) =>
  lockFolder(
    folder,
    'lock',
    `Another Alajo server is using the data folder ${folder}. Stop it first, or choose another folder with DATA_DIR.`,
  )

/**
 * Creates a folder and locks a file in it for this process; throws a FolderInUse with this message if another one has the
 * lock. The kernel releases it with the process: it can't become stale. Returns a function that releases it.
 */
export async function lockFolder(folder: string, file: string, inUse: string): Promise<() => void> {
  await makeFolder(folder)
  const handle = openSync(path.join(folder, file), 'w')
  if (!tryLock(handle)) {
    closeSync(handle)
    throw new FolderInUse(inUse)
  }
  return () => {
    unlock(handle)
    closeSync(handle)
  }
}
