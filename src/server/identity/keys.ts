import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Config, ConfigError, keyFrom } from '../config'
import { makeFile, makeFolder, putFile } from '../durable'

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
  await makeFolder(dataDir)
  const file = fileIn(dataDir)
  // Of two concurrent starts only one makes it.
  await makeFile(file, textOf([randomBytes(bytes)]))
  return identityKeysOf(await keysIn(file), 'file')
}

/** Puts a new key before those of the file. It seals from now on; the others stay, to open. */
export async function addKeyToFile(dataDir: string): Promise<IdentityKeys> {
  const file = fileIn(dataDir)
  const all = [randomBytes(bytes), ...(await keysIn(file))]
  await putFile(file, textOf(all))
  return identityKeysOf(all, 'file')
}

const fileIn = (dataDir: string) => path.join(dataDir, 'identity.key')

/** A key a line. */
const textOf = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('')

async function keysIn(file: string): Promise<Buffer[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  const keys = lines.map(keyFrom)
  if (keys.length > 0 && keys.every((key) => key !== undefined)) return keys
  throw new ConfigError(
    `The keys in ${file} are damaged. Restore the file from a backup: without it no recorded BVN or NIN can be read.`,
  )
}
