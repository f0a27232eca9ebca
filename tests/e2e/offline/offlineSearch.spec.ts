import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { csvCells } from '../../csvCells'
import { blockServer, navigate, reconnect, rowOf, setClock } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const notSaved = sentences.connectToOpen
const searchBox = (page: Page) => page.getByLabel('Name, phone or reference')

async function searchFor(page: Page, text: string) {
  await searchBox(page).fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** Downloads a file by a button, and returns its cells. */
async function fileOf(page: Page, button: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const download = await downloading
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return { name: download.suggestedFilename(), cells: csvCells(text.slice(1)) }
}

/** Opens the first pages of the list of customers, which saves them. */
async function visitCustomers(page: Page, pages: number) {
  for (let at = 1; at <= pages; at++) {
    await navigate(page, `/customer/list?page=${at}`)
    await expect(page.getByText(`Page ${at} of 30 saved`)).toBeVisible()
  }
}

test.beforeEach(({ faults }) => faults.expect(noNetwork))

test('searches all saved pages of the list, and exports them, and shows that it does', async ({
  page,
  context,
}) => {
  await page.clock.setFixedTime(new Date('2026-03-12T13:05:00Z'))
  await page.goto('/customer/list')
  await expect(rowOf(page, 'CU-003000')).toBeVisible()
  const { cells: online } = await fileOf(page, 'Export CSV')
  await visitCustomers(page, 3)
  await blockServer(context)
  await setClock(page, Date.parse('2026-03-12T16:00:00Z'))
  await page.goto('/customer/list')
  await expect(rowOf(page, 'CU-003000')).toBeVisible()
  await expect(page.getByText(sentences.offline)).toBeVisible()

  await test.step('a file of saved rows is marked as such, with the time of saving', async () => {
    const { name, cells } = await fileOf(page, 'Export CSV (saved rows)')
    expect(name).toBe('customer_list_2026-03-12.csv')
    expect(cells[0]).toEqual(['Saved at 14:05, 12 Mar 2026', '300 of 3,000 rows'])
    expect(cells.slice(1)).toEqual(online.slice(0, 301))
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export Excel (.xlsx)' }).click()
    const workbook = await downloading
    expect(workbook.suggestedFilename()).toBe('customer_list_2026-03-12.xlsx')
    const { sheets } = await readXlsx(await readFile(await workbook.path()))
    expect(sheets[0]?.rows.map((row) => row[1])).toEqual(cells.map((row) => row[1]))

    await searchFor(page, 'cu-00295')
    await expect(page.getByText('1 to 10 of 10')).toBeVisible()
    const { cells: saved } = await fileOf(page, 'Export CSV (saved rows)')
    expect(saved[0]).toEqual(['Saved at 14:05, 12 Mar 2026'])
    expect(saved.slice(2)).toEqual(online.filter((row) => row[1]?.startsWith('CU-00295')))
  })

  await test.step('finds a customer of another page', async () => {
    await searchFor(page, 'cu-002750')
    await expect(page.getByText('Searching 300 saved customers of 3,000.')).toBeVisible()
    await expect(rowOf(page, 'CU-002750')).toBeVisible()
    await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  })

  await test.step('pages and filters many results', async () => {
    await searchFor(page, 'cu-00')
    await expect(page.getByText('1 to 100 of 300')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('101 to 200 of 300')).toBeVisible()
    await page.getByLabel('Filter this page').fill('CU-002888')
    await expect(rowOf(page, 'CU-002888')).toBeVisible()
    await expect(rowOf(page, 'CU-002889')).toHaveCount(0)
  })

  await test.step('shows a message without results', async () => {
    await page.getByLabel('Filter this page').fill('')
    await searchFor(page, 'cu-000001')
    await expect(page.getByText('No customer found')).toBeVisible()
    await expect(page.getByText('Searching 300 saved customers of 3,000.')).toBeVisible()
  })

  await test.step('shows the rows of the server when it is back', async () => {
    await reconnect(page, context)
    await expect(rowOf(page, 'CU-000001')).toBeVisible()
    await expect(page.getByText(/^Searching/)).toHaveCount(0)
  })
})

test('a report that is not saved links to saved ones', async ({ page, context }) => {
  const report = '/transaction/flow/history?transaction_type=payable'
  const november = `${report}&start_date=2026-11-01&end_date=2026-11-30`
  await page.goto(november)
  await expect(rowOf(page, '₦').first()).toBeVisible()
  const first = await page.getByText(/^1 to \d+ of/).innerText()
  await expect(page.getByText(/^Page 1 of \d+ saved$/)).toBeVisible()
  await blockServer(context)
  await navigate(page, `${report}&start_date=2026-10-01&end_date=2026-10-31`)
  await expect(page.getByText(notSaved).first()).toBeVisible()
  const link = page.getByRole('button', { name: /Start date: 1 Nov 2026; End date: 30 Nov 2026$/ })
  const saved = page.getByRole('main').getByRole('listitem').filter({ has: link })
  await expect(saved.getByText(/^\d+ rows$/)).toBeVisible()
  await expect(saved.getByText(/^(Updated just now|Saved )/)).toBeVisible()
  await link.click()
  await expect(page.getByText(first)).toBeVisible()
  await expect(page.getByText('Saved on this device for this screen')).toHaveCount(0)

  await test.step('lists saved reports before a filter is chosen', async () => {
    await navigate(page, '/transaction/flow/history')
    await expect(link).toBeVisible()
  })
})

test('filters by dates when the whole list is saved', { tag: '@long' }, async ({ page, context }) => {
  await page.goto('/agents/history')
  await page.locator('.list-status').click()
  await page.getByRole('button', { name: 'Keep offline', exact: true }).click()
  await expect(page.getByText('Kept offline', { exact: true })).toBeVisible()
  await navigate(page, '/agents/history?page=2')
  await expect(page.getByText('101 to 200 of 450')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: /\d{4}, \d\d:\d\d/ })
  const [, date = ''] = /(\d{1,2} \w{3} \d{4}), /.exec(await row.first().innerText()) ?? []
  const day = new Date(`${date} UTC`).toISOString().slice(0, 10)
  const days = `?start_date=${day}&end_date=${day}`
  await page.goto(`/agents/history${days}`)
  const summary = page.getByText(/^1 to \d+ of/)
  await expect(summary).toBeVisible()
  const online = await summary.innerText()
  await page.goto(`/agents/history${days}&search=e`)
  const filtered = await summary.innerText()
  await blockServer(context)
  await page.goto(`/agents/history${days}&search=E`)
  await expect(page.getByText('Searching 450 saved activities of 450.')).toBeVisible()
  await expect(summary).toHaveText(filtered)
  await page.goto(`/agents/history?start_date=${day}&end_date=${day}&search=`)
  await expect(summary).toHaveText(online)
})
