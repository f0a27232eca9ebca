import type { BrowserContext, Page } from '@playwright/test'
import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { callApi, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  expectColumns,
  expectTitle,
  expectToast,
  fact,
  fillDay,
  navigate,
  refreshRights,
  rowOf,
  watchCalls,
  openFacts,
  rowMenu,
} from '../support/portal'
import type { Sample } from '../support/routeTable'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, longStep, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const box = (page: Page) => page.getByLabel('Reference, name or phone')
const naira = (amount: string) => formatNaira(koboOf(amount) ?? kobo(0))
const headings = [
  'Created',
  'Reference',
  'Amount',
  'Saving Type',
  'Status',
  'Agent Name',
  'Full Name',
  'Customer Phone',
  'Movement',
  'Reversed By',
  'Reverses',
  'Collected On',
]

/** What few rows say is shown only beside all other columns. */
async function expectSparseLast(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 800 })
  const heading = (name: string) => page.getByRole('grid').getByRole('columnheader', { name })
  await expect(heading('Customer Phone')).toBeVisible()
  for (const name of ['Reversed By', 'Reverses', 'Collected On']) await expect(heading(name)).toHaveCount(0)
  if (size) await page.setViewportSize(size)
}

async function exportOf(page: Page) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  return (await downloading).suggestedFilename()
}

async function searchPortfolio(page: Page, server: Server) {
  await expectTitle(page, 'Savings Portfolio')
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'getsavingportfolio', { page: 1 })
  const [one, other] = data.getActive.data
  await expect(fact(page, 'Total Savings')).toHaveText(naira(data.activeSave))
  await search(page).click()
  await expectToast(page, 'Please enter reference to search')
  await page.getByLabel('Filter this page').fill(other.reference)
  await expect(rowOf(page, other.reference)).toContainText(naira(other.balance))
  await page.getByLabel('Filter this page').fill('')

  await box(page).fill(one.reference)
  await search(page).click()
  await expect(await openFacts(page, one.reference)).toContainText(one.saving_types_name)
  await expect(fact(page, 'Total Savings')).toHaveText(naira(one.balance))
  expect(await exportOf(page)).toBe(`saving_portfolio_${lagosDay(new Date())}.csv`)
  await box(page).fill('no such reference')
  await search(page).click()
  await expect(page.getByText('No saving portfolio found')).toBeVisible()
  await expect(fact(page, 'Total Savings')).toHaveText('₦0.00')
}

async function renameType(page: Page, server: Server) {
  await navigate(page, '/savings/type')
  await expectTitle(page, 'Savings Type')
  await expectColumns(page, [
    'Name',
    'Category',
    'Interest a Year',
    'Charge',
    'Commission',
    'Status',
    'Actions',
  ])
  const types = await callApi(server, await tokenOf(page), 'getsavingtype', {})
  const { name, category } = types.data.at(-1)
  await chooseAction(page, name, 'Update')
  await expectTitle(page, 'Update Savings Type')
  const field = page.getByLabel('Name', { exact: true })
  await expect(field).toHaveValue(name)
  await expect(page.getByLabel('Category')).toHaveValue(category)
  await expect(page.getByLabel('Category')).toHaveAttribute('readonly')
  const press = page.getByRole('button', { name: 'Update Savings Type' })
  for (const [text, words] of [
    [' ', sentences.savingTypeEmpty],
    ['Plan 9', 'Market saving type accepts only letters.'],
  ] as const) {
    await field.fill(text)
    await press.click()
    await expect(field).toHaveAccessibleDescription(words)
  }
  await field.fill(`${name} Plus`)
  await press.click()
  await expectToast(page, `Saving type updated: ${name} Plus.`)
  await expectTitle(page, 'Savings Type')
  await expect(rowOf(page, `${name} Plus`)).toContainText(category)
}

async function filterHistory(page: Page, server: Server, context: BrowserContext) {
  const { sent, settled, stop } = watchCalls(context)
  await navigate(page, '/savings/history')
  await expectColumns(page, [...headings, 'Actions'])
  await expectSparseLast(page)
  await expect(search(page)).toBeDisabled()
  await fillDay(page, 'Start date', '2001-01-02')
  await search(page).click()
  await expectToast(page, 'Please select both start and end dates')
  await settled()
  expect(sent.filter(({ path }) => path === 'savinghistory')).toHaveLength(1)
  await fillDay(page, 'End date', '2001-01-31')
  await expect(page.getByText('No data matches your current filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()

  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'savinghistory', { page: 1 })
  // A reversal's reference is in the row of what it reverses too.
  const row = data.data.find(
    (one: { reversed_by?: string; reverses?: string }) => !one.reversed_by && !one.reverses,
  )
  await box(page).fill(`  ${row.reference.toLowerCase()} `)
  await search(page).click()
  // The wallet's other rows are no longer listed.
  await expect(rowOf(page, row.savings_reference)).toHaveCount(1)
  await expect(rowOf(page, row.savings_reference)).toContainText(naira(row.amount))
  const expected = { page: '1', perPage: '100', search: row.reference }
  await expect.poll(() => sent.at(-1)?.body).toEqual(expected)
  expect(await exportOf(page)).toBe(`saving_history_${lagosDay(new Date())}.csv`)

  await chooseAction(page, row.reference, 'Details')
  await expectTitle(page, 'Savings Details')
  const details = await callApi(server, token, 'savingdetails', { saving_history_id: row.id })
  for (const [label, text] of [
    ['Reference', row.reference],
    ['Amount', naira(row.amount)],
    ['Status', row.status],
    ['Customer Phone', row.customer_phone],
    ['First Name', row.customer_firstname],
    ['Last Name', row.customer_lastname],
    ['Amount Before', naira(details.data.amount_before)],
    ['Amount After', naira(details.data.amount_After)],
    ['Agent Name', row.agent_name ?? 'NOT AVAILABLE'],
  ])
    await expect(fact(page, label)).toHaveText(text)
  await page.getByRole('link', { name: 'Back to savings history' }).click()
  await expectTitle(page, 'Savings History')

  // The list is as it was left.
  await expect(box(page)).toHaveValue(row.reference)
  await chooseAction(page, row.reference, 'History')
  await expectTitle(page, 'Customer Saving History')
  const name = `${row.customer_firstname} ${row.customer_lastname}`
  await expect(page.getByRole('main')).toContainText(`${name}${row.savings_reference}`)
  await expectColumns(page, [...headings, 'Actions'])
  await expect(await openFacts(page, row.reference)).toContainText(row.saving_type_name)
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(`/savings/history?search=${row.reference}`)
  stop()
}

async function refuseWallet(page: Page, context: BrowserContext, sample: Sample) {
  await navigate(page, '/customer/saving/history', { ...sample, savings_id: 999_999 })
  await expect(page.getByText('No saving history found')).toBeVisible()
  await context.route('**/api/admin/customersavinghistory', (route) =>
    route.fulfill({ json: { status: '400', message: 'Not this one.' } }),
  )
  await navigate(page, '/customer/saving/history', { ...sample, savings_id: 888_888 })
  await expectToast(page, 'Not this one.')
  await expectTitle(page, 'Savings History')
}

async function limitRights(page: Page, context: BrowserContext) {
  await expect.poll(() => rowMenu(page)).toContain('Details')
  await grantOnly(context, ['can-view-saving', 'can-view-saving-history'])
  await refreshRights(page)
  await expect.poll(() => rowMenu(page)).not.toContain('Details')
  await expect.poll(() => rowMenu(page)).toContain('History')
  await grantOnly(context, ['can-view-saving'])
  await refreshRights(page, 2)
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Customer Phone' })).toBeVisible()

  await context.route('**/api/admin/getsavingtype', (route) =>
    route.fulfill({ json: { status: '200', message: 'Success', data: [] } }),
  )
  await navigate(page, '/savings/type')
  await expect(page.getByText('No savings found')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
}

test('the portfolio, the types and the history of savings', async ({ page, server, context, sample }) => {
  await page.goto('/savings/portfolio')
  await test.step('the portfolio shows the total of the search results', () => searchPortfolio(page, server))
  await longStep('renames a savings type, but not its category', () => renameType(page, server))
  await test.step('filters the history with the specified texts, and links to a movement and its wallet', () =>
    filterHistory(page, server, context))
  await longStep('an empty wallet history shows a message; a refused one redirects back', () =>
    refuseWallet(page, context, sample),
  )
  await test.step('the actions need their permissions; an empty list shows a message', () =>
    limitRights(page, context))
})
