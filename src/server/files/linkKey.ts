import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError } from '../config'

const bytes = 32

/** Loads the key that signs links; created in the data folder at the first start, so that links survive a restart. */
export async function loadLinkKey(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'file-links.key')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // Linking is atomic: the file is complete when it appears, and of two concurrent starts only one creates it.
  const mine = `${file}.${randomUUID()}`
  await writeFile(mine, randomBytes(bytes), { mode: 0o600, flag: 'wx' })
  await link(mine, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(mine)
  const key = await readFile(file)
  if (key.length === bytes) return key
  throw new ConfigError(`The key in ${file} is damaged. Remove the file: the next start makes a new one.`)
}
