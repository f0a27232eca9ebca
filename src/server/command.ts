import { ConfigError, loadDotEnv, readConfig } from './config'
import { FolderInUse } from './dataFolder'
import { type Database, openDatabase } from './db/database'

/** A one-off command, configured as the server is. What the user can mend is said in a line; exit code 1. */
export async function runCommand(act: (database: Database) => Promise<void>) {
  loadDotEnv()
  try {
    const config = readConfig(process.env)
    const opened = await openDatabase(
      { url: config.databaseUrl, dataDir: config.dataDir },
      { onWait: sayWaiting },
    )
    try {
      await act(opened.database)
    } finally {
      await opened.close()
    }
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof FolderInUse
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  }
}

const sayWaiting = (seconds: number) =>
  process.stdout.write(`A server is preparing this database. Waiting for ${seconds} s …\n`)
