import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, loadDotEnv, readConfig } from './config'
import { admins } from './db/tables/schema'
import { demoAccounts, demoPassword } from './demo/demo'
import { isDemo } from './demo/isDemo'
import { start } from './process/start'
import type { Services } from './services'
import { explainStartError } from './process/startErrors'
import { stopOnSignals } from './process/stopping'
import { endAtUncaughtErrors } from './process/uncaught'

/** Start-up messages go to the console; everything after the start goes to the log. */
const print = (text: string) => process.stdout.write(`${text}\n`)

endAtUncaughtErrors()
const stopLater = stopOnSignals((text) => process.stderr.write(`${text}\n`))
const portalFolder = fileURLToPath(new URL('../client', import.meta.url))

let config: Config | undefined
try {
  loadDotEnv()
  config = readConfig(process.env)
  const running = await start(config, {
    portalFolder: existsSync(portalFolder) ? portalFolder : undefined,
    onStep: print,
    onDemoCode: (email, code) => print(`Sign-in token for ${email}: ${code}`),
  })
  // Before a signal can close the database.
  const next = await whatNext(running.services)
  stopLater(running)
  print(`\nAlajo is ready: ${running.url}`)
  if (next) print(next)
} catch (error) {
  process.stderr.write(`${explainStartError(error, config?.dataDir)}\n`)
  process.exit(1)
}

/** How to sign in: the demo accounts, how to create the first account, or where the tokens are. */
async function whatNext({ config, database }: Services): Promise<string> {
  if ((await database.$count(admins)) === 0) {
    const stop = config.databaseUrl ? '' : ' Stop this server first and start it again afterwards.'
    return `\nThere is no account yet. Create the first one with npm run create-superadmin.${stop}\n`
  }
  if (!config.demo) return ''
  const token = 'The sign-in token of the second step appears here and in the outbox of the data folder.\n'
  if (!(await isDemo(database))) return token
  const accounts = demoAccounts.map(({ email, role }) => `  ${email.padEnd(28)} ${role}\n`)
  return `\nDemo accounts, all with the password ${demoPassword}:\n${accounts.join('')}${token}`
}
