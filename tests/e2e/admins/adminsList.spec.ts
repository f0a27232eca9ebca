import type { BrowserContext, Page } from '@playwright/test'
import { grantOnly } from '../support/permissions'
import {
  expectTitle,
  expectToast,
  mapRows,
  navigate,
  refreshRights,
  rowOf,
  watchCalls,
} from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const cards = (page: Page) => page.getByRole('main').getByRole('listitem')
const search = (page: Page) => page.getByLabel('Name, e-mail or phone')

async function searchAdmins(page: Page, context: BrowserContext) {
  const { sentByScreen: sent, settled, stop } = watchCalls(context)
  await page.goto('/admin/list')
  await expect(cards(page)).toHaveCount(6)
  await settled()
  const before = sent.length
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText(/1 to 6 of \d+/)
  await expect(button(page, 'Previous')).toBeDisabled()
  await expect(rowOf(page, 'Ngozi Afolabi')).toHaveCount(0)
  await button(page, 'Next').click()
  await expect(pages).toContainText(/7 to 12 of \d+/)
  await button(page, 'Previous').click()
  await expect(pages).toContainText(/1 to 6 of \d+/)

  await button(page, 'Next').click()
  await search(page).fill('nGOZI')
  await expect(cards(page)).toHaveCount(1)
  await expect(pages).toContainText('1 to 1 of 1')
  const card = rowOf(page, 'Ngozi Afolabi')
  for (const text of ['superadmin@alajo.test', /0\d{10}/, 'active', 'SuperAdmin'])
    await expect(card).toContainText(text)
  const phone = (await card.innerText()).match(/0\d{10}/)?.[0] ?? 'no phone number'
  for (const text of ['SUPERADMIN@alajo', phone]) {
    await search(page).fill(text)
    await expect(cards(page)).toHaveCount(1)
    await expect(card).toBeVisible()
  }
  await search(page).fill('nobody of this name')
  await expect(page.getByText('No data matches your current filters')).toBeVisible()
  expect(sent.length, 'the search sends no call').toBe(before)
  stop()
}

async function showBadges(page: Page) {
  for (const [name, role, color] of [
    ['Ngozi Afolabi', 'SuperAdmin', 'rgb(20, 99, 59)'],
    ['Musa Abdulkadir', 'Admin', 'rgb(27, 90, 134)'],
    ['Ebele Anyanwu', 'Main Admin', 'rgb(125, 82, 0)'],
    ['Kunle Adesanya', 'Supervisor', 'rgb(38, 48, 122)'],
    ['Fatimah Jimoh', 'NO ROLE YET', 'rgb(38, 48, 122)'],
  ] as const) {
    await search(page).fill(name)
    const badge = rowOf(page, name).getByText(role, { exact: true })
    await expect(badge).toHaveCSS('color', color)
  }
}

async function copyEmail(page: Page, context: BrowserContext) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await search(page).fill('Kunle')
  const email = button(page, 'supervisor@alajo.test')
  await email.click()
  await expectToast(page, 'Email copied successfully')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('supervisor@alajo.test')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await email.click()
  await expectToast(page, 'Failed to copy email')
}

async function showActions(page: Page, context: BrowserContext) {
  const grants = ['Assign Permission', 'Remove Permission', 'Reset Password', 'Delete']
  const all = ['Update', 'Permissions', ...grants]
  const withRole = ['Update', 'Permissions', 'Change Role', 'Remove Role', ...grants]
  const actionsOf = async (name: string) => {
    await search(page).fill(name)
    await expect(rowOf(page, name)).toBeVisible()
    const more = page.getByRole('button', { name: `More actions for ${name}` })
    const shown = await rowOf(page, name).locator('a.row-action').allTextContents()
    if (!(await more.isVisible())) return shown
    await more.click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    const rest = await page.getByRole('menuitem').allTextContents()
    await page.keyboard.press('Escape')
    return [...shown, ...rest]
  }
  await mapRows(context, 'getadmins', (admin) => ({ ...admin, locked: admin.name === 'Jamiu Oseni' ? 1 : 0 }))
  await page.clock.setFixedTime(Date.now() + 60_000)
  await navigate(page, '/admin/list/inactive')
  await expectTitle(page, 'Non-Active Administration list')
  await navigate(page, '/admin/list')
  await expectTitle(page, 'Administrators')
  // Saved rows are shown first, with the lock of the demo data.
  await search(page).fill('Jamiu Oseni')
  await expect(rowOf(page, 'Jamiu Oseni')).toContainText('locked')
  expect(await actionsOf('Musa Abdulkadir')).toEqual(withRole)
  expect(await actionsOf('Fatimah Jimoh')).toEqual(['Assign Role', ...all])
  expect(await actionsOf('Jamiu Oseni')).toEqual(['Reactivate Account', ...withRole])
  await expect(rowOf(page, 'Jamiu Oseni')).toContainText('locked')

  await grantOnly(context, ['can-view-admin', 'can-reset-admin-password', 'can-view-permission'])
  await refreshRights(page, 2)
  await expect(page.getByRole('link', { name: 'Create Admin' })).toHaveCount(0)
  expect(await actionsOf('Fatimah Jimoh')).toEqual(['Permissions', 'Remove Permission', 'Reset Password'])
}

test('the list of administrators', { tag: '@long' }, async ({ page, context }) => {
  await test.step('shows six cards a page, newest first, and searches all admins', () =>
    searchAdmins(page, context))
  await test.step('shows a role as a badge in its colour, and a text without a role', () => showBadges(page))
  await test.step('copies an e-mail on click, and shows a message when that fails', () =>
    copyEmail(page, context))
  await test.step('shows each action only with its permission, and the reason for a role or a lock', () =>
    showActions(page, context))
})
