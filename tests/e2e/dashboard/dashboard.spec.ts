import { tokenOf } from '../support/api'
import { expectTitle, expectToast, fact, navigate, watchCalls } from '../support/portal'
import { collectToday } from '../support/routeTable'
import { admin, superadmin, supervisor } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

const naira = /^₦[\d,]+\.\d\d$/

test.describe('for the superadmin', () => {
  test.use({ as: superadmin })

  test.beforeEach(async ({ page }) => {
    await page.goto('/dashboard')
    await expectTitle(page, 'Dashboard')
  })

  test('shows totals, sums of two weeks, loan types and pending counts', async ({ page }) => {
    const card = (name: string) =>
      page
        .getByRole('main')
        .locator('section')
        .filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
    await expect(card('Total Customers')).toContainText(/\d,\d{3}/)
    await expect(card('Total Agents')).toContainText(/\d{2}/)
    for (const name of [
      'Loan, this week',
      'Saving, this week',
      'Approved Loan this week',
      'Overdue Loan this week',
    ])
      await expect(card(name).getByRole('link')).toHaveText([naira, naira])
    await expect(fact(page, 'Market Trader Loan')).toHaveText('7.5%')
    await expect(page.getByRole('link', { name: /^\d+ Withdrawals ₦/ })).toBeVisible()

    await page.getByRole('link', { name: 'Total Customers: ' }).click()
    await expectTitle(page, 'Customers')
    await page.goBack()
    await page.getByRole('link', { name: 'Total Agents: ' }).click()
    await expectTitle(page, 'Agents')
  })

  test('keeps its heights: the cards of the specification are in sight, without the long way down', async ({
    page,
  }) => {
    const bottomOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight)
    for (const { width, height, most, wallets } of [
      { width: 1280, height: 800, most: 1400, wallets: 643 },
      { width: 1600, height: 900, most: 1300, wallets: 643 },
      { width: 390, height: 844, most: 3000, wallets: 1700 },
    ]) {
      await page.setViewportSize({ width, height })
      await expect(page.getByRole('table', { name: 'Agents by what they collected this week' })).toBeVisible()
      await expect.poll(pageHeight, `at ${width} px`).toBeLessThanOrEqual(most)
      await expect.poll(() => bottomOf('.dash-wallets'), `at ${width} px`).toBeLessThanOrEqual(wallets)
      const pageWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(pageWidth).toBeLessThanOrEqual(width)
    }
    await page.setViewportSize({ width: 1600, height: 900 })
    const columns = () =>
      page
        .locator('.dashboard-pairs > section')
        .evaluateAll(
          (cards) => new Set(cards.map((one) => Math.round(one.getBoundingClientRect().left))).size,
        )
    await expect.poll(columns, 'columns at 1600 px').toBe(3)
  })

  test('opens the rows behind the insight', async ({ page, server }) => {
    await collectToday(server, await tokenOf(page))
    await page.reload()
    const open = async (name: RegExp, title: string) => {
      await page.getByRole('main').getByRole('link', { name }).first().click()
      await expectTitle(page, title)
    }
    await open(/^Collected today: ₦/, "Day's Close")
    await page.goBack()
    await open(/^Held since before today: ₦/, 'Agents Cash')
    await expect(page.getByText('Cash held since before today')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page.getByText('Cash held since before today')).toHaveCount(0)
    await navigate(page, '/dashboard')
    await open(/^PAR 30: [\d.]+%/, 'Arrears')
    await page.goBack()
    await open(/^Collected by .+ this week: ₦/, 'Cash Movements')
    await page.goBack()
    await page.getByRole('button', { name: 'Table' }).first().click()
    await expect(page.getByRole('table', { name: 'Lending by week' }).getByRole('row')).toHaveCount(13)
    await open(/^Repaid in the week from /, 'Loan Repayment History')
    expect(new URL(page.url()).searchParams.get('start_date')).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('credits the main wallet once, with the balance before and after', async ({ page, context }) => {
    await expect(fact(page, 'Main')).toHaveText('******')
    await page.getByRole('button', { name: 'Show Balances' }).click()
    await expect(fact(page, 'Main')).toHaveText(naira)
    for (const label of ['Profit', 'Transaction', 'Total']) await expect(fact(page, label)).toHaveText(naira)
    await page.getByRole('button', { name: 'Hide Balances' }).click()
    await expect(fact(page, 'Main')).toHaveText('******')
    await page.getByRole('button', { name: 'Show Balances' }).click()
    const before = await kobo(fact(page, 'Main'))
    const total = await kobo(fact(page, 'Total'))

    const { sentByScreen: sent } = watchCalls(context)
    const amount = page.getByLabel('Amount')
    const press = page.getByRole('button', { name: 'Credit', exact: true })
    for (const wrong of ['', '0', '-5', 'ten', '1.005']) {
      await amount.fill(wrong)
      await press.click()
      await expect(page.getByText(sentences.validAmount)).toBeVisible()
      await expect(amount).toBeFocused()
    }
    expect(sent).toEqual([])

    await amount.fill('1,234.50')
    await press.click()
    const question = page.getByRole('dialog', { name: 'Credit the main wallet?' })
    await expect(question).toContainText('₦1,234.50 will be added to the main wallet.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    expect(sent).toEqual([])

    await press.click()
    await question.getByRole('button', { name: 'Credit ₦1,234.50' }).click()
    await expectToast(page, '₦1,234.50 credited to the main wallet.')
    await expect(
      page.getByRole('status').filter({ hasText: /^Reference \S+\. New balance: ₦/ }),
    ).toBeFocused()
    await expect(amount).toHaveValue('')
    await expect.poll(() => kobo(fact(page, 'Main'))).toBe(before + 123_450)
    expect(await kobo(fact(page, 'Total'))).toBe(total + 123_450)
    const credits = sent.filter(({ path }) => path === 'creditmainwalletsbalance')
    expect(credits.map(({ body }) => body)).toEqual([{ amount: '1234.50' }])
    expect(credits[0]?.key).toMatch(/^[\da-f-]{36}$/)
  })

  test('shows a message without loan types', async ({ page, context }) => {
    // A reply after the clock is set would count as fresh.
    await expect(fact(page, 'Market Trader Loan')).toBeVisible()
    await context.route('**/api/admin/getloantype', (route) =>
      route.fulfill({ json: { status: '200', message: 'Success', data: [] } }),
    )
    await page.clock.setFixedTime(Date.now() + 60_000)
    await navigate(page, '/agents/list')
    await expectTitle(page, 'Agents')
    await navigate(page, '/dashboard')
    await expect(page.getByText('No loan interest found')).toBeVisible()
  })
})

for (const [email, waits] of [
  [admin, true],
  [supervisor, false],
] as const)
  test.describe(`for ${email}`, () => {
    test.use({ as: email })
    test('shows no wallets, and pending counts only to those who decide', async ({ page, context }) => {
      const { sent, settled } = watchCalls(context)
      await page.goto('/dashboard')
      await expect(page.getByRole('heading', { level: 2, name: 'Loan Types' })).toBeVisible()
      await settled()
      expect(sent.map(({ path }) => path)).not.toContain('getmainwalletsbalance')
      for (const name of ['Show Balances', 'Credit'])
        await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 2, name: 'Waiting for you' })).toHaveCount(
        waits ? 1 : 0,
      )
    })
  })

/** The amount on a card, in kobo. */
async function kobo(locator: ReturnType<typeof fact>): Promise<number> {
  return Number((await locator.innerText()).replaceAll(/[₦,.]/g, ''))
}
