import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, loadDotEnv, readConfig } from './config'
import { demoAccounts, demoPassword } from './demo/demo'
import { start } from './process/start'
import { explainStartError } from './process/startErrors'
import { stopOnSignals } from './process/stopping'

/** Start-up messages go to the console; everything after the start goes to the log. */
const print = (text: string) => process.stdout.write(`${text}\n`)

const stopLater = stopOnSignals((text) => process.stderr.write(`${text}\n`))
const portalFolder = fileURLToPath(new URL('../client', import.meta.url))

let config: Config | undefined
try {
  loadDotEnv()
  config = readConfig(process.env)
  const running = await start(config, {
    portalFolder: existsSync(portalFolder) ? portalFolder : undefined,
    onDemoCode: (email, code) => print(`Sign-in token for ${email}: ${code}`),
  })
  stopLater(running)
  print(`\nAlajo is ready: ${running.url}`)
  if (config.demo) {
    print(`\nDemo accounts, all with the password ${demoPassword}:`)
    for (const { email, role } of demoAccounts) print(`  ${email.padEnd(28)} ${role}`)
    print('The sign-in token of the second step appears here and in the outbox of the data folder.\n')
  }
} catch (error) {
  process.stderr.write(`${explainStartError(error, config?.dataDir)}\n`)
  process.exit(1)
}
