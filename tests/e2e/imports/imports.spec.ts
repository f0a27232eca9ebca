import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  blockServer,
  expectTitle,
  expectToast,
  fact,
  navigate,
  pingServer,
  reconnect,
  rowOf,
} from '../support/portal'
import { mainAdmin, superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

// Others start from the demo's newest customers.
test.use({ as: mainAdmin, ownServer: true })
// In one worker: each has a server of its own.
test.describe.configure({ mode: 'default' })

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => main(page).getByRole('link', { name, exact: true })
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
async function addFiles(page: Page, files: readonly ReturnType<typeof csv>[]) {
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Choose Files').click()
  await (await choosing).setFiles([...files])
  await expect(main(page).getByText('Uploaded', { exact: true })).toHaveCount(files.length)
}
async function saved(page: Page, press: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await press()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

const agents = csv('agents.csv', [
  'Agent,First Name,Last Name,Phone,Email',
  'A-1,Bola,Adeyemi,08031239991,bola.adeyemi@moves.example',
])
const customers = csv('Book 1.csv', [
  'Customer;First Name;Surname;Phone;Agent;Balance',
  'C-1;Zubaida;Movedin;8023459991;A-1;₦1,000.50',
  'C-2;Tamuno;Movedin;08023459992;A-7;250',
])

test('two admins move books in: a dry run, a fault mended, control totals, release and undo', async ({
  page,
  context,
  browser,
  session,
  faults,
}) => {
  faults.expect(noNetwork)
  await page.goto('/import/list')
  await link(page, 'New Import').click()
  await expectTitle(page, 'New Import')
  const template = await saved(page, () => button(page, 'Customers').click())
  expect(template.name).toBe('customers.csv')
  expect(template.bytes.toString()).toContain('Customer,First Name,Last Name,Phone Number')
  await button(page, 'Start Import').click()
  await expectTitle(page, 'Dry Run')
  await button(page, 'Start Dry Run').click()
  await expect(main(page).getByText('Choose a file.')).toBeVisible()

  await addFiles(page, [agents, customers])
  await button(page, 'Start Dry Run').click()
  await expect(main(page).getByText('Choose the content of each file.')).toBeVisible()
  await main(page).getByLabel('Content of Book 1.csv').selectOption('Customers')
  await button(page, 'Start Dry Run').click()
  await expectTitle(page, 'Import')
  await expect(main(page).getByText('Agent A-7 is in no file and not there.')).toBeVisible()
  await expect(fact(page, 'Main wallets of customers')).toHaveText('₦1,250.50')

  // The file of faults is mended and added again; a reload keeps the import.
  const found = await saved(page, () => button(page, 'Customers: 1 row (CSV)').click())
  expect(found.name).toBe('faults-customers.csv')
  await page.reload()
  await link(page, 'Add Files').click()
  const mended = found.bytes.toString().replace('A-7', 'A-1').split('\r\n')
  await addFiles(page, [csv(found.name, mended)])
  await button(page, 'Start Dry Run').click()
  await expect(main(page).getByText('No faults.')).toBeVisible()

  await link(page, 'Enter Control Totals').click()
  await expectTitle(page, 'Control Totals')
  const totals = ['1', '2', '0', '0', '0', '0', '1250.49', '0', '0']
  for (const [at, field] of (await main(page).getByRole('textbox').all()).entries())
    await field.fill(totals[at] ?? '')
  await button(page, 'Compare').click()
  await expectToast(page, 'These differ from the files: Main wallets of customers.')
  await main(page).getByLabel('Main wallets of customers').fill('1,250.50')
  await blockServer(context)
  await pingServer(page)
  await expect(button(page, 'Compare')).toBeDisabled()
  await expect(button(page, 'Compare')).toHaveAccessibleDescription(sentences.changesNeedConnection)
  await reconnect(page, context)
  await button(page, 'Compare').click()
  await expect(main(page).getByText(/You made import \d+ yourself/)).toBeVisible()
  await link(page, 'Release').click()
  await expect(button(page, 'Release Import')).toBeDisabled()
  await expect(button(page, 'Release Import')).toHaveAccessibleDescription(/Another admin must release it/)

  // The second admin.
  const other = await browser.newContext({ storageState: await session(superadmin) })
  faults.watch(other)
  const checker = await other.newPage()
  await checker.goto('/dashboard')
  await button(checker, / more kinds$/).click()
  await link(checker, /^1 Imports /).click()
  await link(checker, '1').click()
  await button(checker, 'Open as page').click()
  await expectTitle(checker, 'Import')
  await link(checker, 'Release').click()
  await button(checker, 'Release Import').click()
  await expectToast(checker, /The release of import \d+ has started/)
  await expect(fact(checker, 'State')).toHaveText('released')
  await navigate(checker, '/dashboard')
  await expect(link(checker, / Imports /)).toHaveCount(0)
  await navigate(checker, '/customer/list?search=Movedin')
  await expect(rowOf(checker, 'ZUBAIDA MOVEDIN')).toBeVisible()
  await navigate(checker, '/import/list')
  await other.close()

  // What was read less than five seconds ago is not read again.
  await expect(async () => {
    await navigate(page, '/import/list')
    await page.locator('.subject-link').click()
    await button(page, 'Open as page').click({ timeout: 3000 })
    await expect(fact(page, 'State')).toHaveText('released', { timeout: 3000 })
  }).toPass()
  await link(page, 'Undo').click()
  await button(page, 'Undo Import').click()
  await expect(fact(page, 'State')).toHaveText('undone')
})

test('all books are downloaded as one archive, by who may', async ({ page }) => {
  let files = 0
  page.on('request', (one) => (files += one.url().endsWith('/exportbooks') ? 1 : 0))
  await page.goto('/export/all')
  await expect(main(page).getByRole('row', { name: /Customers customers\.csv/ })).toBeVisible()
  const archive = await saved(page, () => button(page, 'Export All').click())
  expect(archive.name).toMatch(/^books_\d{4}-\d\d-\d\d\.zip$/)
  expect(archive.bytes.subarray(0, 2).toString()).toBe('PK')
  expect(archive.bytes.includes('customers.csv')).toBe(true)
  // The activity log records each: opening the page makes none.
  expect(files).toBe(1)
})
