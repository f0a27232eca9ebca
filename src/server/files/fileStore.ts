import path from 'node:path'
import type { Config } from '../config'
import { bucketStore } from './bucketStore'
import { folderStore } from './folderStore'
import { maxFileBytes } from './fileTypes'

/** Stores small files by name: a photo of a card, a scanned bill. */
export type FileStore = {
  /** Undefined if there is no file of that name. */
  read: (name: string) => Promise<Buffer | undefined>
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Succeeds if there is no such file. */
  remove: (name: string) => Promise<void>
}

/** Without dots and slashes, so that a name can't leave the folder. */
const isName = (name: string) => /^[a-z0-9][a-z0-9-]{0,99}$/.test(name)

/** In DATA_DIR/files, or in the bucket of FILES_URL. */
export function openFileStore({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): FileStore {
  const store = bucket ? bucketStore(bucket) : folderStore(path.join(dataDir, 'files'))
  return {
    read: async (name) => (isName(name) ? store.read(name) : undefined),
    put: async (name, bytes) => {
      if (!isName(name) || bytes.length > maxFileBytes)
        throw new Error('The file store does not take this file.')
      await store.put(name, bytes)
    },
    remove: async (name) => {
      if (isName(name)) await store.remove(name)
    },
  }
}
