import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = path.join(root, 'dist/client')
const stampFile = path.join(root, 'dist/stamp.json')

/** What the build is made of: when its hash has not moved, there is nothing to build. */
export async function sourceHash() {
  const hash = createHash('sha256')
  for (const [name, value] of Object.entries(process.env).toSorted(([a], [b]) => a.localeCompare(b)))
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}`)
  for (const top of ['src', 'public', 'config', 'index.html', 'vite.config.ts', '.env', 'package-lock.json'])
    for (const file of await filesUnder(path.join(root, top))) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

const readStamp = () =>
  readFile(stampFile, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}))
export const isBuilt = async () => (await readStamp()).hash === (await sourceHash())

export async function build() {
  const { build: viteBuild } = await import('vite')
  const earlier = await keepAside((await readStamp()).assets ?? [])
  await viteBuild({ root, logLevel: 'error' })
  const assets = await readdir(path.join(client, 'assets'))
  for (const [name, content] of earlier)
    if (!assets.includes(name)) await writeFile(path.join(client, 'assets', name), content)
  for (const file of await filesUnder(client)) await precompress(file)
  await buildServer()
  await writeFile(stampFile, JSON.stringify({ hash: await sourceHash(), assets }))
}

/**
 * The server and what it reads from beside itself.
 * @param {string} [outDir]
 * @param {Record<string, string>} [input] More programs than it consists of, by name.
 */
export async function buildServer(outDir = 'dist/server', input = {}) {
  const { build: viteBuild } = await import('vite')
  await viteBuild({
    root,
    configFile: path.join(root, 'config/vite.server.config.ts'),
    logLevel: 'error',
    build: { outDir, rolldownOptions: { input } },
  })
  await cp(path.join(root, 'src/server/db/migrations'), path.join(root, outDir, 'migrations'), {
    recursive: true,
  })
}

/** The release before this one stays on the server: a tab that is still open asks for its files. */
async function keepAside(names) {
  const files = names.map(async (name) => [
    name,
    await readFile(path.join(client, 'assets', name)).catch(() => null),
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

async function filesUnder(place) {
  const entries = await readdir(place, { withFileTypes: true, recursive: true }).catch(() => undefined)
  if (!entries) return [place]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await rm(stampFile, { force: true }).catch(() => undefined)
  await mkdir(path.join(root, 'dist'), { recursive: true })
  await build()
}
