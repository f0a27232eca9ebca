import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from './postgres.mjs'

/** node config/rounds.mjs file rounds: that file of the server's tests on PostgreSQL, with so many rounds. */
const [file, rounds] = process.argv.slice(2)
if (!file || !/^[1-9]\d*$/.test(rounds ?? '')) {
  process.stderr.write('How many rounds? For example: npm run race:wallets -- 1000\n')
  process.exit(2)
}
const { url, stop } = await startPostgres()
try {
  const vitest = ['vitest', 'run', '--config', 'config/vitest.config.ts', '--project', 'server', file]
  const child = spawn('npx', vitest, {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url, ROUNDS: rounds },
    shell: process.platform === 'win32',
  })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
} finally {
  await stop()
}
