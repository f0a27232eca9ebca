import type { Page } from '@playwright/test'
import { formatCount } from '#domain/money/figures'
import { openFaultyProxy } from '../support/faultyProxy'
import { expectTitle, expectToast, holdCalls, pingServer } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

/** A round trip of 400 ms, as on a busy mobile network. `end` ends it: the next test has the same page. */
async function openSlowLink(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  const limit = (latency: number, downloadThroughput: number, uploadThroughput: number) =>
    devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput,
      uploadThroughput,
    })
  await devTools.send('Network.enable')
  return {
    slowDown: (bytesPerSecond: number) => limit(400, bytesPerSecond, 25_000),
    end: () => limit(0, -1, -1),
  }
}

test('a slow link keeps old rows, shows progress and cancels no call; a download can be cancelled', async ({
  page,
  context,
}) => {
  await page.goto('/customer/list')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1 to 100 of')
  const link = await openSlowLink(page)
  await link.slowDown(10_000)
  // A busy machine may look for the progress bar after the slow reply.
  const release = await holdCalls(context, 'getcustomers')
  const second = page.waitForResponse('**/getcustomers')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expect(page.locator('[role=row][data-id]').first()).toBeVisible()
  release()
  await second
  await expect(pages).toContainText('101 to 200 of')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(sentences.offline)).toBeHidden()

  // Slower: on a busy machine the press on Cancel may take seconds. It comes when the file has begun to arrive.
  await link.slowDown(1000)
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByRole('button', { name: /^Cancel download \([1-9]/ }).click()
  await expectToast(page, 'Download cancelled.')
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeEnabled()
  await link.end()
})

test('shows lost calls on a lossy link, keeps the rows, and recovers with the next reply', {
  tag: '@long',
}, async ({ browser, server, session }) => {
  const stored = await session(superadmin)
  const [portal] = stored.origins
  const proxy = await openFaultyProxy(server.url, () => {})
  const origins = portal ? [{ ...portal, origin: proxy.url }] : []
  const context = await browser.newContext({
    baseURL: proxy.url,
    storageState: { ...stored, origins },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto('/customer/list')
  await expectTitle(page, 'Customers')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1 to 100 of')
  for (let number = 2; number < 5; number++) {
    const isLost = number === 3
    proxy.state.always = isLost ? 'lost reply' : undefined
    await pages.getByRole('button', { name: 'Next' }).click()
    if (isLost) {
      await expect(page.getByRole('main').getByRole('alert')).toContainText('The server can’t be reached')
      proxy.state.always = undefined
      await pingServer(page)
    }
    await expect(pages).toContainText(
      `${formatCount((number - 1) * 100 + 1)} to ${formatCount(number * 100)} of`,
    )
  }
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await context.close()
  await proxy.close()
})
