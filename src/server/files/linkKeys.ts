import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isAhead } from '../clock/stored'
import { ConfigError } from '../config'
import { makeFile, makeFolder, putFile } from '../durable'

const bytes = 32
/** How long a new key only opens links: until then every server has read it. */
const preparedMs = 10 * 60_000
/** How long the key before still opens what it signed, with room for clocks that differ: links last a minute. */
const opensMs = 5 * 60_000

/** A key and when it begins to sign, in milliseconds since 1970. */
type LinkKey = { key: Buffer; from: number }

/** The keys of links, oldest first: the last one that has begun signs, all of them open. */
export type LinkKeys = {
  signing: (now: Date) => Buffer
  all: () => readonly Buffer[]
  /** Reads the file again. Rejects, and keeps the keys, if that fails. */
  reload: () => Promise<void>
}

/** From a file in the data folder, made at the first start, so that links survive a restart. */
export async function loadLinkKeys(dataDir: string): Promise<LinkKeys> {
  const file = fileIn(dataDir)
  await makeFolder(dataDir)
  // Of two concurrent starts only one makes it.
  await makeFile(file, textOf([{ key: randomBytes(bytes), from: 0 }]))
  let keys = await keysIn(file)
  return {
    signing: (now) => (keys[signingAt(keys, now)] as LinkKey).key,
    all: () => keys.map(({ key }) => key),
    reload: async () => {
      keys = await keysIn(file)
    },
  }
}

/** Adds a key, which signs in ten minutes. Returns when. */
export async function rotateLinkKeys(dataDir: string, now: Date): Promise<Date> {
  await loadLinkKeys(dataDir)
  const file = fileIn(dataDir)
  const keys = await keysIn(file)
  const at = signingAt(keys, now)
  const isNeeded = (_key: LinkKey, index: number) =>
    index === at || (index < at && (keys[index + 1]?.from ?? 0) > now.getTime() - opensMs)
  const from = now.getTime() + preparedMs
  await putFile(file, textOf([...keys.filter(isNeeded), { key: randomBytes(bytes), from }]))
  return new Date(from)
}

const fileIn = (dataDir: string) => path.join(dataDir, 'file-links.key')

/**
 * Which key signs: the last one that has begun, or the first one if the clock was set back. One that begins later than the rotation
 * of a right clock says has begun.
 */
const signingAt = (keys: readonly LinkKey[], now: Date) =>
  Math.max(
    keys.findLastIndex(({ from }) => from <= now.getTime() || isAhead(new Date(from), now, preparedMs)),
    0,
  )

/** A key and its time a line. */
const textOf = (keys: readonly LinkKey[]) =>
  keys.map(({ key, from }) => `${key.toString('base64')} ${new Date(from).toISOString()}\n`).join('')

async function keysIn(file: string): Promise<LinkKey[]> {
  const content = await readFile(file)
  // One key as bare bytes: the file of a release before keys could be rotated.
  if (content.length === bytes) return [{ key: content, from: 0 }]
  const keys = content
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [text = '', time = ''] = line.split(' ')
      return { key: Buffer.from(text, 'base64'), from: Date.parse(time) }
    })
  if (keys.length > 0 && keys.every(({ key, from }) => key.length === bytes && !Number.isNaN(from)))
    return keys
  throw new ConfigError(`The keys in ${file} are damaged. Remove the file: the next start makes a new one.`)
}
