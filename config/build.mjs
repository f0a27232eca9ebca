import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { cp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { writeManifests } from './release.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const release = path.join(root, 'dist')
const stampFile = path.join(release, 'stamp.json')

/** Identifies the sources of a build, independent of their folder: the same hash needs no new build. */
export async function sourceHash() {
  const hash = createHash('sha256')
  for (const [name, value] of Object.entries(environment()).toSorted(([a], [b]) => a.localeCompare(b)))
    if (name.startsWith('VITE_') && value !== '') hash.update(`${name}=${value}\n`)
  const sources = [
    'src',
    'public',
    'config',
    'index.html',
    'vite.config.ts',
    'package.json',
    'package-lock.json',
  ]
  for (const top of sources)
    for (const file of await filesIn(path.join(root, top)))
      hash.update(path.relative(root, file).replaceAll(path.sep, '/')).update(await readFile(file))
  return hash.digest('hex')
}

/** Merged as the build and the server do it: environment variables override the file. */
function environment() {
  const file = path.join(root, '.env')
  return { ...(existsSync(file) && parseEnv(readFileSync(file, 'utf8'))), ...process.env }
}

const readStamp = () =>
  readFile(stampFile, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}))
export const isBuilt = async () => (await readStamp()).hash === (await sourceHash())

/** Builds beside `dist` and swaps: a build that fails or is interrupted leaves the current release in place. */
export async function build() {
  const building = `${release}.making-${process.pid}`
  const discard = () => rmSync(building, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      discard()
      process.exit(1)
    })
  try {
    await removeAbandoned()
    await buildRelease(building)
    await swap(building)
  } finally {
    discard()
  }
}

async function buildRelease(folder) {
  const client = path.join(folder, 'client')
  const hash = await sourceHash()
  // Also where NODE_ENV is set for the server: a development build of the portal is slow and has no service worker.
  process.env.NODE_ENV = 'production'
  const { build: viteBuild } = await import('vite')
  await viteBuild({ root, logLevel: 'error', build: { outDir: client } })
  const assets = await readdir(path.join(client, 'assets'))
  for (const [name, content] of await earlierAssets())
    if (!assets.includes(name)) await writeFile(path.join(client, 'assets', name), content)
  for (const file of await filesIn(client)) await precompress(file)
  await buildServer(path.join(folder, 'server'))
  await writeManifests(root, folder)
  await writeFile(path.join(folder, 'stamp.json'), JSON.stringify({ hash, assets }))
  for (const file of await filesIn(folder)) await sync(file)
}

/** A power cut would leave a release with empty files, which its stamp calls whole. */
async function sync(file) {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

/** A folder with files can't be replaced in one step: the release is absent between two renames. */
async function swap(built) {
  const replaced = `${release}.replaced-${process.pid}`
  const hadRelease = await rename(release, replaced).then(
    () => true,
    (error) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
  try {
    await rename(built, release)
  } catch (error) {
    if (hadRelease) await rename(replaced, release)
    throw error
  }
  await rm(replaced, { recursive: true, force: true })
}

/** Cleans up after killed builds, which are known by the process id in the folder name. */
async function removeAbandoned() {
  for (const name of await readdir(root)) {
    const [, kind, pid] = /^dist\.(making|replaced)-(\d+)$/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    if (kind === 'replaced' && !existsSync(release)) await rename(path.join(root, name), release)
    else await rm(path.join(root, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * The server and its migrations, which it reads from its own folder.
 * @param {string} [outDir]
 * @param {Record<string, string>} [input] Additional entry points, by name.
 */
export async function buildServer(outDir = 'dist/server', input = {}) {
  const { build: viteBuild } = await import('vite')
  await viteBuild({
    root,
    configFile: path.join(root, 'config/vite.server.config.ts'),
    logLevel: 'error',
    build: { outDir, rolldownOptions: { input } },
  })
  await guard(path.resolve(root, outDir))
  await cp(path.join(root, 'src/server/db/migrations'), path.resolve(root, outDir, 'migrations'), {
    recursive: true,
  })
}

/** Each program by a file that an old Node can read, and says so. */
async function guard(folder) {
  await cp(path.join(root, 'config/checkNode.mjs'), path.join(folder, 'checkNode.mjs'))
  for (const file of await readdir(folder)) {
    const [, name] = /^(.+)\.program\.js$/.exec(file) ?? []
    if (name)
      await writeFile(path.join(folder, `${name}.js`), `import './checkNode.mjs'\n\nimport('./${file}')\n`)
  }
}

/** The hashed files of the previous release stay on the server: open tabs still request them. */
async function earlierAssets() {
  const names = (await readStamp()).assets ?? []
  const files = names.map(async (name) => [
    name,
    await readFile(path.join(release, 'client/assets', name)).catch(() => null),
  ])
  return (await Promise.all(files)).filter(([, content]) => content !== null)
}

async function precompress(file) {
  if (!/\.(js|css|html|svg|webmanifest)$/.test(file)) return
  const content = await readFile(file)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
}

async function filesIn(place) {
  const entries = await readdir(place, { withFileTypes: true, recursive: true }).catch(() => undefined)
  if (!entries) return [place]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** Runs the server's check of its environment from source: before the first build there is no compiled one. */
async function configurationErrors(env) {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(path.join(root, 'src/server/config.ts'), { configFile: false })
  try {
    module.readConfig(env)
    return undefined
  } catch (error) {
    if (error instanceof module.ConfigError) return error.message
    throw error
  }
}

/** node config/build.mjs --for-start: with the flag, it stops at a configuration that the server would reject. */
export async function main(forStart) {
  // Read first: a build sets NODE_ENV, which the server's check reads.
  const env = environment()
  const errors = forStart ? await configurationErrors(env) : undefined
  if (errors) {
    process.stderr.write(`${errors}\n`)
    return 1
  }
  if (forStart) process.stdout.write('Building the portal and the server, half a minute …\n')
  await build()
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.includes('--for-start'))
}
