import type { Page } from '@playwright/test'
import { expectTitle } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

/** What of a page opens no rows, with the reason: a selector of what contains the amount. */
type Reasons = Record<string, string>

const reasons: Record<string, Reasons> = {
  dashboard: {
    '.chart-says': 'the change between two figures that are links, and the balance before it',
    '.agents-rank tr': 'what the agents without a row of their own have, and sums of the rows above',
    '.risk-ages tr:first-child': 'all that is owed, a link, less what is late, links',
  },
}

/** Links whose page has the rows of the figure, but no line with its sum, with the reason. */
const withoutTotal: Reasons = {
  'Savings collected today': 'the day’s close has savings by product',
  'Loans collected today': 'the day’s close has loans by product',
  'Change since a month ago': 'the history has what came in and went out, and interest',
  'Collected by': 'movements of an agent’s cash have no total: the last balance is what is held',
}

/** Amounts of a page that neither open anything nor are in the list, once each. */
const unexplained = (page: Page, known: Reasons) =>
  page.getByRole('main').evaluate((main, selectors) => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode
      if (!parent || !textContent?.includes('₦')) continue
      if (parent.closest('a[href], [aria-hidden=true], .visually-hidden, label')) continue
      if (selectors.some((selector) => parent.closest(selector))) continue
      found.add(`${parent.closest('section')?.querySelector('h2')?.textContent ?? ''}: ${textContent}`)
    }
    return [...found]
  }, Object.keys(known))

/** Opens each figure of the page and finds it again where it leads: as the total, or as the figure that is explained. */
async function followFigures(page: Page, path: string, title: string) {
  const links = page.getByRole('main').locator('a.figure-link', { hasText: '₦' })
  const count = await links.count()
  expect(count).toBeGreaterThan(3)
  const missing: string[] = []
  for (let at = 0; at < count; at++) {
    const link = links.nth(at)
    const amount = await link.innerText()
    const name = (await link.getAttribute('aria-label')) ?? ''
    if (Object.keys(withoutTotal).some((start) => name.startsWith(start))) continue
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
    await expect(page.getByRole('main'))
      .toContainText(amount, { timeout: 10_000 })
      .catch(() => missing.push(`${name} is not on ${page.url()}`))
    await page.goto(path)
    await expectTitle(page, title)
    await expect(links).toHaveCount(count)
  }
  expect(missing).toEqual([])
}

test('each amount of the dashboard opens its rows, which add up to it, or says why not', async ({ page }) => {
  test.setTimeout(300_000)
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  await expect(page.getByRole('table', { name: 'Agents by what they collected this week' })).toBeVisible()
  await expect(page.getByText(/sheets? not in yet|All sheets are in/)).toBeVisible()
  expect(await unexplained(page, reasons.dashboard ?? {})).toEqual([])
  await followFigures(page, '/dashboard', 'Dashboard')
})
