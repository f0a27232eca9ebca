import type { Page } from '@playwright/test'
import { waitForServiceWorker, loseNetwork, expectTitle, openWithState, rowOf } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

/** Writes a screenshot of the README (`npm run screenshots`), or of the manifest. */
async function take(page: Page, name: string, folder = 'docs/screenshots') {
  const screenshot = await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' })
  expect(screenshot.length).toBeGreaterThan(20_000)
}

test.use({ as: superadmin })

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  test('the list of customers', async ({ page }) => {
    await page.goto('/customer/list')
    await expect(rowOf(page, 'CU-003000')).toBeVisible()
    await take(page, 'list-1280')
  })
})

test.describe('on a tablet in the dark', () => {
  test.use({ viewport: { width: 820, height: 1180 }, colorScheme: 'dark' })
  test('the first approval of a loan', async ({ page, sample }) => {
    await openWithState(page, '/loan/first/approval', { loan_id: sample.loan_id })
    await expect(page.getByRole('radio', { name: 'Accept' })).toBeVisible()
    await take(page, 'decision-820-dark')
  })
})

test.describe('on a phone without a network', () => {
  test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' })
  test('the saved list of agents', async ({ page, server, context, faults }) => {
    faults.expect(noNetwork)
    await page.goto('/agents/list')
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    await waitForServiceWorker(page)
    await loseNetwork(server, context)
    await page.reload()
    await expect(page.getByText(sentences.offline)).toBeVisible()
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    await take(page, 'offline-390')
  })
})

// What the browser shows when it offers to install the portal (config/manifest.ts).
for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test.describe(`in the install dialog, ${width} px`, () => {
    test.use({ viewport: { width, height } })
    test('dashboard, customer and arrears', async ({ page, sample }) => {
      await page.goto('/dashboard')
      await expect(page.getByRole('link', { name: /^Collected today/ })).toBeVisible()
      await take(page, `dashboard-${width}`, 'public/screenshots')
      await openWithState(page, '/customer/view/details', { user_id: sample.user_id })
      await expect(page.getByRole('heading', { name: 'Movements' })).toBeVisible()
      await take(page, `customer-${width}`, 'public/screenshots')
      await page.goto('/report/arrears')
      await expect(page.locator('[role=row][data-id], .row-card').first()).toBeVisible()
      await expect(page.getByText(/^PAR 30/)).toBeVisible()
      await take(page, `arrears-${width}`, 'public/screenshots')
    })
  })
