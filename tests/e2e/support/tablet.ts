import type { Browser, Page } from '@playwright/test'
import { openFaultyProxy } from './faultyProxy'
import { expectTitle, serverFollowsClock, waitForServiceWorker } from './portal'
import type { Server } from './server'

/** A separate browser with the app installed, behind a proxy that can inject faults. */
export class Tablet {
  /** When the last complete reply to each call arrived, by the page's clock. */
  readonly answeredAt = new Map<string, number>()
  readonly errors: string[] = []
  /** How far the page's clock is ahead of the test's. */
  aheadMs = 0

  private constructor(
    readonly page: Page,
    readonly proxy: Awaited<ReturnType<typeof openFaultyProxy>>,
  ) {}

  static async open(browser: Browser, server: Server, signedIn: (origin: string) => Promise<StoredState>) {
    let onReply: (path: string) => void = () => {}
    const proxy = await openFaultyProxy(server.url, (path) => onReply(path))
    const context = await browser.newContext({
      baseURL: proxy.url,
      storageState: await signedIn(proxy.url),
      serviceWorkers: 'allow',
      reducedMotion: 'reduce',
      timezoneId: 'Africa/Lagos',
      viewport: { width: 1280, height: 800 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const tablet = new Tablet(page, proxy)
    onReply = (path) => tablet.answeredAt.set(path, tablet.now())
    page.on('pageerror', (error) => tablet.errors.push(String(error.stack)))
    // Accepts the prompt at the reload of a form with entries.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    await page.addInitScript(serverFollowsClock)
    await page.clock.install({ time: new Date() })
    await page.goto('/dashboard')
    await expectTitle(page, 'Dashboard')
    await waitForServiceWorker(page)
    return tablet
  }

  now() {
    return Date.now() + this.aheadMs
  }

  async advanceClock(ms: number) {
    this.aheadMs += ms
    await this.page.clock.fastForward(ms)
  }

  async close() {
    await this.page.context().close()
    await this.proxy.close()
  }
}
type StoredState = Exclude<
  NonNullable<Parameters<Browser['newContext']>[0]>['storageState'],
  string | undefined
>
