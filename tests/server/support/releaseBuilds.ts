import { execFileSync, spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Release } from '#server/db/upgrade/releases'
import { markRelease } from '../../e2e/support/otherRelease'
import { buildHere, npm, root } from '../../release/npm'

/** A built release: the folders of its server's programs and of its portal; `remove` it. */
export type Build = { server: string; remove: () => Promise<void> }

/** Whether this clone has the release's commit: a shallow one has not. */
export const hasCommit = ({ commit }: Release) =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0

/** Builds the release from its commit, with this repository's packages if it has the same. */
export async function buildRelease({ commit }: Release): Promise<Build> {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-last-release-'))
  const archive = path.join(folder, 'sources.tar')
  execFileSync('git', ['archive', '--format=tar', '-o', archive, commit], { cwd: root })
  execFileSync('tar', ['-xf', archive], { cwd: folder })
  if ((await packagesOf(folder)) === (await packagesOf(root)))
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  else await run(folder, 'ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund')
  await run(folder, 'run', 'build')
  return {
    server: path.join(folder, 'dist/server'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** A copy of this repository's build, whose portal differs from any other. */
export async function copyOwnBuild(): Promise<Build> {
  await buildHere()
  // Here, so that the server finds its packages.
  const cache = path.join(root, 'node_modules/.cache/alajo-tests')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'own-'))
  await cp(path.join(root, 'dist'), folder, { recursive: true })
  await markRelease(path.join(folder, 'client'), 'next')
  return {
    server: path.join(folder, 'server'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

async function run(folder: string, ...args: string[]) {
  const { ended, output } = npm(folder, args)
  if ((await ended) !== 0) throw new Error(output.err)
}

/** The packages of a lockfile, without the version of Alajo itself. */
async function packagesOf(folder: string) {
  const { packages } = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>
  }
  return JSON.stringify({ ...packages, '': undefined })
}
