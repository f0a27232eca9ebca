import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Config, loadDotEnv, readConfig } from './config'
import { demoAccounts, demoPassword } from './demo/demo'
import { start } from './process/start'
import { explainStart } from './process/startFaults'
import { stopOnSignals } from './process/stopping'

/** The console is the user's here; everything after the start goes to the log. */
const say = (text: string) => process.stdout.write(`${text}\n`)

const stopLater = stopOnSignals((text) => process.stderr.write(`${text}\n`))
const portalFolder = fileURLToPath(new URL('../client', import.meta.url))

let config: Config | undefined
try {
  loadDotEnv()
  config = readConfig(process.env)
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
  process.stderr.write(`${explainStart(error, config?.dataDir)}\n`)
  process.exit(1)
}
