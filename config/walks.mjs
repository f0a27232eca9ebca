import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** node config/walks.mjs walks [seed]: so many random walks on a bad network, each from a seed of its own. */
const [walks, seed = '1'] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(walks ?? '') || !/^[1-9]\d*$/.test(seed)) {
  process.stderr.write('How many walks? For example: npm run faults:walks -- 500\n')
  process.exit(2)
}
const child = spawn('npx', ['playwright', 'test', '--config', 'config/playwright.config.ts', 'walks.spec'], {
  stdio: 'inherit',
  env: { ...process.env, WALKS: walks, SEED: seed },
  shell: process.platform === 'win32',
})
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
