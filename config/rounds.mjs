import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from './postgres.mjs'

/** node config/rounds.mjs [--both] file rounds: that file of the server's tests on PostgreSQL, with so many rounds;
 *  with --both on the embedded database as well. */
const given = process.argv.slice(2)
const both = given[0] === '--both'
const [file, rounds] = both ? given.slice(1) : given
if (!file || !/^[1-9]\d*$/.test(rounds ?? '')) {
  process.stderr.write('How many rounds? For example: npm run race:wallets -- 1000\n')
  process.exit(2)
}

async function run(on, env) {
  if (both) process.stdout.write(`\n=== ${on}\n`)
  const vitest = ['vitest', 'run', '--config', 'config/vitest.config.ts', '--project', 'server', file]
  const child = spawn('npx', vitest, {
    stdio: 'inherit',
    env: { ...process.env, ...env, ROUNDS: rounds },
    shell: process.platform === 'win32',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = code ?? 1
}

delete process.env.TEST_DATABASE_URL
if (both) await run('embedded', {})
const { url, stop } = await startPostgres()
try {
  await run('PostgreSQL', { TEST_DATABASE_URL: url })
} finally {
  await stop()
}
