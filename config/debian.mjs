import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const isRoot = process.getuid?.() === 0

/**
 * Installs a package if this is Debian and the user root. Prints to standard error only: the caller may print a report to
 * standard output.
 * @param {string} missing What was not found, for the message.
 * @param {string} name The package.
 */
export function installDebianPackage(missing, name) {
  if (!isRoot || !isDebian()) return
  process.stderr.write(
    `No ${missing} found. Trying Debian's package: apt-get update, apt-get install ${name}\n`,
  )
  // Steps of one test run install at the same time, which apt refuses.
  const lock = path.join(tmpdir(), 'alajo-apt.lock')
  spawnSync('flock', [lock, 'sh', '-c', `apt-get update; apt-get install -y ${name}`], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: 15 * 60_000,
  })
}

function isDebian() {
  return existsSync('/usr/bin/apt-get') && /debian/i.test(readFileSync('/etc/os-release', 'utf8'))
}
