import type { Browser, Page } from '@playwright/test'
import { openFaultyProxy } from './faultyProxy'
import { appIsSaved, opened } from './portal'
import type { Server } from './server'

/** A browser of its own with the app installed, behind a network that can be made bad. */
export class Tablet {
  /** When each call was last answered whole, by the page's clock. */
  readonly answeredAt = new Map<string, number>()
  readonly errors: string[] = []
  /** By how much the page's clock is ahead of ours. */
  aheadMs = 0

  private constructor(
    readonly page: Page,
    readonly proxy: Awaited<ReturnType<typeof openFaultyProxy>>,
  ) {}

  static async open(browser: Browser, server: Server, signedIn: (origin: string) => Promise<StoredState>) {
    let answered: (path: string) => void = () => {}
    const proxy = await openFaultyProxy(server.url, (path) => answered(path))
    const context = await browser.newContext({
      baseURL: proxy.url,
      storageState: await signedIn(proxy.url),
      serviceWorkers: 'allow',
      reducedMotion: 'reduce',
      timezoneId: 'Africa/Lagos',
      viewport: { width: 1280, height: 800 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const tablet = new Tablet(page, proxy)
    answered = (path) => tablet.answeredAt.set(path, tablet.now())
    page.on('pageerror', (error) => tablet.errors.push(String(error.stack)))
    // Reloading a form with entries is asked about; a walk means it.
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    await page.clock.install({ time: new Date() })
    await page.goto('/dashboard')
    await opened(page, 'Dashboard')
    await appIsSaved(page)
    return tablet
  }

  now() {
    return Date.now() + this.aheadMs
  }

  async letPass(ms: number) {
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
