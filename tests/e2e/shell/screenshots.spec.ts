import { expectTitle, loseNetwork, rowOf, waitForServiceWorker } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'

/** With SCREENSHOTS=1 (`npm run screenshots`) renews the pictures of the README; else only opens the pages. */
const keep = (name: string) => (process.env.SCREENSHOTS ? { path: `docs/screenshots/${name}.png` } : {})

test.use({ as: superadmin })

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  test('the list of agents', async ({ page }) => {
    await page.goto('/agents/list')
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    expect(
      (await page.screenshot({ ...keep('agents-1280'), animations: 'disabled' })).length,
    ).toBeGreaterThan(20_000)
  })
})

test.describe('on a tablet in the dark, without a network', () => {
  test.use({ viewport: { width: 820, height: 1180 }, colorScheme: 'dark', serviceWorkers: 'allow' })
  test('the list of agents as it was saved', async ({ page, server, context, faults }) => {
    faults.expect(noNetwork)
    await page.goto('/agents/list')
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    await waitForServiceWorker(page)
    await loseNetwork(server, context)
    await page.reload()
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    expect(
      (await page.screenshot({ ...keep('agents-offline-820-dark'), animations: 'disabled' })).length,
    ).toBeGreaterThan(20_000)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the list of agents as cards', async ({ page }) => {
    await page.goto('/agents/list')
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    expect((await page.screenshot({ ...keep('agents-390'), animations: 'disabled' })).length).toBeGreaterThan(
      20_000,
    )
  })
})
