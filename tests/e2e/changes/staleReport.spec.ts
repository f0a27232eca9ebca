import { callApi, tokenOf } from '../support/api'
import { expectTitle, navigate, stallCalls } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'

test.use({ as: superadmin })

test('does not show a saved report as current after a credit', async ({ page, context, server, faults }) => {
  faults.expect(noNetwork)
  await page.goto('/transaction/main/business/history')
  const heading = page.getByRole('heading', { level: 1 })
  const row = page.locator('[role=row][data-id]').first()
  await expect(row).toBeVisible()
  const title = await heading.innerText()
  // Before a change, the saved page is shown first; it is saved after it is shown.
  await expect(page.getByText(/^Page 1 of \d+ saved$/)).toBeVisible()
  const release = await stallCalls(context, 'businesshistory')
  await page.reload()
  await expect(row).toBeVisible()
  release()
  await context.unroute('**/api/admin/businesshistory')
  await page.reload()
  await expect(page.getByText('Updated just now').first()).toBeVisible()

  const { data } = await callApi(server, await tokenOf(page), 'getcustomers', { page: 1 })
  const { user_id } = data.data.find((one: { status: string }) => one.status === '1')
  await navigate(page, '/credit/user', { user_id })
  await page.getByLabel('Amount').fill('12.34')
  await page.getByRole('main').getByRole('button', { name: 'Credit ₦12.34' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Credit ₦12.34' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Reference CC-/ })).toBeVisible()

  const dropCalls = await stallCalls(context, 'businesshistory')
  const places = [
    () => navigate(page, '/transaction/main/business/history'),
    () => page.goto('/transaction/main/business/history'),
  ]
  for (const open of places) {
    const asked = page.waitForRequest('**/api/admin/businesshistory')
    await open()
    await asked
    await expectTitle(page, title)
    await page.waitForTimeout(1_000)
    await expect(row).toHaveCount(0)
  }
  dropCalls()
  await context.unroute('**/api/admin/businesshistory')
  // The lost call is retried automatically.
  await expect(row).toBeVisible()
})
