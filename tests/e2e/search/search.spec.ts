import type { Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { expectAccessible } from '../support/axe'
import { expectFit } from '../support/overflow'
import { grantOnly } from '../support/permissions'
import { blockServer, expectTitle, holdCalls, openSearch, unblockServer } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'

test.use({ as: superadmin })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const field = (page: Page) => dialog(page).getByRole('combobox')
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name })
const chosen = (page: Page) => dialog(page).getByRole('option', { selected: true })

async function find(page: Page, text: string) {
  await openSearch(page)
  await expect(field(page)).toBeFocused()
  await field(page).fill(text)
  await expect(dialog(page).getByRole('status')).toHaveText(/found/)
}

test('finds a customer by half a phone number, and opens what belongs to them, by keyboard alone', async ({
  page,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const { data } = await callApi(server, token, 'loanportfolio', { page: 1 })
  const loan = data.getActive.data[0]
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')

  await test.step('half a phone number', async () => {
    await find(page, loan.customer_phone.slice(-6))
    const name = `${loan.customer_firstname} ${loan.customer_lastname}`
    await expect(group(page, 'Customers').getByRole('option').first()).toContainText(name)
    await expect(chosen(page)).toContainText(name)
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Customer Details')
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('a pasted reference', async () => {
    await find(page, loan.reference.toLowerCase())
    await expect(chosen(page)).toContainText(loan.reference)
    await page.keyboard.press('Enter')
    await expectTitle(page, /^Loan of ₦/)
    await expect(page.getByText(loan.reference).first()).toBeVisible()
  })

  await test.step('what was opened last, the newest first, and what is often done with it', async () => {
    await openSearch(page)
    const last = group(page, 'Opened last').locator('.search-hit')
    await expect(last).toHaveText([new RegExp(loan.reference), new RegExp(loan.customer_phone)])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await expect(chosen(page)).toHaveText('Statement')
    await page.keyboard.press('ArrowLeft')
    await expect(chosen(page)).toContainText(loan.customer_phone)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Customer Statement')
  })

  await test.step('arrow keys go through the groups and to the whole list', async () => {
    await find(page, 'Ngozi')
    const names = await dialog(page).locator('.search-hit').allTextContents()
    const all = names.findIndex((text) => /^All .* customers$/.test(text))
    for (let at = 0; at < all; at++) await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toHaveText(names[all] ?? '')
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Customers')
    await expect(page).toHaveURL(/search=Ngozi/)
  })

  await test.step('Tab goes from group to group, and Ctrl+Enter opens a new tab', async () => {
    await find(page, 'Ngozi')
    await expect(group(page, 'Loans')).toBeVisible()
    const first = group(page, 'Customers').getByRole('option').first()
    await page.keyboard.press('Tab')
    await expect(group(page, 'Loans').getByRole('option', { selected: true })).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await expect(first).toHaveAttribute('aria-selected', 'true')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('ControlOrMeta+Enter'),
    ])
    await expectTitle(tab, 'Customer Details')
    await expect(tab.getByRole('main')).toContainText('Ngozi')
    await tab.close()
    await expect(dialog(page)).toBeVisible()
  })

  await test.step('a screen by its title, and Escape', async () => {
    await find(page, 'remittances')
    await expect(group(page, 'Screens').getByRole('option')).toHaveText(['Remittances'])
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await find(page, 'zzzzzz')
    await expect(dialog(page).getByText('Nothing found for “zzzzzz”.')).toBeVisible()
  })

  for (const [width, height, colorScheme] of [
    [1280, 800, 'light'],
    [820, 1180, 'dark'],
    [390, 844, 'light'],
  ] as const)
    await test.step(`fits and is accessible at ${width} px`, async () => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await find(page, 'Ngozi')
      await expect(group(page, 'Loans')).toBeVisible()
      await expectFit(page, width)
      await expectAccessible(page, `search at ${width}`)
    })
})

test('finds what the admin may see, and no more', async ({ page, context }) => {
  await grantOnly(context, ['can-view-agent'])
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  await find(page, 'customers')
  await expect(group(page, 'Screens')).toHaveCount(0)
})

test('offline it searches the saved rows, and says so', async ({ page, context, faults }) => {
  faults.expect(noNetwork)
  await page.goto('/customer/list')
  await expectTitle(page, 'Customers')
  await expect(page.getByText('Page 1 of 30 saved')).toBeVisible()
  const name = await page
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell')
    .filter({ hasText: /\p{L} \p{L}/u })
    .first()
    .textContent()
  await blockServer(context)
  await find(page, name ?? '')
  await expect(dialog(page).getByText(/only what is saved on this device/)).toBeVisible()
  await expect(chosen(page)).toContainText(name ?? '')
  await expect(dialog(page).getByRole('status')).toHaveText(/found in what is saved/)
  await unblockServer(context)
})

test('takes the surname first, and Enter before the answer', async ({ page, context }) => {
  await page.goto('/customer/list')
  await expectTitle(page, 'Customers')
  const name = await page.locator('main [role=row][data-id] a').first().textContent()
  const [first = '', last = ''] = (name ?? '').split(' ')
  await page.goto('/dashboard')
  await find(page, `${last} ${first}`)
  await expect(group(page, 'Customers').getByRole('option').first()).toContainText(`${first} ${last}`)

  // A slow answer: Enter waits for it, and then opens the first match.
  const pass = await holdCalls(context, 'searcheverything')
  await field(page).fill(`${first} ${last}`)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toHaveText('Searching…')
  pass()
  await expectTitle(page, 'Customer Details')
  await expect(page.getByRole('main')).toContainText(`${first} ${last}`)
})

test('takes acts: a form is filled in and never sent, by who may send it, with a connection', async ({
  page,
  context,
  server,
  session,
}) => {
  const token = tokenIn(await session(superadmin))
  const { data } = await callApi(server, token, 'getcustomers', { page: 1, search: 'Ngozi' })
  const phone: string = data.data[0].phone_number
  const changes: string[] = []
  page.on('request', (request) => {
    if (/credituser|createwithdrawal/i.test(request.url())) changes.push(request.url())
  })
  await page.goto('/dashboard')

  await test.step('a credit', async () => {
    await find(page, 'ngozi +5000')
    await expect(chosen(page)).toContainText(/^Credit ₦5,000.00 to Ngozi/)
    await expectAccessible(page, 'acts')
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Credit Customer')
    await expect(page.getByLabel('Amount')).toHaveValue(/^5,?000(\.00)?$/)
    await expect(page.getByRole('button', { name: 'Credit ₦5,000.00' })).toBeVisible()
    await expect(page).toHaveURL(/\/credit\/user#user_id=\d+$/)
  })

  await test.step('a reload shows an empty form', async () => {
    await page.reload()
    await expectTitle(page, 'Credit Customer')
    await expect(page.getByLabel('Amount')).toHaveValue('')
  })

  await test.step('a withdrawal, by the last digits of a phone number', async () => {
    await find(page, `${phone.slice(-6)} w 20000`)
    await expect(chosen(page)).toContainText(/^Withdraw ₦20,000.00 of Ngozi/)
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Create Withdrawal')
    await expect(page.getByLabel('Amount')).toHaveValue(/^20,?000(\.00)?$/)
  })

  await test.step('the late loans of an agent', async () => {
    await page.goto('/dashboard')
    await find(page, 'late efe')
    await expect(chosen(page)).toHaveText('Late loans of Efe Oghenekaro')
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Arrears')
    await expect(page).toHaveURL(/agent_id=\d+/)
  })

  expect(changes).toEqual([])

  await grantOnly(context, ['can-view-customer', 'can-view-agent'])
  await page.goto('/dashboard')
  await find(page, 'ngozi +5000')
  await expect(group(page, 'Customers')).toBeVisible()
  await expect(group(page, 'Acts')).toHaveCount(0)
})
