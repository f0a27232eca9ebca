import {
  test as base,
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from '@playwright/test'
import { tokenIn } from './api'
import { type Sample, sampleState } from './routeTable'
import { ensureBuilt, Server } from './server'
import { signIn, superadmin } from './signIn'

export { expect }
type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** What a browser complains of. A test names what it expects; anything else fails it. */
export type Faults = { expect: (...patterns: RegExp[]) => void; watch: (context: BrowserContext) => void }

/** How a test's browser is set, however it is opened. */
const settings = {
  locale: 'en-NG',
  timezoneId: 'Africa/Lagos',
  reducedMotion: 'reduce',
  // Only where it is tested: it fetches the whole app anew for each test.
  serviceWorkers: 'block',
} as const
const limits = { action: 10_000, navigation: 20_000 }
/** The server ends a session after 30 minutes without a call; a long run comes back to an account later than that. */
const sessionKeptMs = 10 * 60_000

type ForTest = {
  as: string | undefined
  faults: Faults
  /** A new page of the browser that stays open. */
  nextPage: Page
}
type ForWorker = {
  /** A superadmin's browser that stays open from test to test: the app's files are fetched and compiled once. */
  openBrowser: BrowserContext
  server: Server
  /** Storage of a browser in which this account is signed in; made again every ten minutes. */
  session: (email: string) => Promise<Stored>
  /** Ids of the demo data that routes take through navigation state. */
  sample: Sample
}

/** Chromium's own line for a request that got no answer: what a test without a server has to expect. */
export const noNetwork = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|FAILED)/

export const test = base.extend<ForTest, ForWorker>({
  server: [
    // oxlint-disable no-empty-pattern -- for the reason below
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
    async ({}, use, { parallelIndex }) => {
      await ensureBuilt(parallelIndex)
      const server = await Server.open()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  session: [
    async ({ browser, server }, use) => {
      const sessions = new Map<string, { stored: Promise<Stored>; openedAt: number }>()
      await use((email) => {
        const last = sessions.get(email)
        if (last && Date.now() - last.openedAt < sessionKeptMs) return last.stored
        const stored = signedInStorage(browser, server, email)
        sessions.set(email, { stored, openedAt: Date.now() })
        return stored
      })
    },
    { scope: 'worker' },
  ],

  sample: [
    async ({ server, session }, use) => {
      await use(await sampleState(server, tokenIn(await session(superadmin))))
    },
    { scope: 'worker' },
  ],

  /** Who is signed in when the test starts. */
  as: [undefined, { option: true }],
  storageState: async ({ as, session }, use) => use(as ? await session(as) : undefined),
  baseURL: async ({ server }, use) => {
    // A test that failed with the server stopped must not fail the next one too.
    await server.start()
    await use(server.url)
  },
  actionTimeout: limits.action,
  navigationTimeout: limits.navigation,
  locale: settings.locale,
  timezoneId: settings.timezoneId,
  contextOptions: { reducedMotion: settings.reducedMotion },
  serviceWorkers: settings.serviceWorkers,

  openBrowser: [
    async ({ browser, server, session }, use) => {
      const storageState = await session(superadmin)
      const context = await browser.newContext({ ...settings, baseURL: server.url, storageState })
      context.setDefaultTimeout(limits.action)
      context.setDefaultNavigationTimeout(limits.navigation)
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  nextPage: async ({ openBrowser, faults }, use) => {
    faults.watch(openBrowser)
    const page = await openBrowser.newPage()
    await use(page)
    await page.close()
  },

  faults: [
    async ({ context }, use) => {
      const seen: string[] = []
      const expected: RegExp[] = []
      const watched: BrowserContext[] = []
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error') seen.push(`${message.text()} ${message.location().url}`)
      }
      const onError = (fault: WebError) => seen.push(String(fault.error().stack))
      const watch = (one: BrowserContext) => {
        watched.push(one.on('console', onConsole).on('weberror', onError))
      }
      watch(context)
      await use({ expect: (...patterns) => expected.push(...patterns), watch })
      for (const one of watched) one.off('console', onConsole).off('weberror', onError)
      // The browser is used again, and remembers that it was told to have no network.
      await context.setOffline(false).catch(() => undefined)
      const unexpected = seen.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
      expect(unexpected, 'what the browser complained of').toEqual([])
    },
    { auto: true },
  ],
})

async function signedInStorage(browser: Browser, server: Server, email: string): Promise<Stored> {
  // Said aloud: Playwright would give it the storage of the test that asks.
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block', storageState })
  const page = await context.newPage()
  // Then the session stands in localStorage, whole, which is what can be given to other browsers.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await signIn(page, server, email)
  // Nor is it known when somebody was last there: a test that starts 15 minutes later would find it locked.
  await page.evaluate(() => localStorage.removeItem('alajo.alive'))
  const stored = await context.storageState()
  await context.close()
  return stored
}
