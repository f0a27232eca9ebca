import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './build.mjs'

/** `npm start`: builds what is not built, then starts. With an argument: another command of the server. */
const commands = {
  'create-superadmin': 'createSuperadmin',
  'sign-in-token': 'signInToken',
  'verify-audit': 'verifyAudit',
  'verify-ledger': 'verifyLedger',
}
const entry = commands[process.argv[2]] ?? 'main'

if (!(await isBuilt())) {
  process.stdout.write('Building Alajo, a moment please …\n')
  // In a process of its own: a build sets NODE_ENV, which means something to the server.
  const script = fileURLToPath(new URL('build.mjs', import.meta.url))
  const { status } = spawnSync(process.execPath, [script], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
await import(new URL(`../dist/server/${entry}.js`, import.meta.url).href)
