import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, putFile } from '../durable'
import { maxFileBytes } from './fileTypes'

/** Stores files in one folder without subfolders. */
export const folderStore = (folder: string) => ({
  async read(name: string): Promise<Buffer | undefined> {
    const handle = await open(path.join(folder, name), flags).catch((error: NodeJS.ErrnoException) => {
      if (notThere.has(error.code ?? '')) return undefined
      throw error
    })
    try {
      const stats = await handle?.stat()
      if (!stats?.isFile()) return undefined
      if (stats.size > maxFileBytes) throw new Error('A stored file is larger than the server reads.')
      return await handle?.readFile()
    } finally {
      await handle?.close()
    }
  },

  async put(name: string, bytes: Uint8Array) {
    await makeFolder(folder)
    await putFile(path.join(folder, name), bytes)
  },

  remove: (name: string) => rm(path.join(folder, name), { force: true }),
})

/** Does not follow symbolic links or block on pipes. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const notThere = new Set(['ENOENT', 'ELOOP', 'EMLINK'])
