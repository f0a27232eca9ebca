import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'

/** A migration of a release. Its time, in milliseconds, identifies it: files are never changed, but their comments may be. */
export type Migration = {
  name: string
  time: number
  hash: string
  statements: readonly string[]
  /** Builds indexes concurrently, or changes rows in batches, while other servers keep writing: each statement commits separately. */
  isConcurrent: boolean
  /** For a contract, which removes what an earlier release used: the first release that runs after it. */
  oldestRelease: string | undefined
}

const noTransaction = /^\s*-- no transaction$/m
const contract = /^-- contract: (\d+\.\d+\.\d+)$/m

/** The migrations of a folder that drizzle-kit writes, oldest first. */
export function readMigrations(folder: string): Migration[] {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, at) => ({
    name: journal.entries[at]?.tag ?? '',
    time: folderMillis,
    hash,
    statements: sql,
    isConcurrent: noTransaction.test(sql[0] ?? ''),
    oldestRelease: contract.exec(sql[0] ?? '')?.[1],
  }))
}
