import type { BrowserContext, Page } from '@playwright/test'
import { addKobo, formatNaira, kobo, koboOf, negateKobo, subtractKobo } from '#domain/money/kobo'
import { addDays, lagosDay } from '#domain/time/lagos'
import { daysOf } from '#domain/time/quickRanges'
import { callApi, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  closeToasts,
  expectColumns,
  expectTitle,
  expectToast,
  fact,
  fillDay,
  navigate,
  openPeriod,
  refreshRights,
  rowOf,
  toast,
  unsigned,
  watchCalls,
  rowMenu,
} from '../support/portal'
import type { Server } from '../support/server'
import { mainAdmin, superadmin } from '../support/signIn'
import { expect, longStep, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const columns = ['Created', 'Reference', 'Amount', 'Balance Before', 'Balance', 'Transaction Type', 'Source']
const names = ['Customer Name', 'Agent Name']
const reversal = ['Reversed By', 'Reverses', 'Collected On']
type Row = { type: 'credit' | 'debit'; amount: string }

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** A choice and days are sent as they are chosen: the button is Clear then. */
async function search(page: Page) {
  await expect(button(page, 'Search').or(button(page, 'Clear'))).toBeVisible()
  if (await button(page, 'Search').isVisible()) await button(page, 'Search').click()
}
const dayFirst = (day: string) => day.split('-').toReversed().join('-')

async function fillDates(page: Page, start: string, end: string) {
  await fillDay(page, 'Start date', start)
  await fillDay(page, 'End date', end)
}

async function expectRefusal(page: Page, words: string) {
  await search(page)
  await expect(toast(page, words).last()).toBeVisible()
}

async function fileOf(page: Page) {
  const downloading = page.waitForEvent('download')
  await button(page, 'Download All Filtered').click()
  const name = (await downloading).suggestedFilename()
  await expect(toast(page, /! \d+ filtered records exported\./).last()).toBeVisible()
  return name
}
const today = () => lagosDay(new Date())

/** Compares the sums of the rows, all on one page, with the totals above the table. */
async function expectTotalsOf(
  page: Page,
  { data }: { data: { total: number; history: Row[] } },
  hasNet = true,
) {
  expect(data.total).toBeGreaterThan(0)
  expect(data.history).toHaveLength(data.total)
  const sumOf = (type: Row['type']) =>
    data.history
      .filter((row) => row.type === type)
      .reduce((sum, { amount }) => addKobo(sum, koboOf(amount) ?? kobo(0)), kobo(0))
  const [credits, debits] = [sumOf('credit'), negateKobo(sumOf('debit'))]
  await expect(fact(page, 'Credits')).toHaveText(formatNaira(credits))
  await expect(fact(page, 'Debits')).toHaveText(formatNaira(debits))
  if (!hasNet) return expect(fact(page, 'Net')).toHaveCount(0)
  await expect(fact(page, 'Net')).toHaveText(formatNaira(subtractKobo(credits, debits)))
}

const isPath = (path: string) => (response: { url: () => string }) => response.url().endsWith(`/${path}`)

function reportCalls(context: BrowserContext, path: string) {
  const { sent, settled, stop } = watchCalls(context)
  return { settled, stop, sent: () => sent.filter((one) => one.path === path).map(({ body }) => body) }
}

/** The last day whose movements of the profit wallet are one page: the evening of a month's end has more. */
async function lastShortDay(server: Server, token: string): Promise<string> {
  for (let ago = 0; ago < 31; ago += 1) {
    const day = addDays(today(), -ago)
    const days = { start_date: dayFirst(day), end_date: dayFirst(day) }
    const { data } = await callApi(server, token, 'businesshistory', { business_id: 2, page: 1, ...days })
    if (data.total > 0 && data.total <= 100) return day
  }
  throw new Error('No day has so few movements.')
}

async function filterBusiness(page: Page, server: Server, context: BrowserContext) {
  const calls = reportCalls(context, 'businesshistory')
  await page.goto('/transaction/business/history')
  await expectTitle(page, 'Business Transaction History')
  await expect(page.getByText('Please select filters to view business transactions')).toBeVisible()
  await expect(button(page, 'Search')).toBeDisabled()
  await button(page, 'Download All Filtered').click()
  await expectToast(page, sentences.nothingToDownload)
  await page.getByLabel('Reference, name or phone').fill('LR')
  await expectRefusal(page, 'Please select a business type')
  await calls.settled()
  expect(calls.sent()).toEqual([])

  await page.getByLabel('Reference, name or phone').fill('')
  await fillDates(page, '2001-01-02', '2001-01-31')
  await page.getByLabel('Business type').selectOption('Profit')
  await search(page)
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expect(fact(page, 'Net')).toHaveText('₦0.00')

  const day = await lastShortDay(server, await tokenOf(page))
  // It is sent once both days are entered, before a press on Search.
  const response = page.waitForResponse(
    (one) => isPath('businesshistory')(one) && one.request().postDataJSON()?.end_date === dayFirst(day),
  )
  await fillDates(page, day, day)
  await search(page)
  const reply = await (await response).json()
  expect(calls.sent().at(-1)).toEqual({
    business_id: '2',
    page: 1,
    per_page: 100,
    start_date: dayFirst(day),
    end_date: dayFirst(day),
  })
  await expectTotalsOf(page, reply)
  // A reversal's reference is in the row of what it reverses too.
  const [newest] = reply.data.history
  await expect(rowOf(page, newest.reference).first()).toContainText(newest.type)
  await expectColumns(page, [...columns, 'Admin Name', ...names, ...reversal, 'Actions'])
  expect(await fileOf(page)).toBe(`business_transaction_history${today()}.csv`)

  await page.reload()
  await expect(page.getByLabel('Business type')).toHaveValue('2')
  await expect(page.getByLabel('Start date')).toHaveValue(day)
  await expectTotalsOf(page, reply)
  await page.goBack()
  await expect(page.getByText('No transactions found')).toBeVisible()
  await expect(page.getByLabel('Start date')).toHaveValue('2001-01-02')
  await button(page, 'Clear').click()
  await expect(page).toHaveURL('/transaction/business/history')
  await expect(page.getByText('Please select filters to view business transactions')).toBeVisible()
  await expect(fact(page, 'Net')).toHaveCount(0)
  calls.stop()
}

async function filterFlows(page: Page, context: BrowserContext) {
  const calls = reportCalls(context, 'transactionflowhistory')
  await navigate(page, '/transaction/flow/history')
  await expectTitle(page, 'Transaction Flow History')
  await fillDates(page, '2026-01-01', '2026-01-31')
  await expectRefusal(page, 'Please select a transaction type')
  await fillDates(page, '', '')
  for (const type of ['Payable', 'Receivable', 'All']) {
    await page.getByLabel('Transaction type').selectOption(type)
    await search(page)
    await expect(button(page, 'Clear')).toBeVisible()
    await expect(fact(page, 'Credits')).toHaveText(/^₦[\d,]+\.\d\d$/)
    await expect.poll(() => calls.sent().at(-1)?.transaction_type).toBe(type.toLowerCase())
  }
  await expect(fact(page, 'Net')).toHaveCount(0)
  const both = [...columns.slice(0, -1), 'Wallet Code', 'Kind', 'Source']
  await expectColumns(page, [...both, ...names, ...reversal, 'Actions'])
  await expect(page.getByRole('gridcell', { name: /^(payable|receivable)$/ }).first()).toBeVisible()
  expect(await fileOf(page)).toBe(`transaction_flow_history${today()}.csv`)
  await page.getByLabel('Reference, name or phone').fill('no such reference')
  await search(page)
  await expect(page.getByText('No transactions found')).toBeVisible()
  calls.stop()
}

async function filterMain(page: Page, context: BrowserContext) {
  await closeToasts(page)
  const calls = reportCalls(context, 'businesshistory')
  await navigate(page, '/transaction/main/business/history')
  await expectTitle(page, 'Main Business Transaction History')
  await expect(rowOf(page, '₦').first()).toBeVisible()
  await calls.settled()
  expect(calls.sent()).toEqual([{ business_id: 1, page: 1, per_page: 100 }])
  await expect(button(page, 'Search')).toBeDisabled()
  await button(page, 'Download All Filtered').click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(
    'The file holds the whole history of this wallet, not 31 days. Continue?',
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await fillDates(page, '2026-10-01', '2026-11-01')
  await expectRefusal(page, 'Date range cannot exceed 31 days')

  const { start_date, end_date } = daysOf('Last month', new Date())
  await openPeriod(page)
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page.getByLabel('Start date')).toHaveValue(start_date)
  await expect(page.getByLabel('End date')).toHaveValue(end_date)
  await search(page)
  await expect(fact(page, 'Net')).toHaveText(/₦/)
  const days = { start_date: dayFirst(start_date), end_date: dayFirst(end_date) }
  await expect.poll(() => calls.sent().at(-1)).toMatchObject({ business_id: 1, ...days })
  expect(await fileOf(page)).toBe(`main_business_transaction_history${today()}.csv`)
  calls.stop()
}

async function filterCustomer(page: Page, server: Server, context: BrowserContext) {
  const calls = reportCalls(context, 'usertransactionhistory')
  await expectTitle(page, 'Customers')
  const flow = { transaction_type: 'all', page: 1 }
  const transactions = await callApi(server, await tokenOf(page), 'transactionflowhistory', flow)
  const { user_id, user_name } = transactions.data.history.find(
    (one: { user_id: number | null }) => one.user_id,
  )
  const customers = await callApi(server, await tokenOf(page), 'getcustomers', { page: 1, search: user_name })
  const row = customers.data.data.find((one: { user_id: number }) => one.user_id === user_id)
  await page.getByLabel('Name, phone or reference').fill(row.phone_number)
  await search(page)
  await chooseAction(page, row.name, 'History')
  await expectTitle(page, 'Customer Transaction History')
  await expect(page.getByRole('main')).toContainText(row.name)
  await expect(rowOf(page, row.name).first()).toBeVisible()

  await page.getByLabel('Reference', { exact: true }).fill('LR')
  await expectRefusal(page, 'Please select a saving type')
  await page.getByLabel('Reference', { exact: true }).fill('')
  await page.getByLabel('Saving type').selectOption('All')
  await expectRefusal(page, 'Please enter a search term or select a date range')
  const last = transactions.data.history.find((one: { user_id: number }) => one.user_id === user_id)
  await page.getByLabel('Reference', { exact: true }).fill(` ${last.reference.toLowerCase()} `)
  const response = page.waitForResponse(isPath('usertransactionhistory'))
  await search(page)
  const reply = await (await response).json()
  await expectTotalsOf(page, reply, false)
  expect(calls.sent().at(-1)).toMatchObject({
    customer_id: user_id,
    savings_type: 'all',
    search: last.reference,
  })
  expect(await fileOf(page)).toBe(`customer_transaction_history_all_${today()}.csv`)
  await page.reload()
  await expectTotalsOf(page, reply, false)
  await page.getByRole('link', { name: 'Back to customers' }).click()
  await expectTitle(page, 'Customers')
  calls.stop()
}

async function limitRights(page: Page, context: BrowserContext) {
  await navigate(page, '/transaction/user/history')
  await expectToast(page, 'No records available to view customer')
  await expect(page).toHaveURL('/customer/list')
  const rights = ['can-view-customer', 'can-view-withdrawal', 'can-credit-customer'] as const
  await grantOnly(context, rights)
  await refreshRights(page)
  await expect.poll(() => rowMenu(page)).toEqual(['Credit', 'Request Credit'])
  await navigate(page, '/transaction/user/history', { user_id: 1 })
  await expectTitle(page, 'Customer Transaction History')
  await expect(button(page, 'Download All Filtered')).toHaveCount(0)
}

test('histories of the business wallets, of transactions and of a customer', async ({
  page,
  server,
  context,
}) => {
  await test.step('business history sends no call before it is filtered, and shows totals of the rows', () =>
    filterBusiness(page, server, context))
  await longStep('flow history has its own types and no admin column', () => filterFlows(page, context))
  await longStep('main business history accepts 31 days at most; a quick range fills in the dates', () =>
    filterMain(page, context),
  )
  await navigate(page, '/customer/list')
  await test.step('the history of a customer opens from the list, and keeps the customer when filtered', () =>
    filterCustomer(page, server, context))
  await test.step('it shows none without a customer, or without the permission for details', () =>
    limitRights(page, context))
})

test.describe('for an admin who may view withdrawals', () => {
  test.use({ as: mainAdmin })

  test('business and main history show both balances, on the screen and in the reply', async ({ page }) => {
    const response = page.waitForResponse(isPath('businesshistory'))
    await page.goto('/transaction/main/business/history')
    await expectTitle(page, 'Main Business Transaction History')
    await expect(rowOf(page, '₦').first()).toBeVisible()
    await expectColumns(page, [...columns, 'Admin Name', ...names, ...reversal, 'Actions'])
    expect((await (await response).json()).data.history[0]).toMatchObject({
      balance_before: expect.stringMatching(/^\d+\.\d\d$/),
      balance: expect.stringMatching(/^\d+\.\d\d$/),
    })
  })

  test('where the business hides its balances, their screens are not offered and do not open', async ({
    page,
  }) => {
    await page.route('**/api/admin/viewpermission', async (route) => {
      const response = await route.fetch()
      const reply = await response.json()
      await route.fulfill({
        ...unsigned(response),
        json: { ...reply, data: { ...reply.data, balances_hidden: true } },
      })
    })
    await page.goto('/transaction/flow/history')
    await expectTitle(page, 'Transaction Flow History')
    const histories = page
      .getByRole('navigation', { name: 'Main', exact: true })
      .locator('a[href^="/transaction/"]')
    await expect(histories).toHaveText(['Transaction Flow'])
    await page.goto('/transaction/main/business/history')
    await expect(page.getByText('You are not allowed to view this page')).toBeVisible()
  })
})
