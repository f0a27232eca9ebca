import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { calls } from '#contract/index'
import { columnNotes } from '#domain/lists/columnNotes'
import { describedColumns } from '#domain/lists/describedColumns'
import { csvCells } from '../../csvCells'
import { expectTitle, expectToast, navigate, rowOf, unsigned } from '../support/portal'
import { superadmin } from '../support/signIn'
import { businessName } from '../support/server'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const asOf = /^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d Lagos time \(UTC\+1\)$/
const heading = ['Created', 'Reference', 'Amount', 'Balance Before', 'Balance']

async function fileOf(page: Page, button: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text.split('\uFEFF')).toHaveLength(2)
  expect(text.startsWith('\uFEFF')).toBe(true)
  return csvCells(text.slice(1))
}

async function chooseFirstLines(page: Page, on: boolean) {
  await page.getByRole('button', { name: `Account ${superadmin}` }).click()
  await page.getByRole('menuitem', { name: 'This device' }).click()
  await expectTitle(page, 'Device Settings')
  await expect(page).toHaveURL('/settings')
  await page.getByRole('checkbox', { name: 'Start files with a description' }).setChecked(on)
}

const flows = '/transaction/flow/history?transaction_type=payable&start_date=2026-01-01&end_date=2026-12-31'

/** Serves a file with invented rows in the server's format. */
async function serveFile(context: BrowserContext, path: string, lines: readonly string[], total: number) {
  await context.route(`**/api/admin/${path}`, async (route) => {
    const body = new URLSearchParams(route.request().postData() ?? '')
    const isFile = body.get('download') === 'csv' || /"download":"csv"/.test(route.request().postData() ?? '')
    if (isFile)
      return route.fulfill({
        headers: { 'content-type': 'text/csv; charset=utf-8', date: 'Wed, 18 Nov 2026 23:30:00 GMT' },
        body: `\uFEFF${lines.join('\r\n')}\r\n`,
      })
    const reply = await route.fetch()
    const json = await reply.json()
    json.data.total = total
    return route.fulfill({ ...unsigned(reply), json })
  })
}

async function describeReport(page: Page) {
  await expect(rowOf(page, '₦').first()).toBeVisible()
  const [first, ...rows] = await fileOf(page, 'Download All Filtered')
  expect(first?.slice(0, 5)).toEqual(heading)
  expect(rows.length).toBeGreaterThan(100)

  await chooseFirstLines(page, true)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Start files with a description' })).toBeChecked()
  await navigate(page, flows)
  await expect(rowOf(page, '₦').first()).toBeVisible()
  const cells = await fileOf(page, 'Download All Filtered')
  expect(cells.slice(0, 4)).toEqual([
    ['Business', businessName],
    ['Report', 'Transaction Flow History'],
    ['Filter', 'Transaction type: Payable; Start date: 1 Jan 2026; End date: 31 Dec 2026'],
    ['Rows', rows.length < 20_000 ? String(rows.length).replace(/\B(?=(\d{3})+$)/, ',') : expect.any(String)],
  ])
  expect(cells[4]).toEqual(['As of', expect.stringMatching(asOf)])
  const { csv = [], name } = calls.transactions.transactionFlowHistory
  const notes = describedColumns(csv, columnNotes[name] ?? {})
  expect(notes).not.toEqual([])
  expect(cells.slice(5)).toEqual([...notes, [''], first, ...rows])
  return first
}

async function countRows(page: Page, context: BrowserContext) {
  const row = '"Two\nlines, and ""quotes""",08030000000'
  await serveFile(context, 'getagents', ['Full Name,Phone', row, row], 2)
  await navigate(page, '/agents/list?search=ade')
  await expect(rowOf(page, 'Ade').first()).toBeVisible()
  const cells = await fileOf(page, 'Export CSV')
  await expectToast(page, 'CSV downloaded successfully! 2 filtered records exported.')
  expect(cells).toEqual([
    ['Business', businessName],
    ['Report', 'Agents'],
    ['Filter', 'Search: ade'],
    ['Rows', '2'],
    ['As of', '19 Nov 2026, 00:30 Lagos time (UTC+1)'],
    [''],
    ['Full Name', 'Phone'],
    ['Two\nlines, and "quotes"', '08030000000'],
    ['Two\nlines, and "quotes"', '08030000000'],
  ])
  await context.unroute('**/api/admin/getagents')
}

async function truncateFile(page: Page, context: BrowserContext) {
  const lines = ['Full Name,Phone', ...Array.from({ length: 20_000 }, (_, at) => `Agent ${at},080`)]
  await serveFile(context, 'getagents', lines, 31_000)
  await navigate(page, '/agents/list')
  await expect(page.getByText('31,000 agents.')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  const cut = csvCells((await readFile(await (await downloading).path(), 'utf8')).slice(1))
  expect(cut.slice(1, 4)).toEqual([
    ['Report', 'Agents'],
    ['Filter', 'None'],
    ['Rows', 'First 20,000 of 31,000'],
  ])

  // The total of a search is unknown beyond 10,000: the portal can't ask before the export.
  await context.unroute('**/api/admin/getagents')
  await serveFile(context, 'getagents', lines, 10_000)
  await page.clock.setFixedTime(Date.now() + 60_000)
  await navigate(page, '/agents/history')
  await expectTitle(page, 'Agents Activity')
  await navigate(page, '/agents/list')
  // Not the saved page, with the earlier total.
  await expect(page.getByText('10,000 agents.')).toBeVisible()
  expect((await fileOf(page, 'Export CSV'))[3]).toEqual(['Rows', '20,000, the most that one file holds'])
  await expectToast(page, 'A file holds 20000 rows. There may be more: choose fewer days.')
  await context.unroute('**/api/admin/getagents')
}

async function describePage(page: Page) {
  await navigate(page, '/loan/paid?page=2')
  await expectTitle(page, 'Paid Loan')
  const first = page.getByRole('grid').getByRole('row').nth(1)
  await expect(first).toContainText('LN-')
  const [, reference = ''] = /(LN-[\d-]+)/.exec(await first.innerText()) ?? []
  await page.getByLabel('Filter this page').fill(reference)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
  const cells = await fileOf(page, 'CSV of this page')
  expect(cells[1]).toEqual(['Report', 'Paid Loan'])
  expect(cells[2]?.[1]).toMatch(new RegExp(`^Page: 2 of \\d+; Filter of the page: ${reference}$`))
  expect(cells[3]).toEqual(['Rows', '1'])
  expect(cells[4]).toEqual(['As of', expect.stringMatching(asOf)])
  // After the notes of columns, and an empty line.
  const table = cells.slice(cells.findIndex((row) => row.join('') === '') + 1)
  expect(table.map((row) => row[1])).toEqual(['Reference', reference])
}

test('files contain columns and rows only, unless the device adds description lines', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.goto(flows)
  const first = await test.step('a report states its filters and the number of its rows', () =>
    describeReport(page))
  await test.step('counts rows with line breaks in names', () => countRows(page, context))
  await test.step('a truncated file states the total, or that there may be more rows', () =>
    truncateFile(page, context))
  await test.step('the file of one page states the page and its filters', () => describePage(page))
  await test.step('a file contains columns and rows only again', async () => {
    await chooseFirstLines(page, false)
    await navigate(page, flows)
    await expect(rowOf(page, '₦').first()).toBeVisible()
    expect((await fileOf(page, 'Download All Filtered'))[0]).toEqual(first)
  })
})
