import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { lagosDay } from '#domain/time/lagos'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = path.join(root, 'node_modules/.cache/alajo-tests')
const keptMs = 3_600_000

/** A data folder with the demo of this build, made today: making it takes ten times longer than copying it. */
export async function demoData(make: (folder: string) => Promise<void>): Promise<string> {
  const { hash } = JSON.parse(readFileSync(path.join(root, 'dist/stamp.json'), 'utf8')) as { hash: string }
  const folder = path.join(cache, `demo-${lagosDay(new Date())}-${hash.slice(0, 16)}`)
  if (await stat(folder).catch(() => undefined)) return folder
  await mkdir(cache, { recursive: true })
  await removeOld()
  const making = await mkdtemp(path.join(cache, 'demo-making-'))
  await make(making)
  // Another run may have made the same folder meanwhile.
  await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }))
  return folder
}

async function removeOld() {
  for (const name of (await readdir(cache)).filter((one) => one.startsWith('demo-'))) {
    const folder = path.join(cache, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > keptMs) await rm(folder, { recursive: true, force: true })
  }
}
