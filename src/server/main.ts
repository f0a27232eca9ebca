import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfigError, loadDotEnv, readConfig } from './config'
import { FolderInUse } from './dataFolder'
import { demoAccounts, demoPassword } from './db/demo'
import { databaseError, databaseTrouble } from './refusals'
import { start } from './start'
import { stopOnSignals } from './stopping'

/** The console is the user's here; everything after the start goes to the log. */
const say = (text: string) => process.stdout.write(`${text}\n`)

const stopLater = stopOnSignals((text) => process.stderr.write(`${text}\n`))
loadDotEnv()
const portalFolder = fileURLToPath(new URL('../client', import.meta.url))

try {
  const config = readConfig(process.env)
  const running = await start(config, {
    portalFolder: existsSync(portalFolder) ? portalFolder : undefined,
    onDemoCode: (email, code) => say(`Sign-in token for ${email}: ${code}`),
  })
  stopLater(running)
  say(`\nAlajo is ready: ${running.url}`)
  if (config.demo) {
    say(`\nDemo accounts, all with the password ${demoPassword}:`)
    for (const { email, role } of demoAccounts) say(`  ${email.padEnd(28)} ${role}`)
    say('The sign-in token of the second step appears here and in the outbox of the data folder.\n')
  }
} catch (error) {
  const known = error instanceof ConfigError || error instanceof FolderInUse
  process.stderr.write(`${known ? error.message : `Alajo could not start. ${explain(error)}`}\n`)
  process.exit(1)
}

function explain(error: unknown): string {
  // The query builder wraps what the driver says.
  const code = databaseError(error)?.code ?? ''
  if (code === 'EADDRINUSE') return 'The port is taken: choose another one with PORT.'
  const trouble = databaseTrouble(error)
  if (trouble === 'lost') return 'The database of DATABASE_URL does not answer.'
  if (trouble === 'limit') return 'The database of DATABASE_URL is starting, or has no connection to spare.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
