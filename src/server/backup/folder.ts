import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Config, ConfigError } from '../config'
import { makeFolder, syncFolder } from '../durable'
import { FolderInUse, lockFolder } from '../db/embedded/dataFolder'
import { databaseTrouble } from '../errors/refusals'
import { folderStore } from '../files/folderStore'
import { open as openSealed, seal } from './cipher'
import { restoreArchive, type Restored } from './restore'

/** A proven backup, named by the time whose books it has: the last name is the newest. */
const isBackup = (name: string) => /^alajo-[\dT]+Z\.backup$/.test(name)
const nameAt = (now: Date) => `alajo-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`
const unfinished = '.unfinished'
const minPassphrase = 12

export type Backup = Restored & { file: string; bytes: number }

type Making = {
  folder: string
  config: Pick<Config, 'dataDir'>
  passphrase: string
  archive: () => Promise<AsyncIterable<Buffer>>
  now: Date
}

/**
 * Seals an archive into a file of this folder and proves it: the file is restored into an empty embedded database. Only then
 * it gets its name, so that a folder never has a backup that was not restored, and whatever interrupts this leaves the
 * last good one.
 */
export async function makeBackup({ folder, config, passphrase, archive, now }: Making): Promise<Backup> {
  const unlock = await lockBackups(folder)
  const file = path.join(folder, nameAt(now))
  const making = `${file}${unfinished}`
  try {
    for (const name of await readdir(folder))
      if (name.endsWith(unfinished)) await rm(path.join(folder, name), { force: true })
    const bytes = await writeSealed(making, passphrase, await archive()).catch(namingFolder(folder))
    const restored = await rehearse(making, passphrase, config)
    await rename(making, file)
    await syncFolder(folder)
    return { ...restored, file, bytes }
  } finally {
    // On a full disk it would take the room that the next one needs.
    await rm(making, { force: true })
    unlock()
  }
}

async function lockBackups(folder: string) {
  try {
    return await lockFolder(folder, '.lock', `Another backup into ${folder} is running.`)
  } catch (error) {
    throw error instanceof FolderInUse ? error : folderFault(folder, error)
  }
}

/** Only what a file says: a fault of the books that are read stays what it is. */
const namingFolder = (folder: string) => (error: unknown) => {
  const { code = '', syscall } = error as NodeJS.ErrnoException
  throw syscall !== undefined && /^E[A-Z]+$/.test(code) && fileCalls.has(syscall)
    ? folderFault(folder, error)
    : error
}
const fileCalls = new Set(['open', 'write', 'fsync', 'fstat', 'close'])

const folderFault = (folder: string, error: unknown) => {
  const { code = '' } = error as NodeJS.ErrnoException
  return new ConfigError(
    `Backups can’t be written to ${folder}: ${folderReasons[code] ?? `its disk fails (${code})`}.`,
    {
      cause: error,
    },
  )
}
const folderReasons: Record<string, string> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it can only be read',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
}

/** At the start: a backup that can't be made at night is found out now. Throws a ConfigError that names the variable. */
export async function checkBackupSettings(config: Pick<Config, 'backup'>) {
  const { folder, passphrase, passphraseFile } = config.backup
  if (passphrase !== undefined || passphraseFile !== undefined) await passphraseOf(config)
  if (folder === undefined) return
  try {
    await makeFolder(folder)
    // Also where the system answers for a user who may do everything.
    const probe = path.join(folder, `.probe-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new ConfigError(`BACKUP_FOLDER: ${folderFault(folder, error).message}`, { cause: error })
  }
}

async function writeSealed(file: string, passphrase: string, archive: AsyncIterable<Buffer>) {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeFile(handle, seal(passphrase, archive))
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

export const readBackup = (file: string, passphrase: string): AsyncIterable<Buffer> =>
  openSealed(passphrase, createReadStream(file) as AsyncIterable<Buffer>)

/**
 * Restores a backup into an empty embedded database beside the data, and removes it again. It is not encrypted there, and so
 * stays in DATA_DIR.
 */
export async function rehearse(
  file: string,
  passphrase: string,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<Restored> {
  const place = path.join(dataDir, 'restore-test')
  const unlock = await lockFolder(
    dataDir,
    'restore-test.lock',
    `Another backup is being tested in ${dataDir}.`,
  )
  try {
    // Of a test that was killed.
    await rm(place, { recursive: true, force: true })
    return await restoreArchive(readBackup(file, passphrase), {
      config: { databaseUrl: undefined, dataDir: place },
      files: folderStore(path.join(place, 'files')),
    }).catch((error: unknown) => {
      if (databaseTrouble(error) !== 'full') throw error
      throw new ConfigError(`The backup can’t be tested in ${place}: the disk of DATA_DIR is full.`, {
        cause: error,
      })
    })
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 5 })
    unlock()
  }
}

/** The newest backup of a folder; a file stands for itself. */
export async function newestIn(place: string): Promise<string> {
  const stats = await stat(place).catch(() => undefined)
  if (stats?.isFile()) return place
  const names = await readdir(place).catch(() => [])
  const newest = names.filter(isBackup).toSorted().at(-1)
  if (!newest) throw new ConfigError(`There is no backup in ${place}.`)
  return path.join(place, newest)
}

/** Deletes all but the newest backups of a folder. */
export async function keepNewest(folder: string, keep: number) {
  const names = (await readdir(folder)).filter(isBackup).toSorted()
  for (const name of names.slice(0, -keep)) await rm(path.join(folder, name))
}

/** From BACKUP_PASSPHRASE or the first line of BACKUP_PASSPHRASE_FILE. */
export async function passphraseOf({ backup }: Pick<Config, 'backup'>): Promise<string> {
  const { passphrase, passphraseFile } = backup
  if (passphrase === undefined && passphraseFile === undefined)
    throw new ConfigError(
      'BACKUP_PASSPHRASE_FILE is missing: a backup is encrypted. Name a file with a passphrase, or set BACKUP_PASSPHRASE.',
    )
  const text =
    passphrase ??
    (await readFile(passphraseFile ?? '', 'utf8').catch((cause: unknown) => {
      throw new ConfigError(`BACKUP_PASSPHRASE_FILE ${passphraseFile} can’t be read.`, { cause })
    }))
  const [line = ''] = text.split(/\r?\n/)
  if (line.length < minPassphrase)
    throw new ConfigError(`The passphrase of backups must have at least ${minPassphrase} characters.`)
  return line
}
