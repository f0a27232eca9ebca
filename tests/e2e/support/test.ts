import { test as base, type Browser, type BrowserContext, expect } from '@playwright/test'
import { type Sample, sampleState } from './routeTable'
import { ensureBuilt, Server } from './server'
import { signIn, superadmin } from './signIn'

export { expect }
type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** What a browser complains of. A test names what it expects; anything else fails it. */
export type Faults = { expect: (...patterns: RegExp[]) => void; watch: (context: BrowserContext) => void }

type ForTest = { as: string | undefined; faults: Faults }
type ForWorker = {
  server: Server
  /** Storage of a browser in which this account is signed in; made once a worker. */
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
      const known = new Map<string, Promise<Stored>>()
      await use((email) => {
        const stored = known.get(email) ?? signedInStorage(browser, server, email)
        known.set(email, stored)
        return stored
      })
    },
    { scope: 'worker' },
  ],

  sample: [
    async ({ server, session }, use) => {
      const stored = await session(superadmin)
      const auth = stored.origins[0]?.localStorage.find(({ name }) => name === 'alajo.auth')
      await use(await sampleState(server, JSON.parse(auth?.value ?? '{}').accessToken))
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
  actionTimeout: 10_000,
  navigationTimeout: 20_000,
  locale: 'en-NG',
  timezoneId: 'Africa/Lagos',
  contextOptions: { reducedMotion: 'reduce' },
  // Only where it is tested: it fetches the whole app anew for each test.
  serviceWorkers: 'block',

  faults: [
    async ({ context }, use) => {
      const seen: string[] = []
      const expected: RegExp[] = []
      const watch = (one: BrowserContext) => {
        one.on('console', (message) => {
          if (message.type() === 'error') seen.push(`${message.text()} ${message.location().url}`)
        })
        one.on('weberror', (fault) => seen.push(String(fault.error().stack)))
      }
      watch(context)
      await use({ expect: (...patterns) => expected.push(...patterns), watch })
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
  await signIn(page, server, email)
  // Without the saved permission list: each test starts from what the server says.
  await page.evaluate(() => localStorage.removeItem('alajo.facts'))
  const stored = await context.storageState()
  await context.close()
  return stored
}
