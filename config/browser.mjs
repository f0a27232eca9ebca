import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { installDebianPackage, isRoot } from './debian.mjs'

/** Pages are too short-lived for a process each, a graphics process or optimising compilers: a quarter less processor time. */
const flagsOfShortPages = [
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--in-process-gpu',
  '--js-flags=--no-turbofan --no-maglev --single-threaded-gc',
]

/**
 * For tests only. Chromium's sandbox does not start as root; background requests and QUIC are off. A measurement needs the
 * processes and compilers that users have.
 */
export const browserFlags = [
  ...(isRoot ? ['--no-sandbox'] : []),
  ...(process.env.MEASURE ? [] : flagsOfShortPages),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const installFolders = {
  darwin: () => ['/Applications', path.join(process.env.HOME ?? '', 'Applications')],
  win32: () =>
    [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA].filter(
      (folder) => folder !== undefined,
    ),
}

const chromium = {
  name: 'Chromium or Chrome',
  variable: 'CHROMIUM_PATH',
  debianPackage: 'chromium',
  paths: {
    linux: [
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/opt/google/chrome/chrome',
      '/snap/bin/chromium',
    ],
    darwin: ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'],
    win32: ['Google/Chrome/Application/chrome.exe', 'Chromium/Application/chrome.exe'],
  },
  downloadedPath: playwrightChromium,
  download: ['npx', 'playwright', 'install', 'chromium'],
}

/** Chromium without a window and its paint: a page needs half the processor time. */
const headlessShell = {
  name: 'Chromium headless shell',
  variable: 'CHROMIUM_HEADLESS_PATH',
  debianPackage: 'chromium-headless-shell',
  paths: { linux: ['/usr/bin/chromium-headless-shell'] },
}

/** No download: Playwright's Firefox is patched, and the tests are for the release that users have. */
const firefox = {
  name: 'Firefox',
  variable: 'FIREFOX_PATH',
  debianPackage: 'firefox-esr',
  paths: {
    linux: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox'],
    darwin: ['Firefox.app/Contents/MacOS/firefox'],
    win32: ['Mozilla Firefox/firefox.exe'],
  },
}

/**
 * The path of an installed Chromium or Chrome; installs one when there is none. CHROMIUM_PATH takes precedence.
 * @returns {string}
 * @throws {Error} When no browser is found and none can be installed.
 */
export const findBrowser = () => find(chromium) ?? notFound(chromium)

/** Like findBrowser, and prefers the headless shell, which has no profile, settings or document viewer. */
export function findHeadlessBrowser() {
  const isConfigured = process.env[chromium.variable] && !process.env[headlessShell.variable]
  return (isConfigured ? undefined : find(headlessShell)) ?? findBrowser()
}

/** The path of an installed Firefox; installs Debian's when there is none. FIREFOX_PATH takes precedence. */
export const findFirefox = () => find(firefox) ?? notFound(firefox)

/** @returns {string | undefined} */
function find(browser) {
  const { variable } = browser
  const configured = process.env[variable]
  if (configured) {
    if (!existsSync(configured))
      throw new Error(`${variable} names ${configured}, but there is no such file.`)
    return configured
  }
  const program = installed(browser) ?? downloaded(browser) ?? installedFromDebian(browser)
  // Child processes inherit the path and need not search again.
  if (program) process.env[variable] = program
  return program
}

/** @returns {never} */
function notFound({ name, variable }) {
  throw new Error(
    `No ${name} was found and none could be installed. Install one, or set ${variable} to the program.`,
  )
}

function installed({ paths, downloadedPath }) {
  const platformPaths = paths[process.platform] ?? []
  const folders = installFolders[process.platform]?.()
  const candidates = folders
    ? folders.flatMap((folder) => platformPaths.map((place) => path.join(folder, place)))
    : platformPaths
  return [...candidates, downloadedPath?.()].find((place) => place !== undefined && canRun(place))
}

/** A file is not enough: Ubuntu's chromium-browser may be a stub that only says to install a snap. */
function canRun(place) {
  if (!existsSync(place)) return false
  // Windows has no stubs, and Chrome ignores --version there and opens a window.
  if (process.platform === 'win32') return true
  return spawnSync(place, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0
}

function playwrightChromium() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath()
  } catch {
    return undefined
  }
}

function downloaded(browser) {
  if (!browser.download) return undefined
  process.stderr.write(`No ${browser.name} found. Trying: ${browser.download.join(' ')}\n`)
  const [command, ...args] = browser.download
  // Standard output stays free: the caller may print a report to it.
  spawnSync(command, args, {
    stdio: ['ignore', process.stderr, process.stderr],
    timeout: 10 * 60_000,
    shell: process.platform === 'win32',
  })
  return installed(browser)
}

function installedFromDebian(browser) {
  installDebianPackage(browser.name, browser.debianPackage)
  return installed(browser)
}
