import type { BrowserContext, Page } from '@playwright/test'
import { formatNaira, kobo, koboOf } from '#domain/money/kobo'
import { lagosDay, showDate } from '#domain/time/lagos'
import { repaymentStatusText } from '#domain/statusText'
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
  refreshRights,
  rowOf,
  rowMenu,
} from '../support/portal'
import type { Sample } from '../support/routeTable'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page) => page.getByLabel('Reference, name or phone')
const naira = (amount: string) => formatNaira(koboOf(amount) ?? kobo(0))

async function exportOf(page: Page) {
  const downloading = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  return (await downloading).suggestedFilename()
}

async function openMovement(page: Page, server: Server) {
  await expectTitle(page, 'Loan History')
  await expectColumns(page, [
    'Created',
    'Reference',
    'Amount',
    'Loan Type',
    'Loan Status',
    'Balance',
    'Customer Name',
    'Customer Phone',
    'Due Date',
    'Actions',
  ])
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'loanhistory', { page: 1 })
  const row = data.data.find((one: { repayment: string }) => one.repayment !== '0.00')
  await fillDay(page, 'Start date', '2026-01-01')
  await button(page, 'Search').click()
  await expectToast(page, 'Please select both start and end dates')
  await fillDay(page, 'Start date', '')
  await box(page).fill(` ${row.reference.toLowerCase()} `)
  const request = page.waitForRequest('**/loanhistory')
  await button(page, 'Search').click()
  const body = (await request).postDataJSON()
  expect(body).toEqual({ page: '1', perPage: '100', search: row.reference })
  await expect(rowOf(page, row.loan_reference)).toHaveCount(1)
  await expect(rowOf(page, row.loan_reference)).toContainText(repaymentStatusText(row.status))
  expect(await exportOf(page)).toBe(`loan_history_${lagosDay(new Date())}.csv`)

  await chooseAction(page, row.reference, 'Details')
  await expectTitle(page, 'Loan History Details')
  const details = await callApi(server, token, 'loandetails', { loan_history_id: row.id })
  const { amount_before, amount_after, balance } = details.data
  for (const [label, text] of [
    ['Reference', row.loan_reference],
    ['Amount', naira(row.amount)],
    ['Amount Before', naira(amount_before)],
    ['Amount After', naira(amount_after)],
    ['Balance', naira(balance)],
    ['Due Date', showDate(row.due_date)],
    ['Penalty', naira(row.penalty)],
    ['Repayment', naira(row.repayment)],
    ['Status', repaymentStatusText(row.status)],
    ['Customer Phone', row.customer_phone],
    ['First Name', row.customer_firstname],
    ['Last Name', row.customer_lastname],
  ] as const)
    await expect(fact(page, label)).toHaveText(text)
  await page.goBack()
  await expect(box(page)).toHaveValue(row.reference)

  await chooseAction(page, row.reference, 'History')
  await expectTitle(page, 'Customer Loan History')
  const name = `${row.customer_firstname} ${row.customer_lastname}`
  await expect(page.getByRole('main')).toContainText(`${name}${row.loan_reference}`)
  await expectColumns(page, [
    'Created',
    'Reference',
    'Amount',
    'Loan Status',
    'Balance',
    'Due Date',
    'Actions',
  ])
  await expect(rowOf(page, row.reference)).toContainText(naira(row.balance))
  await fillDay(page, 'Start date', '2001-01-01')
  await fillDay(page, 'End date', '2001-01-31')
  await expect(page.getByText('No data matches your current filters')).toBeVisible()
  const day = row.created_at.slice(0, 10)
  await fillDay(page, 'Start date', day)
  await fillDay(page, 'End date', day)
  await expect(rowOf(page, row.reference)).toBeVisible()
  await page.reload()
  await expect(rowOf(page, row.reference)).toBeVisible()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/loan/history')
}

async function filterRepayments(page: Page, context: BrowserContext) {
  await navigate(page, '/loan/history/repayment')
  await expectTitle(page, 'Loan Repayment History')
  await expectColumns(page, [
    'Created',
    'Reference',
    'Customer Name',
    'Amount',
    'Loan Type',
    'Phone Number',
    'Actions',
  ])
  expect(await exportOf(page)).toBe(`loan_history_repayment${lagosDay(new Date())}.csv`)
  await expect(button(page, 'Filter')).toBeDisabled()
  await fillDay(page, 'Start date', '2001-01-02')
  await fillDay(page, 'End date', '2001-01-31')
  const request = page.waitForRequest('**/loanhistoryrepayment')
  await button(page, 'Filter').click()
  expect((await request).postDataJSON()).toMatchObject({ start_date: '2001-01-02', end_date: '2001-01-31' })
  await expect(page.getByText('No loan history repayment found')).toBeVisible()
  await context.route('**/api/admin/loanhistoryrepayment', (route) =>
    route.fulfill({ json: { status: '400', message: 'Not this one.' } }),
  )
  await box(page).fill('X')
  await button(page, 'Filter').click()
  await expectToast(page, 'Not this one.')
  await expect(page).toHaveURL('/loan/portfolio')
  await context.unroute('**/api/admin/loanhistoryrepayment')
}

async function openDisbursement(page: Page, server: Server) {
  await navigate(page, '/loan/disbursement/history')
  await expectTitle(page, 'Loan Disbursement')
  const { data } = await callApi(server, await tokenOf(page), 'loandisbursementhistory', { page: 1 })
  const [row] = data.data
  await box(page).fill(row.reference)
  await button(page, 'Search').click()
  await expect(rowOf(page, row.reference)).toContainText(naira(row.amount))
  await expect(rowOf(page, row.reference)).toContainText(naira(row.total_payable))
  expect(await exportOf(page)).toBe(`loan_disbursement_${lagosDay(new Date())}.csv`)
  await chooseAction(page, row.reference, 'History')
  await expectTitle(page, 'Customer Loan History')
  await expect(page.getByRole('main')).toContainText(row.reference)
}

async function limitRights(page: Page, context: BrowserContext, sample: Sample) {
  await closeToasts(page)
  await context.route('**/api/admin/customerloanhistory', (route) =>
    route.fulfill({ json: { status: '400', message: 'Not this one.' } }),
  )
  const state = { ...sample, loan_reference: 'LN-0', loan_id: 888_888 }
  await navigate(page, '/loan/customer/history', state)
  await expectToast(page, 'Not this one.')
  await expectTitle(page, 'Loan History')
  await expect.poll(() => rowMenu(page)).toContain('Details')
  await grantOnly(context, ['can-view-loan-history'])
  await refreshRights(page)
  await expect.poll(() => rowMenu(page)).not.toContain('Details')
  await expect.poll(() => rowMenu(page)).toContain('History')
}

test('the history, the repayments and the disbursements of loans', { tag: '@long' }, async ({
  page,
  context,
  server,
  sample,
}) => {
  await page.goto('/loan/history')
  await test.step('finds and opens a movement of a loan, which links to the loan’s history', () =>
    openMovement(page, server))
  await test.step('repayments have a Filter button, and a refused read redirects to the portfolio', () =>
    filterRepayments(page, context))
  await test.step('a disbursement links to its loan’s history', () => openDisbursement(page, server))
  await test.step('a refused loan history redirects back; the actions need their permissions', () =>
    limitRights(page, context, sample))
})
