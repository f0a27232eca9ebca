import type { BrowserContext } from '@playwright/test'
import { fact, opened, watchCalls } from './support/portal'
import { superadmin } from './support/signIn'
import { expect, noNetwork, test } from './support/test'

test.use({ as: superadmin })

const count = (context: BrowserContext, data: object) =>
  context.route('**/api/admin/getwaitingdecisions', (route) =>
    route.fulfill({ json: { status: '200', message: 'Success', data } }),
  )

test('what waits stands beside its menu entry, for eyes and ears, asked for once, and saved', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(noNetwork)
  await count(context, { withdrawals: 3, devices: 1234 })
  const { sent, settled } = watchCalls(context)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await page.goto('/customer/list')
  await expect(menu.getByRole('link', { name: 'Withdrawal 3 waiting' })).toBeVisible()
  await menu.getByRole('button', { name: 'Agents 1,234 waiting' }).click()
  await menu.getByRole('link', { name: 'Agents List 1,234 waiting' }).click()
  await opened(page, 'Agents')
  await menu.getByRole('link', { name: 'Market Days' }).click()
  await opened(page, 'Market Days')
  await settled()
  expect(sent.filter(({ path }) => path === 'getwaitingdecisions')).toHaveLength(1)

  await page.getByRole('button', { name: 'Menu' }).click()
  const narrow = menu.getByRole('link', { name: 'Withdrawal, 3 waiting' })
  await expect(narrow).toHaveText('3 waiting')
  await context.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(narrow).toBeVisible()
})

test('the dashboard leads to each list that has something waiting', async ({ page, context }) => {
  await count(context, { withdrawals: 0, devices: 2 })
  await page.goto('/dashboard')
  await expect(fact(page, 'Agent devices')).toHaveText('2 Open')
  await expect(fact(page, 'Withdrawals')).toHaveText('0 Open')
  await expect(fact(page, 'Loans, first approval')).toHaveCount(0)
  await expect(page.getByRole('navigation').getByText('waiting')).toHaveCount(1)
  await page.getByRole('link', { name: 'Open Withdrawals' }).click()
  await opened(page, 'Withdrawals')
  await page.goBack()
  await page.getByRole('link', { name: 'Open Agent devices' }).click()
  await opened(page, 'Agents')
})
