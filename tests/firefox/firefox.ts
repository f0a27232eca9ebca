import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { findFirefox } from '../../config/browser.mjs'

// Outside any hook with a time limit: the installation may take long.
const executablePath = findFirefox()

/** Opens a released Firefox over WebDriver BiDi, with a new profile. */
export async function openFirefox() {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-firefox-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    userDataDir: path.join(folder, 'profile'),
    // As root, Firefox rejects a home folder of another user.
    env: { ...process.env, HOME: folder, TZ: 'Africa/Lagos' },
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-NG, en',
      'ui.prefersReducedMotion': 1,
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
    },
  })
  const page = await browser.newPage()
  // Ends hangs only: a busy machine takes long.
  page.setDefaultTimeout(120_000)
  /** Uncaught errors of the page. */
  const errors: string[] = []
  page.on('pageerror', (error) => {
    const text = String(error instanceof Error ? error.stack : error)
    // Firefox reports requests through the service worker that are cancelled by leaving the page.
    if (!text.includes('A ServiceWorker intercepted the request')) errors.push(text)
  })
  return {
    page,
    downloads: folder,
    errors,
    close: async () => {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

// XPath: in Firefox a search by accessible name takes seconds on a screen with a grid.
const byXPath = (expression: (quoted: string) => string) => (page: Page, text: string) =>
  page.locator(`::-p-xpath(${expression(`"${text}"`)})`)
export const button = byXPath((name) => `//button[normalize-space()=${name}]`)
/** A section of the menu, whose name may be followed by how much waits in it. */
export const section = byXPath((name) => `//nav//button[starts-with(normalize-space(), ${name})]`)
export const link = byXPath((name) => `//a[normalize-space()=${name}]`)
export const title = byXPath((text) => `//h1[normalize-space()=${text}]`)
export const field = byXPath((label) => `//*[@id=//label[normalize-space()=${label}]/@for]`)

/** The visible text of an element. */
export const textOf = (page: Page, selector = 'body') =>
  page.$eval(selector, (element) => (element as HTMLElement).innerText)

/** The service worker has cached the whole app and controls the page. */
export const waitForServiceWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

/** The texts of the first rows of a grid. */
export const rowTexts = (page: Page, count: number) =>
  page.$$eval(
    '[role=row][data-id]',
    (rows, upTo) => rows.slice(0, upTo).map((row) => (row as HTMLElement).innerText),
    count,
  )

/** Sets the page's clock ahead, from the next document on. */
export const advanceClock = (page: Page, minutes: number) =>
  page.evaluateOnNewDocument((ahead) => {
    const now = Date.now
    Date.now = () => now() + ahead
  }, minutes * 60_000)
