import type { BrowserContext, Page } from '@playwright/test'
import { nairaOf } from '#domain/money/kobo'
import type { Kobo } from '#contract/values'
import { callApi, tokenOf } from '../support/api'
import { chooseAction, expectTitle, expectToast, fact, navigate, watchCalls } from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const card = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name }) })

async function creditOnce(page: Page, context: BrowserContext, server: Server) {
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'getcustomers', { page: 1 })
  const { name, user_id, reference } = data.data.find((one: { status: string }) => one.status === '1')
  await callApi(server, token, 'credituser', { amount: '1000.00', customer_id: user_id })
  const wallet = (await callApi(server, token, 'getcustomersbalance', { customer_id: user_id })).data
    .main_wallet
  const before = Number(wallet.balance.replace('.', ''))
  const after = `₦${nairaOf((before + 500_000) as Kobo).replace(/\B(?=(\d{3})+\.)/g, ',')}`

  await page.getByLabel('Filter this page').fill(name)
  await chooseAction(page, name, 'Credit')
  await expectTitle(page, 'Credit Customer')
  await expect(page).toHaveURL(/\/credit\/user#user_id=\d+$/)
  await expect(card(page, name)).toContainText(reference)
  await expect(page.getByRole('button', { name: 'CREDIT CUSTOMER', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const amount = page.getByLabel('Amount')
  const { sentByScreen: sent, stop } = watchCalls(context)
  await page.getByRole('button', { name: 'Credit Customer', exact: true }).click()
  await expect(amount).toBeFocused()
  await expect(amount).toHaveAccessibleDescription(sentences.validAmount)

  await amount.fill('5,000')
  await expect(fact(page, 'Balance after')).toHaveText(after)
  const press = page.getByRole('button', { name: 'Credit ₦5,000.00' })
  await press.click()
  const question = page.getByRole('dialog', { name: `Credit ${name}?` })
  await expect(question).toContainText(reference)
  await expect(question.locator('dd').last()).toHaveText(after)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(sent).toEqual([])

  await context.route('**/api/admin/credituser', (route) =>
    route.fulfill({ json: { status: '300', message: 'Not now.' } }),
  )
  // A double press: the dialog is already closing at the second one.
  const credit = async () => {
    await press.click()
    await question.getByRole('button', { name: 'Credit ₦5,000.00' }).dblclick()
    await expect(question).toHaveCount(0)
  }
  await credit()
  await expectToast(page, 'Not now.')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expectTitle(page, 'Credit Customer')
  await context.unroute('**/api/admin/credituser')
  await credit()
  await expect(
    page.getByRole('status').filter({ hasText: /^Reference CC-\S+\. New balance: / }),
  ).toContainText(after)
  await expect(amount).toHaveValue('')
  await expect(card(page, 'Main Wallet')).toContainText(after)
  expect(sent.filter(({ path }) => path === 'credituser').map(({ body }) => body)).toEqual([
    { amount: '5000.00', customer_id: user_id },
    { amount: '5000.00', customer_id: user_id },
  ])
  stop()
  await page.getByRole('link', { name: 'Back to customers' }).click()
  await expectTitle(page, 'Customers')
}

const wallets = (context: BrowserContext, savings_wallets: object[]) =>
  context.route('**/api/admin/getcustomersbalance', (route) => {
    const data = { main_wallet: { balance: '50.00', held: '0.00' }, savings_wallets }
    return route.fulfill({ json: { status: '200', message: 'Success', data } })
  })

async function withoutBalance(page: Page, context: BrowserContext, user_id: unknown) {
  const replies = [{}, { main_wallet: null, savings_wallets: null }, { main_wallet: { balance: null } }]
  for (const [nth, data] of replies.entries()) {
    await context.route('**/api/admin/getcustomersbalance', (route) =>
      route.fulfill({ json: { status: '200', message: 'Success', data } }),
    )
    // Later each time: what was fetched before is stale.
    await page.clock.setFixedTime(Date.now() + (nth + 2) * 60_000)
    await navigate(page, '/customer/list')
    await expectTitle(page, 'Customers')
    await navigate(page, '/credit/user', { user_id })
    await expect(card(page, 'Main Wallet')).toContainText('₦0.00')
    await expect(page.getByText('No savings wallets available')).toBeVisible()
  }
}

async function transferSavings(page: Page, context: BrowserContext, user_id: unknown) {
  await wallets(context, [
    { code: 'SV-1', type: 'Daily', balance: '250.00', fixed_amount: '100.00' },
    { code: 'SV-2', type: 'Market', balance: '99.99', fixed_amount: '100.00' },
  ])
  // The wallets of this customer may be saved.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await navigate(page, '/credit/user', { user_id })
  await page.getByRole('button', { name: 'TRANSFER FROM CUSTOMER SAVINGS TO MAIN WALLET' }).click()
  const daily = card(page, 'Daily SV-1')
  const [less, more] = ['A step less', 'A step more'].map((name) => daily.getByRole('button', { name }))
  if (!less || !more) throw new Error('no steps')
  const transfer = (amount: string) => daily.getByRole('button', { name: `Transfer ₦${amount}`, exact: true })
  await expect(transfer('100.00')).toBeEnabled()
  await expect(less).toBeDisabled()
  await more.click()
  await expect(transfer('200.00')).toBeVisible()
  await expect(less).toBeEnabled()
  await more.click()
  await expect(transfer('250.00')).toBeVisible()
  await expect(more).toBeDisabled()
  await less.click()
  await expect(transfer('200.00')).toBeVisible()
  const all = daily.getByRole('button', { name: 'All of it' })
  await all.click()
  await expect(transfer('250.00')).toBeVisible()
  await expect(all).toBeDisabled()

  const market = card(page, 'Market SV-2')
  await expect(market).toContainText('Insufficient balance — must be at least ₦100.00.')
  const refused = market.getByRole('button', { name: 'Transfer ₦100.00' })
  await expect(refused).toBeDisabled()
  await expect(refused).toHaveAccessibleDescription('Insufficient balance to perform this transfer.')
  for (const name of ['A step less', 'A step more'])
    await expect(market.getByRole('button', { name })).toBeDisabled()

  const { sentByScreen: sent } = watchCalls(context)
  await context.route('**/api/admin/savingwallettomainwallets', (route) =>
    route.fulfill({
      json: { status: '200', message: 'Done.', data: { reference: 'ST-7', main_balance: '300.00' } },
    }),
  )
  await transfer('250.00').click()
  const question = page.getByRole('dialog')
  await expect(question.locator('dd')).toHaveText([
    /CU-/,
    'Daily SV-1',
    '₦250.00',
    '₦0.00',
    '₦50.00',
    '₦300.00',
  ])
  await wallets(context, [{ code: 'SV-1', type: 'Daily', balance: '0.00', fixed_amount: '100.00' }])
  await question.getByRole('button', { name: 'Transfer ₦250.00' }).click()
  await expect(daily).toContainText('Reference ST-7. New balance of the main wallet: ₦300.00.')
  await expect(transfer('100.00')).toBeDisabled()
  expect(sent.find(({ path }) => path === 'savingwallettomainwallets')?.body).toEqual({
    amount: '250.00',
    customer_id: user_id,
    savings_type: 'Daily',
    savings_ref: 'SV-1',
  })
}

test('credits customers and transfers their savings', async ({ page, context, server, sample }) => {
  await page.goto('/customer/list')
  await test.step('credits a customer once after confirming the balance before and after; a 300 only shows its message', () =>
    creditOnce(page, context, server))
  await test.step('a transfer changes in steps of the fixed amount, from one step up to the remainder', () =>
    transferSavings(page, context, sample.user_id))
  await test.step('shows a message without savings', async () => {
    const [, other] = sample.customers as { user_id: number }[]
    await wallets(context, [])
    await navigate(page, '/credit/user', { user_id: other?.user_id })
    await expect(page.getByText('No savings wallets available')).toBeVisible()
  })
  await test.step('shows 0.00 for a balance that is missing', () =>
    withoutBalance(page, context, sample.user_id))
})
