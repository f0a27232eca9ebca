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
import { Server } from './server'
import { signIn, superadmin } from './signIn'

export { expect }
type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** Console errors and uncaught exceptions. A test declares those that it expects; any other fails it. */
export type Faults = { expect: (...patterns: RegExp[]) => void; watch: (context: BrowserContext) => void }

/** Settings of every browser context. */
const settings = {
  locale: 'en-NG',
  timezoneId: 'Africa/Lagos',
  reducedMotion: 'reduce',
  // Allowed only where it is tested: it fetches the whole app again for each test.
  serviceWorkers: 'block',
} as const
const limits = { action: 30_000, navigation: 60_000 }
/** The server ends a session after 30 minutes without a call; a long run may use an account less often. */
const sessionKeptMs = 10 * 60_000

type ForTest = {
  as: string | undefined
  faults: Faults
  /** A new page of the shared browser context. */
  nextPage: Page
}
type ForWorker = {
  /** A superadmin's browser context shared by tests: the app's files are fetched and compiled once. */
  openBrowser: BrowserContext
  server: Server
  /** Storage of a browser in which this account is signed in; renewed after ten minutes. */
  session: (email: string) => Promise<Stored>
  /** Ids of the demo data that routes take through navigation state. */
  sample: Sample
}

/** Chromium's message for a failed request, which a test without a server expects. */
export const noNetwork = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|FAILED)/

export const test = base.extend<ForTest, ForWorker>({
  server: [
    // oxlint-disable no-empty-pattern -- for the reason below
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const server = await Server.open()
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 240_000 },
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

  /** The account that is signed in when the test starts. */
  as: [undefined, { option: true }],
  storageState: async ({ as, session }, use) => use(as ? await session(as) : undefined),
  baseURL: async ({ server }, use) => {
    // The previous test may have failed with the server stopped.
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
      // The context is reused and would stay offline.
      await context.setOffline(false).catch(() => undefined)
      const unexpected = seen.filter((fault) => !expected.some((pattern) => pattern.test(fault)))
      expect(unexpected, 'unexpected errors in the browser').toEqual([])
    },
    { auto: true },
  ],
})

async function signedInStorage(browser: Browser, server: Server, email: string): Promise<Stored> {
  // Explicit: by default the context gets the storage of the current test.
  const storageState = { cookies: [], origins: [] }
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block', storageState })
  const page = await context.newPage()
  // Without IndexedDB the whole session is in localStorage, which can be copied to other contexts.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await signIn(page, server, email)
  // Without the time of the last activity: a test that starts 15 minutes later would find it locked.
  await page.evaluate(() => localStorage.removeItem('alajo.alive'))
  const stored = await context.storageState()
  await context.close()
  return stored
}
