import type { BrowserContext, Page } from '@playwright/test'
import { expectTitle, navigate, watchCalls } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const count = (context: BrowserContext, data: object) =>
  context.route('**/api/admin/getwaitingdecisions', (route) =>
    route.fulfill({ json: { status: '200', message: 'Success', data } }),
  )

test('shows pending counts in the menu, visibly and to screen readers, fetched once, and saves them', async ({
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
  await menu.getByRole('link', { name: 'Waiting Devices 1,234 waiting' }).click()
  await expectTitle(page, 'Waiting Devices')
  await menu.getByRole('link', { name: 'Market Days' }).click()
  await expectTitle(page, 'Market Days')
  await settled()
  expect(sent.filter(({ path }) => path === 'getwaitingdecisions')).toHaveLength(1)

  await page.getByRole('button', { name: 'Menu' }).click()
  const narrow = menu.getByRole('link', { name: 'Withdrawal, 3 waiting' })
  await expect(narrow).toHaveText('3 waiting')
  await context.route('**/api/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(sentences.offline)).toBeVisible()
  await expect(narrow).toBeVisible()
})

/** The row of a kind on the dashboard. */
const waits = (page: Page, label: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^[\\d,]+ ${label}( |$)`) })

test('the dashboard links to each list with pending rows, and shows no row of nothing', async ({
  page,
  context,
}) => {
  await count(context, { withdrawals: 3, requests_first: 0, devices: 2 })
  await page.goto('/dashboard')
  await expect(waits(page, 'Agent devices')).toBeVisible()
  await expect(page.locator('.wait-row')).toHaveCount(2)
  await waits(page, 'Withdrawals').click()
  await expectTitle(page, 'Withdrawals')
  await expect(page).toHaveURL('/withdrawal/list?waiting=mine')
  await page.goBack()
  await waits(page, 'Agent devices').click()
  await expectTitle(page, 'Waiting Devices')
})

test('the dashboard says in one line that nothing waits', async ({ page, context }) => {
  await count(context, { withdrawals: 0, devices: 0 })
  await page.goto('/dashboard')
  await expect(page.getByText('Nothing waits for you.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Decide' })).toHaveCount(0)
  const card = page.getByRole('main').locator('section').filter({ hasText: 'Nothing waits for you.' })
  expect((await card.boundingBox())?.height).toBeLessThan(60)
})

const figures = {
  'First approval': 'pending loan',
  'Second approval': 'pending loan',
  'Fund requests': 'fund request',
  Withdrawals: 'withdrawal',
  'Withdrawals not paid': 'withdrawal',
  'Cash differences': 'cash difference',
  'Agents’ statements': 'statement',
  'Loan changes': 'loan change',
  'Payouts of savings': 'payout',
  Reversals: 'reversal',
  'Sheets of closed days': 'sheet',
  'Changes of terms': 'change',
  'Agent devices': 'waiting device',
}
async function openDashboard(page: Page) {
  await navigate(page, '/dashboard')
  await expectTitle(page, 'Dashboard')
}

/** Every pending count opens a list with that number of rows; each kind of list can show all rows instead. */
async function followCounts(page: Page) {
  const toggled = new Set(['waiting device'])
  for (const [label, noun] of Object.entries(figures)) {
    await openDashboard(page)
    const more = page.getByRole('button', { name: / more kinds$/ })
    await expect(waits(page, 'First approval')).toBeVisible()
    if (await more.isVisible()) await more.click()
    const count = /^[\d,]+/.exec(await waits(page, label).innerText())?.[0]
    await waits(page, label).click()
    const main = page.getByRole('main')
    await expect(main, label).toContainText(new RegExp(`(^|\\D)${count} ${noun}s?\\.`))
    const filter = label === 'Withdrawals not paid' ? 'Waiting for their payment' : 'Waiting for you'
    if (noun !== 'waiting device') await expect(main).toContainText(filter)
    if (toggled.has(noun)) continue
    toggled.add(noun)
    await main.getByRole('button', { name: 'Show all' }).click()
    await expect(page).not.toHaveURL(/waiting/)
    await main.getByRole('button', { name: /^Waiting for you: / }).click()
    await expect(page).toHaveURL(/waiting=mine/)
  }
}

test('the figures of the dashboard open their rows', { tag: '@long' }, async ({ page }) => {
  await page.goto('/dashboard')
  await test.step('every pending count opens a list with that number of rows', () => followCounts(page))

  await test.step('every weekly figure opens its rows, with the same figure as total', async () => {
    for (const [name, heading] of [
      ['Loans', 'Loan Applications'],
      ['Savings', 'Savings History'],
      ['Approved loans', 'Approved Loan'],
      ['Overdue loans', 'Overdue Loan'],
    ] as const)
      for (const week of ['this', 'last'] as const) {
        await openDashboard(page)
        const figure = page.getByRole('link', { name: `${name}, ${week} week: ` })
        const sum = await figure.innerText()
        await figure.click()
        await expectTitle(page, heading)
        await expect(page.getByRole('main')).toContainText(`: ${sum}`)
        const showAll = page.getByRole('main').getByRole('button', { name: 'Show all' })
        await expect(showAll).toBeVisible()
        if (week === 'last') continue
        await showAll.click()
        await expect(page).not.toHaveURL(/week=/)
      }
  })
})
