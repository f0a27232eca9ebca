import type { Page } from '@playwright/test'
import {
  expectColumns,
  expectFilterPending,
  expectTitle,
  expectToast,
  fillDay,
  filterPending,
  navigate,
  rowOf,
  watchCalls,
} from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

async function filterLog(page: Page) {
  const { sentByScreen: sent, settled, stop } = watchCalls(page.context())
  await page.goto('/admin/activity/log')
  await expectTitle(page, 'Admin Activity log')
  await expectColumns(page, ['Date Created', 'Admin', 'Action', 'Status', 'About', 'Actions'])
  await expect(page.getByRole('row').nth(1)).toContainText(/success|refused/)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText(/^1 to 100 of \d+/)
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/admin/activity/log?page=2')
  await expect(pages).toContainText(/^101 to 200 of \d+/)
  await pages.getByRole('button', { name: 'Previous' }).click()
  await expect(pages).toContainText(/^1 to 100 of \d+/)
  await settled()
  const before = sent.length
  const text = page.getByLabel('Admin, action, name or reference')
  const start = page.getByLabel('Start date')
  const search = page.getByRole('button', { name: 'Search', exact: true })

  await search.click()
  await expectToast(page, 'Please select dates to filter')
  await fillDay(page, 'Start date', '2026-03-02')
  await fillDay(page, 'End date', '2026-03-01')
  await search.click()
  await expectToast(page, 'End date cannot be before start date')
  await fillDay(page, 'Start date', '')
  await fillDay(page, 'End date', '')
  await expectFilterPending(page)
  await expectToast(page, filterPending)
  expect(sent.length).toBe(before)

  await fillDay(page, 'Start date', '2001-01-01')
  await fillDay(page, 'End date', '2001-01-31')
  await expect(page).toHaveURL('/admin/activity/log?start_date=2001-01-01&end_date=2001-01-31')
  await expect(page.getByText('No admin activity found')).toBeVisible()
  await page.reload()
  await expect(start).toHaveValue('2001-01-01')
  await expect(page.getByText('No admin activity found')).toBeVisible()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expectToast(page, sentences.nothingToDownload)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL('/admin/activity/log')

  await text.fill('reset the')
  await search.click()
  await expect(page).toHaveURL('/admin/activity/log?search=RESET+THE')
  await expect(page.getByRole('gridcell', { name: /^Reset the password of/ }).first()).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^admin_activity_log_\d{4}-\d\d-\d\d\.csv$/)
  await expectToast(page, /CSV downloaded successfully! \d+ filtered records exported\./)
  stop()
}

async function openSubject(page: Page) {
  await navigate(page, '/admin/activity/log?search=RESET+THE+PASSWORD+OF+AGENT')
  await expect(page.getByLabel('Admin, action, name or reference')).toHaveValue(/agent$/i)
  const subject = rowOf(page, 'Reset the password of agent').first().locator('[data-field="subject_name"]')
  await expect(subject).toHaveText(/^\S+ \S+/)
  const name = (await subject.textContent()) ?? ''
  await page.getByLabel('Admin, action, name or reference').fill(name)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`search=${name.replaceAll(' ', '\\+')}$`, 'i'))
  const row = rowOf(page, 'Reset the password of agent').first()
  await expect(row.locator('[data-field="subject_name"]')).toHaveText(name)
  await row.getByRole('link', { name: `Agent ${name}`, exact: true }).click()
  await expectTitle(page, 'Agent Details')
  await expect(page.getByRole('main')).toContainText(name)
}

test('the activity log of admins', { tag: '@long' }, async ({ page }) => {
  await test.step('shows pages of 100, and filters by text and dates with the specified texts', () =>
    filterLog(page))
  await test.step('a row names its subject, is found by that name, and opens its details', () =>
    openSubject(page))
})
