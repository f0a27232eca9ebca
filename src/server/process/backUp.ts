import { archiveOf } from '../backup/archive'
import { type Backup, makeBackup, newestIn, passphraseOf, readBackup, rehearse } from '../backup/folder'
import { type Restored, restoreArchive } from '../backup/restore'
import { recordProven } from '../backup/state'
import { databaseTime, machineClock } from '../clock/databaseTime'
import type { Config } from '../config'
import { openDatabase } from '../db/database'
import { openFileStore } from '../files/fileStore'
import { runningServer } from './backupChannel'

type Books = {
  now: Date
  archive: () => Promise<AsyncIterable<Buffer>>
  recordProven: (takenAt: Date) => Promise<unknown>
  close: () => Promise<void>
}

/** Backs up the configured books into a folder, proves the backup and records that it is proven. Servers may run meanwhile. */
export async function backUp(config: Config, folder: string): Promise<Backup> {
  const passphrase = await passphraseOf(config)
  const books = await openBooks(config)
  try {
    const backup = await makeBackup({ folder, config, passphrase, archive: books.archive, now: books.now })
    await books.recordProven(backup.takenAt)
    return backup
  } finally {
    await books.close()
  }
}

/** The database itself; or the running server, if it has the embedded one. */
async function openBooks(config: Config): Promise<Books> {
  const server = config.databaseUrl ? undefined : await runningServer(config.dataDir)
  if (server) return { ...server, now: machineClock.now(), close: async () => {} }
  const { database, close } = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  const files = openFileStore(config)
  const now = await databaseTime(database)
  return {
    now,
    archive: async () => archiveOf({ database, files, config, now }),
    recordProven: (takenAt) => recordProven(database, takenAt),
    close,
  }
}

/** Restores a backup, or the newest of a folder, into the configured database, which is empty. */
export async function restoreBackup(config: Config, place: string): Promise<Restored & { file: string }> {
  const passphrase = await passphraseOf(config)
  const file = await newestIn(place)
  const restored = await restoreArchive(readBackup(file, passphrase), {
    config,
    files: openFileStore(config),
  })
  return { ...restored, file }
}

/** Restores a backup, or the newest of a folder, into an empty place, and removes it again. */
export async function testBackup(config: Config, place: string): Promise<Restored & { file: string }> {
  const passphrase = await passphraseOf(config)
  const file = await newestIn(place)
  return { ...(await rehearse(file, passphrase, config)), file }
}
