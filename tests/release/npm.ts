import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { watch } from '../server/support/processes'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs npm in a process group of its own, with this environment only. */
export function npm(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME } = process.env
  const child = spawn('npm', args, {
    cwd: folder,
    env: { PATH, HOME, PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const group = child.pid ?? 0
  return {
    ...watch(child),
    /** Signals the whole group, as a terminal does. */
    killGroup: (signal: NodeJS.Signals) => process.kill(-group, signal),
    /** Whether npm or any process that it started still runs. */
    isRunning() {
      try {
        return process.kill(-group, 0)
      } catch {
        return false
      }
    },
  }
}

/** A temporary folder; `remove` it. */
export async function temporary() {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-release-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

const linkPackages = (folder: string) =>
  symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')

/** Copies the sources without a build, with the packages of this repository. */
export async function copySources(folder: string) {
  const names = [
    'src',
    'public',
    'config',
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    '.env',
    'exec.cmd',
  ]
  for (const name of [...names, 'package.json', 'package-lock.json'])
    await cp(path.join(root, name), path.join(folder, name), { recursive: true })
  await linkPackages(folder)
}

/** Copies the built release, with the packages of this repository. */
export async function copyRelease(folder: string) {
  await buildHere()
  await cp(path.join(root, 'dist'), folder, { recursive: true })
  await cp(path.join(root, '.env'), path.join(folder, '.env'))
  await linkPackages(folder)
}

/** Builds this repository unless it is built already. */
export async function buildHere() {
  const { isBuilt } = await import('../../config/build.mjs')
  if (await isBuilt()) return
  const build = npm(root, ['run', 'build'])
  if ((await build.ended) !== 0) throw new Error(build.output.err)
}
