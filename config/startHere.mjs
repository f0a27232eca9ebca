import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './build.mjs'
import { programs } from './release.mjs'

/** `npm start`: builds if the sources changed, then starts. With an argument: runs another command of the server. */
const program = programs[process.argv[2]] ?? 'main'
const parent = process.ppid
const envFile = fileURLToPath(new URL('../.env', import.meta.url))

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Builds in a child process, which ends with this one. */
async function build() {
  const script = fileURLToPath(new URL('build.mjs', import.meta.url))
  const child = spawn(process.execPath, [script, '--for-start'], { stdio: 'inherit' })
  let interrupted = false
  const end = () => {
    interrupted = true
    child.kill('SIGTERM')
  }
  const signals = ['SIGINT', 'SIGTERM']
  for (const signal of signals) process.on(signal, end)
  const watch = setInterval(() => process.ppid !== parent && end(), 500)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  for (const signal of signals) process.off(signal, end)
  if (interrupted || code !== 0) process.exit(code || 1)
}

if (existsSync(envFile)) process.loadEnvFile(envFile)
// By default a clone runs in development mode, a release in production mode.
process.env.NODE_ENV ||= 'development'
if (program === 'main') process.stdout.write('Starting Alajo …\n')
if (!(await isBuilt())) {
  if (process.env.NODE_ENV === 'production')
    fail(
      'There is no build of these sources and this configuration, and none is made in production. ' +
        'Run npm run build with the same VITE_ variables first, or start a release (docs/run/install.md).',
    )
  if (!existsSync(new URL('../node_modules/vite', import.meta.url)))
    fail('The packages that build Alajo are not installed. Run npm ci --include=dev first.')
  await build()
}
await import(new URL(`../dist/server/${program}.js`, import.meta.url).href)
