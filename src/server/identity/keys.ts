import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Config, ConfigError, keyFrom } from '../config'

const bytes = 32

/** A key and its id, which each sealed number carries. The id follows from the key and reveals nothing of it. */
export type IdentityKey = { id: string; key: Buffer }

/** The keys of customers' identity numbers. The first one seals; all of them open. */
export type IdentityKeys = {
  sealing: IdentityKey
  byId: ReadonlyMap<string, IdentityKey>
  from: 'environment' | 'file'
}

export function identityKeysOf(keys: readonly Buffer[], from: IdentityKeys['from']): IdentityKeys {
  const all = keys.map((key) => ({ id: idOf(key), key }))
  const [sealing] = all
  if (!sealing) throw new ConfigError('There is no key for BVN and NIN.')
  return { sealing, byId: new Map(all.map((one) => [one.id, one])), from }
}

const idOf = (key: Buffer) =>
  createHmac('sha256', key).update('id of an identity key').digest('hex').slice(0, 12)

type Place = Pick<Config, 'dataDir' | 'identityKeys'>

/** From IDENTITY_KEY and IDENTITY_OLD_KEYS, or else from a file in the data folder, made at the first start. */
export async function loadIdentityKeys({ dataDir, identityKeys }: Place): Promise<IdentityKeys> {
  if (identityKeys.length > 0) return identityKeysOf(identityKeys, 'environment')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const file = fileIn(dataDir)
  const mine = await writeKeys(file, [randomBytes(bytes)])
  // Linking is atomic: the file is complete when it appears, and of two concurrent starts only one creates it.
  await link(mine, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(mine)
  return identityKeysOf(await keysIn(file), 'file')
}

/** Puts a new key before those of the file. It seals from now on; the others stay, to open. */
export async function addKeyToFile(dataDir: string): Promise<IdentityKeys> {
  const file = fileIn(dataDir)
  const all = [randomBytes(bytes), ...(await keysIn(file))]
  await rename(await writeKeys(file, all), file)
  return identityKeysOf(all, 'file')
}

const fileIn = (dataDir: string) => path.join(dataDir, 'identity.key')

/** Writes a file beside this one, readable by the server's user alone, and returns its name. */
async function writeKeys(file: string, keys: readonly Buffer[]) {
  const mine = `${file}.${randomUUID()}`
  const lines = keys.map((key) => `${key.toString('base64')}\n`)
  await writeFile(mine, lines.join(''), { mode: 0o600, flag: 'wx' })
  return mine
}

async function keysIn(file: string): Promise<Buffer[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  const keys = lines.map(keyFrom)
  if (keys.length > 0 && keys.every((key) => key !== undefined)) return keys
  throw new ConfigError(
    `The keys in ${file} are damaged. Restore the file from a backup: without it no recorded BVN or NIN can be read.`,
  )
}
