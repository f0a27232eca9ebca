import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Server folders whose tests are in a folder of another name. */
const testsOf = {
  auth: 'session',
  commands: 'session',
  db: 'ledger',
  errors: 'http',
  wire: 'http',
}

/**
 * The folders of `tests/server` that belong to the changed files: changed since the branch point, or, on main, in the
 * last commit and the working tree. Matched by folder name, which keeps the list short: `npm test` runs the rest.
 * @returns {string[]}
 */
export function changedServerTests() {
  const folders = new Set()
  for (const file of changedFiles()) {
    const [, noun] =
      /^src\/server\/modules\/(\w+)\//.exec(file) ??
      /^src\/contract\/calls\/(\w+)\./.exec(file) ??
      /^src\/server\/(\w+)\//.exec(file) ??
      /^tests\/server\/(\w+)\//.exec(file) ??
      []
    const folder = `tests/server/${testsOf[noun] ?? noun}`
    if (noun && noun !== 'support' && existsSync(path.join(root, folder))) folders.add(folder)
  }
  return [...folders].toSorted((a, b) => a.localeCompare(b))
}

function changedFiles() {
  const base = git('merge-base', 'HEAD', 'main')[0]
  const since = base && base !== git('rev-parse', 'HEAD')[0] ? base : 'HEAD~1'
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}
