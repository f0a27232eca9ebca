import { type Config, loadDotEnv, readConfig } from '../config'
import { type Database, openDatabase } from '../db/database'
import { explainStartError } from '../process/startErrors'
import { endAtUncaughtErrors } from '../process/uncaught'

/** Runs a one-off command on the configured database. */
export const runCommand = (act: (database: Database, config: Config) => Promise<void>) =>
  runProgram(async (config) => {
    const opened = await openDatabase(
      { url: config.databaseUrl, dataDir: config.dataDir },
      { onWait: sayWaiting },
    )
    try {
      await act(opened.database, config)
    } finally {
      await opened.close()
    }
  })

/** Runs a one-off command with the server's configuration. On an error it prints a line and exits with code 1. */
export async function runProgram(act: (config: Config) => Promise<void>) {
  endAtUncaughtErrors()
  let config: Config | undefined
  try {
    loadDotEnv()
    config = readConfig(process.env)
    await act(config)
  } catch (error) {
    process.stderr.write(`${explainStartError(error, config?.dataDir)}\n`)
    process.exitCode = 1
  }
}

const sayWaiting = (seconds: number) =>
  process.stdout.write(`A server is preparing this database. Waiting for ${seconds} s …\n`)
