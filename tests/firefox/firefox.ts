import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { findFirefox } from '../../config/browser.mjs'

// Before any hook with a time limit: it may have to be installed.
const executablePath = findFirefox()

/** A real Firefox, over WebDriver BiDi, with a profile of its own. */
export async function openFirefox() {
  const folder = await mkdtemp(path.join(tmpdir(), 'alajo-firefox-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    userDataDir: path.join(folder, 'profile'),
    // As root, Firefox refuses the home of somebody else.
    env: { ...process.env, HOME: folder, TZ: 'Africa/Lagos' },
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-NG, en', 'ui.prefersReducedMotion': 1 },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(20_000)
  /** Errors that nothing in the page caught. */
  const errors: string[] = []
  page.on('pageerror', (error) => {
    const text = String(error instanceof Error ? error.stack : error)
    // Firefox reports so what a page was loading through the service worker when it was left.
    if (!text.includes('A ServiceWorker intercepted the request')) errors.push(text)
  })
  return {
    page,
    errors,
    close: async () => {
      await browser.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

// By XPath: Firefox takes seconds to find an accessible name on a screen with a grid.
const byXPath = (expression: (quoted: string) => string) => (page: Page, text: string) =>
  page.locator(`::-p-xpath(${expression(`"${text}"`)})`)
export const button = byXPath((name) => `//button[normalize-space()=${name}]`)
export const link = byXPath((name) => `//a[normalize-space()=${name}]`)
export const title = byXPath((text) => `//h1[normalize-space()=${text}]`)
export const field = byXPath((label) => `//*[@id=//label[normalize-space()=${label}]/@for]`)

/** What can be read on the page. */
export const textOf = (page: Page, selector = 'body') =>
  page.$eval(selector, (element) => (element as HTMLElement).innerText)

/** The service worker has the whole app and is in charge. */
export const appIsSaved = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

/** The first rows of a grid. */
export const rowTexts = (page: Page, count: number) =>
  page.$$eval(
    '.MuiDataGrid-row',
    (rows, upTo) => rows.slice(0, upTo).map((row) => (row as HTMLElement).innerText),
    count,
  )

/** From the next document on, the page's clock is this much ahead. */
export const letPass = (page: Page, minutes: number) =>
  page.evaluateOnNewDocument((ahead) => {
    const now = Date.now
    Date.now = () => now() + ahead
  }, minutes * 60_000)
