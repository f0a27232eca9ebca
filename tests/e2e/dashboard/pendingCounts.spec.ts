import type { BrowserContext, Page } from '@playwright/test'
import { expectTitle, fact, navigate, watchCalls } from '../support/portal'
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

test('the dashboard links to each list with pending rows', { tag: '@long' }, async ({ page, context }) => {
  await count(context, { withdrawals: 0, devices: 2 })
  await page.goto('/dashboard')
  await expect(fact(page, 'Agent devices')).toHaveText('2 Open')
  await expect(fact(page, 'Withdrawals')).toHaveText('0 Open')
  await expect(fact(page, 'Loans, first approval')).toHaveCount(0)
  await expect(page.getByRole('navigation').getByText('waiting')).toHaveCount(1)
  await page.getByRole('link', { name: 'Open Withdrawals' }).click()
  await expectTitle(page, 'Withdrawals')
  await expect(page).toHaveURL('/withdrawal/list?waiting=mine')
  await page.goBack()
  await page.getByRole('link', { name: 'Open Agent devices' }).click()
  await expectTitle(page, 'Waiting Devices')
})

const figures = {
  'Loans, first approval': 'pending loan',
  'Loans, second approval': 'pending loan',
  'Fund requests, first approval': 'fund request',
  'Fund requests, second approval': 'fund request',
  Withdrawals: 'withdrawal',
  'Withdrawals not paid by agents': 'withdrawal',
  'Cash differences, first approval': 'cash difference',
  'Cash differences, second approval': 'cash difference',
  'Agents’ statements, first approval': 'statement',
  'Agents’ statements, second approval': 'statement',
  'Loan changes, first approval': 'loan change',
  'Loan changes, second approval': 'loan change',
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
    await expect(fact(page, label)).toHaveText(/^[\d,]+ Open$/)
    const count = (await fact(page, label).innerText()).split(' ')[0]
    await page.getByRole('link', { name: `Open ${label}`, exact: true }).click()
    const main = page.getByRole('main')
    await expect(main, label).toContainText(new RegExp(`(^|\\D)${count} ${noun}s?\\.`))
    const waits = label === 'Withdrawals not paid by agents' ? 'Waiting for their payment' : 'Waiting for you'
    if (noun !== 'waiting device') await expect(main).toContainText(waits)
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
    for (const [card, heading] of [
      ['Loan', 'Loan Applications'],
      ['Saving', 'Savings History'],
      ['Approved Loan this week', 'Approved Loan'],
      ['Overdue Loan this week', 'Overdue Loan'],
    ] as const)
      for (const [at, week] of (['this', 'last'] as const).entries()) {
        await openDashboard(page)
        const figures = page.locator('section').filter({
          has: page.getByRole('heading', { name: card, exact: true }),
        })
        await expect(figures).toContainText('₦')
        const sum = (await figures.innerText()).match(/₦[\d,]+\.\d\d/g)?.[at] ?? 'no figure'
        await figures.getByRole('link', { name: `Open ${week} week: ${card}` }).click()
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
