import type { Page } from '@playwright/test'
import { expectTitle, navigate, rowOf } from '../support/portal'
import type { Sample } from '../support/routeTable'
import { businessName } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, longStep, test } from '../support/test'

test.use({ as: superadmin })

const asOf = /As of \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d Lagos time \(UTC\+1\)/
const table = (page: Page) => page.locator('.print-table')
const emulatePrint = (page: Page) => page.emulateMedia({ media: 'print' })

/** Elements that must not be printed: navigation, buttons and messages. */
async function expectPrintable(page: Page) {
  for (const role of ['navigation', 'banner', 'contentinfo', 'search', 'button', 'grid', 'menu'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByText('Skip to content')).toBeHidden()
}

/** The number of printed pages, and the width of the first one in points. */
async function printedSheets(page: Page) {
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width = ''] = /\/MediaBox \[0 0 ([\d.]+)/.exec(file) ?? []
  return { count: file.match(/\/Type \/Page\b/g)?.length ?? 0, width: Math.round(Number(width)) }
}
const a4 = { short: 595, long: 842 }

/** Keeps the app's own query of the print medium, so that a test can deliver its events. */
const keepPrintQuery = (page: Page) =>
  page.addInitScript(() => {
    const matchMedia = window.matchMedia.bind(window)
    window.matchMedia = (query) => {
      const list = matchMedia(query)
      return query === 'print' ? Object.assign(window, { printQuery: list }).printQuery : list
    }
  })
declare global {
  interface Window {
    printQuery?: MediaQueryList
  }
}

test('prints reports, messages and details', async ({ page, sample }) => {
  await keepPrintQuery(page)
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  await test.step('a report with title, filter, time and all rows, with headings on each sheet', () =>
    printReport(page))
  await test.step('the screen’s filter and hidden columns; few columns in portrait', () =>
    printFiltered(page))
  await longStep('the message of an empty list', () => printEmpty(page))
  await longStep('details on portrait sheets', () => printDetails(page, sample))
  await test.step('every figure of a page, also those that are links', () => printFigures(page, sample))
})

/** Amounts and shares that are shown, without those of savings cards, which have a print of their own. */
async function figuresOf(page: Page) {
  const text = await page.getByRole('main').innerText()
  const cards = await page.locator('.card-book').allInnerTexts()
  const rest = cards.reduce((all, card) => all.replace(card, ''), text)
  return new Set(rest.match(/-?₦[\d,]+\.\d\d|[\d.]+%/g))
}

async function printFigures(page: Page, sample: Sample) {
  for (const [path, heading, sheets] of [
    ['/dashboard', 'Dashboard', 4],
    ['/day/close', "Day's Close", 4],
    ['/report/arrears', 'Arrears', 9],
    ['/customer/view/details', 'Customer Details', 2],
    ['/customer/statement', 'Customer Statement', 3],
    ['/loan/details', /^Loan of ₦/, 2],
    ['/collection/details', 'Collection', 2],
  ] as const)
    await test.step(path, async () => {
      await navigate(page, path, sample)
      await expectTitle(page, heading)
      await expect
        .poll(async () => (await figuresOf(page)).size)
        .toBeGreaterThan(path === '/dashboard' ? 30 : 1)
      const shown = await figuresOf(page)
      await emulatePrint(page)
      await expect(page.getByRole('main')).toContainText(businessName)
      const printed = await figuresOf(page)
      expect([...shown].filter((one) => !printed.has(one))).toEqual([])
      await page.emulateMedia({ media: null })
      expect((await printedSheets(page)).count).toBeLessThanOrEqual(sheets)
    })
}

async function printReport(page: Page) {
  await navigate(page, '/transaction/flow/history?transaction_type=payable&search=SD-')
  await expect(rowOf(page, 'SD-').first()).toBeVisible()
  const printed = page.evaluate(
    () => new Promise<string>((resolve) => Object.assign(window, { print: () => resolve('printed') })),
  )
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  expect(await printed).toBe('printed')

  await emulatePrint(page)
  await expectTitle(page, 'Transaction Flow History')
  const main = page.getByRole('main')
  await expect(main).toContainText('Filter: Transaction type: Payable; Search: SD-')
  await expect(main).toContainText(asOf)
  await expect(main).toContainText(/Page: 1 of \d+/)
  await expect(page.locator('dt', { hasText: 'Net' })).toBeVisible()
  await expect(table(page).locator('tbody tr')).toHaveCount(100)
  await expect(table(page).locator('tbody tr').last()).toBeVisible()
  expect(
    await table(page)
      .locator('thead')
      .evaluate((one) => getComputedStyle(one).display),
  ).toBe('table-header-group')
  await expectPrintable(page)

  await page.emulateMedia({ media: null })
  await expect(table(page)).toHaveCount(0)
  await expect(page.getByRole('grid')).toBeVisible()
  const { count, width } = await printedSheets(page)
  expect(count).toBeGreaterThan(2)
  expect(width).toBe(a4.long)
  // The print layout is removed again.
  await expect(table(page)).toHaveCount(0)
  await test.step('a late end of an earlier print leaves the rows of this one', async () => {
    await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      window.printQuery?.dispatchEvent(new MediaQueryListEvent('change', { media: 'print', matches: false }))
    })
    await expect(table(page).locator('tbody tr')).toHaveCount(100)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(table(page)).toHaveCount(0)
  })
}

async function printFiltered(page: Page) {
  await navigate(page, '/agents/history')
  // The heading Collected On of the screen before would do as well.
  await expectTitle(page, 'Agents Activity')
  await expect(rowOf(page, 'Collected').first()).toBeVisible()
  await page.getByLabel('Filter this page').fill('collected')
  await expect(rowOf(page, 'Signed in')).toHaveCount(0)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Status' }).click()
  await page.keyboard.press('Escape')
  const rows = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
  await emulatePrint(page)
  await expect(page.getByRole('main')).toContainText('Filter of the page: collected')
  await expect(table(page).locator('th')).toHaveText(['Date', 'Full Name', 'Action'])
  await expect(table(page).locator('tbody tr')).toHaveCount(rows)
  await page.emulateMedia({ media: null })
  expect((await printedSheets(page)).width).toBe(a4.short)
}

async function printEmpty(page: Page) {
  await navigate(page, '/savings/history?search=NOBODY+AT+ALL')
  await expect(page.getByText('No data matches your current filters')).toBeVisible()
  await emulatePrint(page)
  await expect(page.getByText('No data matches your current filters')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Filter: Search: NOBODY AT ALL')
  await expect(table(page)).toHaveCount(0)
  await page.emulateMedia({ media: null })
}

async function printDetails(page: Page, sample: Sample) {
  for (const [path, heading, label] of [
    ['/customer/view/details', 'Customer Details', 'Full Name'],
    ['/agents/details', 'Agent Details', 'Full Name'],
    ['/savings/details', 'Savings Details', 'Amount After'],
    ['/loan/history/details', 'Loan History Details', 'Amount After'],
  ] as const)
    await test.step(path, async () => {
      await navigate(page, path, sample)
      await expectTitle(page, heading)
      await expect(page.locator('dt', { hasText: label })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeVisible()
      await emulatePrint(page)
      await expect(page.locator('dt', { hasText: label })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(asOf)
      await expectPrintable(page)
      await page.emulateMedia({ media: null })
      const { count, width } = await printedSheets(page)
      // A customer with loans, savings and movements takes more.
      expect(count).toBeLessThanOrEqual(path === '/customer/view/details' ? 2 : 1)
      expect(width).toBe(a4.short)
    })
}

test('prints the same sheet from a phone in dark mode, with dark text', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/loan/history')
  await expect(rowOf(page, 'LN-').first()).toBeVisible()
  const textColor = () =>
    page.getByRole('heading', { level: 1 }).evaluate((one) => getComputedStyle(one).color)
  const light = await textColor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(table(page).locator('tbody tr')).toHaveCount(100)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0)
  expect(await textColor()).toBe('rgb(27, 29, 41)')
  await page.emulateMedia({ media: null, colorScheme: 'dark' })
  await expect.poll(textColor).toBe(light)
})
