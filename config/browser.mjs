import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const isRoot = process.getuid?.() === 0

/** For tests only. Chromium refuses to start its sandbox as root, and must not phone home or upgrade to QUIC. */
export const browserFlags = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const usualPlaces = {
  linux: () => [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/opt/google/chrome/chrome',
    '/snap/bin/chromium',
  ],
  darwin: () =>
    ['/Applications', path.join(process.env.HOME ?? '', 'Applications')].flatMap((folder) => [
      path.join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      path.join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
    ]),
  win32: () =>
    [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        path.join(folder, 'Google/Chrome/Application/chrome.exe'),
        path.join(folder, 'Chromium/Application/chrome.exe'),
      ]),
}

/**
 * The path of an installed Chromium or Chrome; installs one when there is none. CHROMIUM_PATH comes first.
 * @returns {string}
 * @throws {Error} When no browser was found and none could be installed.
 */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, but there is no such file.`)
    return named
  }
  const found = installed() ?? downloadedByPlaywright() ?? installedFromDebian()
  if (!found) {
    throw new Error(
      'No Chromium or Chrome was found and none could be installed. ' +
        'Install one, or set CHROMIUM_PATH to the program.',
    )
  }
  // The processes started from here need not search again.
  process.env.CHROMIUM_PATH = found
  return found
}

function installed() {
  const places = usualPlaces[process.platform]?.() ?? []
  return [...places, playwrightsOwn()].find((place) => place !== undefined && starts(place))
}

/** A file is not enough: Ubuntu's chromium-browser may be a stub that only says to install a snap. */
function starts(place) {
  if (!existsSync(place)) return false
  // Windows has no stubs, and Chrome opens a window there whatever it is asked.
  if (process.platform === 'win32') return true
  return spawnSync(place, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath()
  } catch {
    return undefined
  }
}

function downloadedByPlaywright() {
  say('No Chromium or Chrome found. Trying: npx playwright install chromium')
  run('npx', ['playwright', 'install', 'chromium'])
  return installed()
}

function installedFromDebian() {
  if (!isRoot || !isDebian()) return undefined
  say("Playwright's download did not work. Trying Debian's package: apt-get update, apt-get install chromium")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update'], env)
  run('apt-get', ['install', '-y', 'chromium'], env)
  return installed()
}

function isDebian() {
  return existsSync('/usr/bin/apt-get') && /debian/i.test(readFileSync('/etc/os-release', 'utf8'))
}

function run(command, args, env = process.env) {
  // Standard output is left alone: a caller may be printing a report there.
  spawnSync(command, args, {
    env,
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: 10 * 60_000,
    shell: process.platform === 'win32',
  })
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
