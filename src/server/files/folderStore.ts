import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
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
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Atomic, and never writes through a symbolic link.
    const unfinished = path.join(folder, `.${randomUUID()}`)
    await writeFile(unfinished, bytes, { mode: 0o600, flag: 'wx' })
    await rename(unfinished, path.join(folder, name))
  },

  remove: (name: string) => rm(path.join(folder, name), { force: true }),
})

/** Does not follow symbolic links or block on pipes. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
const notThere = new Set(['ENOENT', 'ELOOP', 'EMLINK'])
