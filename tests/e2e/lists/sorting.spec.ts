import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { csvCells } from '../../csvCells'
import { callApi, tokenIn } from '../support/api'
import { blockServer, navigate, reconnect, rowOf } from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, longStep, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const heading = (page: Page, name: string) => page.getByRole('grid').getByRole('columnheader', { name })
const names = (page: Page) => page.locator('[role=gridcell][data-field="name"]').allTextContents()
const rowsOfPage = 100

/** The names on a page of all customers, from the server. */
async function listed(server: Server, token: string, body: object): Promise<string[]> {
  const reply = await callApi(server, token, 'getcustomers', { page: 1, ...body })
  return reply.data.data.map(({ name }: { name: string }) => name)
}

async function sortPages(page: Page, server: Server, token: string) {
  await navigate(page, '/customer/list?page=2')
  await heading(page, 'Full Name').click()
  await expect(page).toHaveURL('/customer/list?sort=name&order=asc')
  await expect(heading(page, 'Full Name')).toHaveAttribute('aria-sort', 'ascending')
  const ascending = await listed(server, token, { sort: 'name', order: 'asc' })
  expect(ascending).toHaveLength(rowsOfPage)
  await expect.poll(async () => (await names(page))[0]).toBe(ascending[0])

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/customer/list?sort=name&order=asc&page=2')
  const second = await listed(server, token, { sort: 'name', order: 'asc', page: 2 })
  await expect.poll(async () => (await names(page))[0]).toBe(second[0])

  await heading(page, 'Full Name').click()
  await expect(page).toHaveURL('/customer/list?sort=name&order=desc')
  const descending = await listed(server, token, { sort: 'name', order: 'desc' })
  await expect.poll(async () => (await names(page))[0]).toBe(descending[0])

  await page.reload()
  await expect(heading(page, 'Full Name')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await names(page))[0]).toBe(descending[0])

  await heading(page, 'Full Name').click()
  await expect(page).toHaveURL('/customer/list')
}

async function exportSorted(page: Page, server: Server, token: string) {
  await navigate(page, '/customer/list?sort=name&order=desc')
  await expect(heading(page, 'Full Name')).toHaveAttribute('aria-sort', 'descending')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const [, ...rows] = csvCells((await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, ''))
  const expected = await listed(server, token, { sort: 'name', order: 'desc' })
  expect(rows.slice(0, rowsOfPage).map(([name]) => name)).toEqual(expected)
}

/** Before other pages of the list are saved. */
async function sortSaved(page: Page, context: BrowserContext) {
  for (const at of [1, 2]) {
    await navigate(page, `/customer/list?page=${at}`)
    await expect(page.getByText(`Page ${at} of 30 saved`)).toBeVisible()
  }
  await blockServer(context)
  await page.goto('/customer/list')
  await expect(rowOf(page, 'CU-003000')).toBeVisible()
  await heading(page, 'Reference').click()
  await expect(page.getByText('Sorting 200 saved customers of 3,000.')).toBeVisible()
  await expect(page.getByText('1 to 100 of 200')).toBeVisible()
  const references = page.locator('[role=gridcell][data-field="reference"]')
  await expect(references.first()).toHaveText('CU-002801')
  await reconnect(page, context)
  await expect(page.getByText(sentences.offline)).toBeHidden()
}

async function sortCards(page: Page, server: Server, token: string) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Filters and tools' }).click()
  await page.getByLabel('Sort by').selectOption({ label: 'Full Name, Z to A' })
  await expect(page).toHaveURL('/customer/list?sort=name&order=desc')
  const [first] = await listed(server, token, { sort: 'name', order: 'desc' })
  await expect(page.locator('.row-card-head').first()).toHaveText(first ?? '')
}

test('sorts a list on the screen and in a file', async ({ page, context, server, session, faults }) => {
  faults.expect(noNetwork)
  const token = tokenIn(await session(superadmin))
  await page.goto('/customer/list')
  await longStep('sorts all saved rows without a connection, and shows their number', () =>
    sortSaved(page, context),
  )
  await test.step('the exported file has the order of the screen', () => exportSorted(page, server, token))
  await test.step('a column heading sorts the whole list across pages', () => sortPages(page, server, token))
  await longStep('sorts a list with a select on a phone', () => sortCards(page, server, token))
})
