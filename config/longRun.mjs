import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** node config/longRun.mjs spec VARIABLE rounds [seed]: one test of the portal with so many rounds, from a seed on. */
const [spec, variable, rounds, seed = '1'] = process.argv.slice(2)
if (!spec || !variable || !/^[1-9]\d*$/.test(rounds ?? '') || !/^[1-9]\d*$/.test(seed)) {
  process.stderr.write(
    'How many rounds? For example: npm run faults:walks -- 500, or npm run faults:lock -- 30\n',
  )
  process.exit(2)
}
const child = spawn('npx', ['playwright', 'test', '--config', 'config/playwright.config.ts', spec], {
  stdio: 'inherit',
  env: { ...process.env, [variable]: rounds, SEED: seed },
  shell: process.platform === 'win32',
})
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
