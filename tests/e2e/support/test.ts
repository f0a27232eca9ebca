import { randomBytes } from 'node:crypto'
import {
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  type WebError,
} from '@playwright/test'
import { sessionHours } from '#contract/calls/session'
import { maskToken } from '#device/sessionKey'
import { isLong } from '../../server/support/rounds'
import { callApi, isRevoked, tokenIn } from './api'
import { keepToasts, serverFollowsClock } from './portal'
import { type Sample, sampleState } from './routeTable'
import { Server } from './server'
import { demoPassword, superadmin } from './signIn'

export { expect }
type Stored = Awaited<ReturnType<BrowserContext['storageState']>>

/** Console errors and uncaught exceptions. A test declares those that it expects; any other fails it. */
export type Faults = { expect: (...patterns: RegExp[]) => void; watch: (context: BrowserContext) => void }

export type Session = (email: string) => Promise<Stored>

/** A step of a long run alone (`npm run test:soak -- browser`): it repeats on this screen what another test checks on its own. */
export const longStep = (title: string, body: () => Promise<void>) =>
  isLong ? test.step(title, body) : Promise.resolve()

/** How many times slower pages run (`npm run test:soak -- slow`), which finds tests and screens that depend on timing. */
const slowdown = Number(process.env.SLOWDOWN ?? 1)

/** Contexts are reused from test to test. */
const slowed = new WeakSet<BrowserContext>()

function slowDown(context: BrowserContext) {
  if (slowdown <= 1 || slowed.has(context)) return
  slowed.add(context)
  const slow = async (page: Page) => {
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  // A page that is closed at once has no session.
  const tryToSlow = (page: Page) => void slow(page).catch(() => undefined)
  context.pages().forEach(tryToSlow)
  context.on('page', tryToSlow)
}

/** A call that is on its way when the session ends. */
export const endedSession = /status of 401/

/** Settings of every browser context. */
const settings = {
  locale: 'en-NG',
  timezoneId: 'Africa/Lagos',
  reducedMotion: 'reduce',
  // Allowed only where it is tested: it fetches the whole app again for each test.
  serviceWorkers: 'block',
} as const
/** In milliseconds; they end hangs only. */
const limits = { action: 120_000, navigation: 120_000 }
/** The server ends a session after 30 minutes without a call; a long run may use an account less often. */
const sessionKeptMs = 10 * 60_000

type ForTest = {
  as: string | undefined
  /** The clock of the device differs from the server's: only the page's is moved. Else time passes for both. */
  ownClock: boolean
  faults: Faults
  /** A new page of the shared browser context. */
  nextPage: Page
}
type ForWorker = {
  /** A worker with a server of its own, for tests that change what others start from, such as the newest customers. */
  ownServer: boolean
  /** A worker with a server that has neither data nor accounts. */
  emptyServer: boolean
  /** A superadmin's browser context shared by tests: the app's files are fetched and compiled once. */
  openBrowser: BrowserContext
  server: Server
  /** Storage of a browser in which this account is signed in; renewed after ten minutes. */
  session: Session
  /** Ids of the demo data that routes take through navigation state. */
  sample: Sample
}

/** Chromium's message for a failed request, which a test without a server expects. */
export const noNetwork = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|FAILED)/

export const test = base.extend<ForTest, ForWorker>({
  server: [
    async ({ emptyServer }, use) => {
      const server = await (emptyServer ? Server.openEmpty() : Server.open())
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  ownServer: [false, { option: true, scope: 'worker' }],
  emptyServer: [false, { option: true, scope: 'worker' }],

  session: [
    async ({ server }, use) => {
      const sessions = new Map<string, { stored: Promise<Stored>; openedAt: number }>()
      const open = (email: string) => {
        const stored = signedInStorage(server, email)
        sessions.set(email, { stored, openedAt: Date.now() })
        return stored
      }
      await use(async (email) => {
        const last = sessions.get(email)
        if (!last || Date.now() - last.openedAt >= sessionKeptMs) return open(email)
        const stored = await last.stored
        // A test may have ended it, as a change of the password does.
        const isOver = await isRevoked(server, tokenIn(stored)).catch(() => false)
        return isOver ? open(email) : stored
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
  ownClock: [false, { option: true }],
  context: async ({ context, as, session }, use) => {
    // The state is no option of the context, which another account would not reuse; and the context has no page while its state
    // is set, which would empty the cache: each test would fetch and compile the app.
    const closePages = async () => {
      for (const page of context.pages()) await page.close()
    }
    await closePages()
    if (as) await context.setStorageState(await session(as))
    await use(context)
    await closePages()
  },
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
  page: async ({ page, ownClock }, use) => {
    if (!ownClock) await page.addInitScript(serverFollowsClock)
    // Not of the context: a file in a tab of its own runs no script, and the browser would report one.
    await page.addInitScript(keepToasts)
    await use(page)
  },
  nextPage: async ({ openBrowser, faults, session }, use) => {
    faults.watch(openBrowser)
    // On a slow machine the last test of this context may be longer ago than a session may be idle.
    await openBrowser.setStorageState(await session(superadmin))
    const page = await openBrowser.newPage()
    await page.addInitScript(serverFollowsClock)
    await page.addInitScript(keepToasts)
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
      const onError = (fault: WebError) => {
        const { name, message, stack } = fault.error()
        // An error of the browser itself may have no stack.
        seen.push(stack || `${name}: ${message}`)
      }
      const watch = (one: BrowserContext) => {
        slowDown(one)
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

/**
 * Signs in without a browser, which would cost two seconds of processor time, and stores the session as the portal does in
 * a browser without IndexedDB, which can be copied to other contexts: in localStorage, with its token masked. Without the
 * time of the last activity: a test that starts 15 minutes later would find it locked.
 */
async function signedInStorage(server: Server, email: string): Promise<Stored> {
  let loginToken = ''
  const token = await server.tokenFor(email, async () => {
    const { data } = await callApi(server, '', 'login', { email, password: demoPassword })
    loginToken = data.rec.login_token
  })
  const { id, role, ...rec } = (await callApi(server, loginToken, 'auth/token', { token })).data.rec
  const sessionKey = randomBytes(32 + rec.login_token.length).toString('base64')
  const auth = {
    userId: id,
    accessToken: maskToken(rec.login_token, sessionKey),
    role,
    email,
    mustChangePassword: rec.must_change_password,
    signedInAt: Date.now(),
    business: rec.business,
  }
  const { origin, hostname } = new URL(server.url)
  const cookie = {
    name: 'alajo-latch',
    value: sessionKey,
    domain: hostname,
    path: '/',
    expires: Date.now() / 1000 + sessionHours * 3600,
    httpOnly: false,
    secure: false,
    sameSite: 'Strict' as const,
  }
  return {
    cookies: [cookie],
    origins: [
      {
        origin,
        localStorage: [{ name: 'alajo.auth', value: JSON.stringify(auth) }],
      },
    ],
  }
}
