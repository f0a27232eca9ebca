import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { lagosDay } from '#domain/time/lagos'
import { csvCells } from '../../csvCells'
import { expectToast, navigate, rowOf, watchCalls, unsigned } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, longStep, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const exportButton = (page: Page) => page.getByRole('button', { name: 'Export CSV' })
const isDownload = (route: Route) => route.request().postDataJSON().download === 'csv'

async function download(page: Page) {
  const [file] = await Promise.all([page.waitForEvent('download'), exportButton(page).click()])
  const text = await readFile(await file.path(), 'utf8')
  return { name: file.suggestedFilename(), text, rows: csvCells(text.replace(/^\uFEFF/, '')) }
}

async function exportAll(page: Page) {
  await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
  const [, total] = /^(\d+) agents/.exec((await page.getByText(/^\d+ agents\.$/).textContent()) ?? '') ?? []
  const { name, text, rows } = await download(page)
  await expectToast(page, 'Downloading all data... please wait')
  await expectToast(page, sentences.csvDownloaded)
  expect(name).toBe(`all_agent_list_${lagosDay(new Date())}.csv`)
  expect(text.startsWith('\uFEFF')).toBe(true)
  const [heading, ...agents] = rows
  expect(heading).toEqual([
    'Full Name',
    'Phone',
    'Email',
    'State',
    'LGA',
    'Status',
    'Created',
    'First Name',
    'Last Name',
    'Home Address',
    'Office Address',
  ])
  expect(agents).toHaveLength(Number(total))
  expect(agents.every((agent) => agent.length === heading?.length)).toBe(true)
  const adaeze = agents.find(([fullName]) => fullName === 'Adaeze Okonkwo')
  expect(adaeze?.slice(0, 6)).toEqual([
    'Adaeze Okonkwo',
    '08031234567',
    'adaeze.okonkwo@agents.alajo.test',
    'Lagos',
    'Ikeja',
    'ACTIVE',
  ])
  expect(adaeze?.[6]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
}

async function exportWorkbook(page: Page) {
  const button = page.getByRole('button', { name: 'Export Excel (.xlsx)' })
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  await expectToast(page, 'Workbook downloaded successfully.')
  expect(file.suggestedFilename()).toBe(`all_agent_list_${lagosDay(new Date())}.xlsx`)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
}

async function exportSearch(page: Page) {
  await navigate(page, '/agents/list?search=adaeze')
  await expect(rowOf(page, 'Babatunde Adeyemi')).toHaveCount(0)
  await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
  const { rows } = await download(page)
  const count = rows.length - 1
  expect(rows.slice(1).every(([fullName]) => fullName?.includes('Adaeze'))).toBe(true)
  await expectToast(page, `CSV downloaded successfully! ${count} filtered records exported.`)
}

async function exportActivity(page: Page) {
  await navigate(page, '/agents/history')
  await expect(page.getByRole('columnheader', { name: 'Action', exact: true })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const { name, rows } = await download(page)
  expect(name).toBe(`all_agent_history_${lagosDay(new Date())}.csv`)
  expect(rows[0]).toEqual(['Date', 'Full Name', 'Action', 'Status'])
  expect(rows.length).toBeGreaterThan(101)
}

/** Ends on a list of 20,001 agents. */
async function exportTooMany(page: Page, context: BrowserContext) {
  await context.route('**/api/admin/getagents', async (route) => {
    if (isDownload(route)) return route.continue()
    const reply = await route.fetch()
    const body = await reply.json()
    body.data.total = 20_001
    return route.fulfill({ ...unsigned(reply), json: body })
  })
  await page.clock.setFixedTime(Date.now() + 60_000)
  await navigate(page, '/agents/list')
  await expect(page.getByText('20,001 agents.')).toBeVisible()
  const { sentByScreen: sent, stop } = watchCalls(context)
  await exportButton(page).click()
  const question = page.getByRole('dialog', { name: 'Export CSV' })
  await expect(question).toContainText(
    'Too many rows (20001). Only the first 20000 will be downloaded. Continue?',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(sent).toEqual([])

  await exportButton(page).click()
  const file = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Continue' }).click()
  await file
  expect(sent.map(({ body }) => body.download)).toEqual(['csv'])
  stop()
  await context.unroute('**/api/admin/getagents')
}

async function cancelExport(page: Page, context: BrowserContext) {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await context.route('**/api/admin/getagents', async (route) => {
    if (isDownload(route)) await released
    await route.continue().catch(() => undefined)
  })
  // A short list: no question comes first.
  await navigate(page, '/agents/list?search=adaeze')
  await expect(rowOf(page, 'Babatunde Adeyemi')).toHaveCount(0)
  await exportButton(page).click()
  await page.getByRole('button', { name: 'Cancel download (0 rows)' }).click()
  await expectToast(page, 'Download cancelled.')
  await expect(exportButton(page)).toBeEnabled()
  release()
  await context.unroute('**/api/admin/getagents')
}

async function failExport(page: Page, context: BrowserContext) {
  let reply = { status: 500, json: { status: '400', message: 'An error occurred' } as object }
  await context.route('**/api/admin/getagents', (route) =>
    isDownload(route) ? route.fulfill(reply) : route.continue(),
  )
  await exportButton(page).click()
  await expectToast(page, 'Failed to download CSV. Please try again.')

  reply = { status: 200, json: { status: '200', message: 'Success', rows: [] } }
  await exportButton(page).click()
  await expectToast(page, 'Unexpected API response structure.')

  await navigate(page, '/agents/list?search=nobody+of+this+name')
  await expect(page.getByText('No agents found')).toBeVisible()
  await exportButton(page).click()
  await expectToast(page, sentences.nothingToDownload)
}

test('exports agents and their activity; asks before a long export, and shows why one failed', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/net::ERR_ABORTED/, /status of 500/)
  await page.goto('/agents/list')
  await test.step('exports the whole list to a file with its name and today’s date', () => exportAll(page))
  await test.step('exports the same list as a workbook', () => exportWorkbook(page))
  await test.step('exports the rows of a search, and shows their number', () => exportSearch(page))
  await longStep('exports the activity under its own file name', () => exportActivity(page))
  await test.step('asks before it exports more than 20,000 rows', () => exportTooMany(page, context))
  await test.step('shows progress, and can be cancelled', () => cancelExport(page, context))
  await test.step('shows why an export failed', () => failExport(page, context))
})
