import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { adminActivityColumns } from '#contract/calls/admins'
import { lagosDay } from '#domain/time/lagos'
import { callApi, tokenOf } from '../support/api'
import { csvCells } from '../../csvCells'
import {
  chooseAdmin,
  expectTitle,
  expectToast,
  navigate,
  openFromMenu,
  refreshRights,
} from '../support/portal'
import { permissionBox } from '../support/permissions'
import { reachTokenStep, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const email = 'bimpe.adelaja@alajo.test'
const name = 'Bimpe Adelaja'
const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('creates an admin who signs in and receives a role and a permission, and logs every step', async ({
  page,
  browser,
  server,
  faults,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [] },
  })
  // The portal may send calls before it knows that the admin lacks the permission.
  faults.expect(/status of 403/)
  faults.watch(context)
  const newAdminPage = await context.newPage()
  let minutes = 0
  /** Each time, the last permissions are a minute old. */
  const refresh = async () => {
    minutes++
    await refreshRights(newAdminPage, minutes)
    await navigate(newAdminPage, '/dashboard')
    await expectTitle(newAdminPage, 'Dashboard')
  }

  await test.step('the superadmin creates the admin', async () => {
    await page.goto('/admin/create')
    await page.getByLabel('Full Name').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Phone Number').fill('08030000081')
    await button(page, 'Create Admin').click()
    await expectToast(page, sentences.adminCreated)
    await expectTitle(page, 'Administrators')
  })

  await test.step('the admin signs in with the one-time password and must change it', async () => {
    await expect.poll(() => server.mailsTo(email)).toHaveLength(1)
    const [mail = ''] = await server.mailsTo(email)
    const [, oneTime = ''] = /one-time password is (\S+)/.exec(mail) ?? []
    const token = await reachTokenStep(newAdminPage, server, email, oneTime)
    await newAdminPage.getByLabel('Token').fill(token)
    await button(newAdminPage, 'Verify Token').click()
    await expectTitle(newAdminPage, 'Change Password')
    await expect(menu(newAdminPage)).toHaveCount(0)
    await newAdminPage.getByLabel('Old Password').fill(oneTime)
    await newAdminPage.getByLabel('New Password').fill('harmattan over the lagoon')
    await button(newAdminPage, 'Change Password').click()
    await expectToast(newAdminPage, sentences.passwordChanged)
    await expectTitle(newAdminPage, 'Dashboard')
    await expect(menu(newAdminPage).getByRole('link')).toHaveText(['Dashboard', 'Settings'])
    await navigate(newAdminPage, '/agents/list')
    await expect(newAdminPage.getByText('You are not allowed to view this page')).toBeVisible()
  })

  await test.step('a role adds its menu entries and screens', async () => {
    const permission = ['can-view-admin', 'can-view-agent']
    await callApi(server, await tokenOf(page), 'createroles', { name: 'Field Clerk', permission })
    await chooseAdmin(page, name, 'Assign Role')
    await page.getByLabel('Role', { exact: true }).selectOption('Field Clerk')
    await button(page, 'Assign Role Field Clerk').click()
    await expectToast(page, sentences.roleAssigned)
    await refresh()
    await menu(newAdminPage).getByRole('button', { name: 'Admins' }).click()
    await expect(menu(newAdminPage).getByRole('link', { name: 'Administrators' })).toBeVisible()
    await expect(menu(newAdminPage).getByRole('link', { name: 'Roles' })).toHaveCount(0)
    await menu(newAdminPage).getByRole('link', { name: 'Agents' }).click()
    await expectTitle(newAdminPage, 'Agents')
    await navigate(newAdminPage, '/roles/list')
    await expect(newAdminPage.getByText('You are not allowed to view this page')).toBeVisible()
  })

  await test.step('a direct permission adds one more', async () => {
    await chooseAdmin(page, name, 'Assign Permission')
    await permissionBox(page, 'can-view-roles').check()
    await button(page, 'Assign 1 permission').click()
    await expectToast(page, sentences.permissionsAssigned)
    await refresh()
    await openFromMenu(newAdminPage, 'Admins', 'Roles')
    await expectTitle(newAdminPage, 'List of Roles')
    await expect(menu(newAdminPage).getByRole('link', { name: 'Permissions' })).toHaveCount(0)
    await expect(newAdminPage.getByRole('link', { name: 'Create Role' })).toHaveCount(0)
  })

  await test.step('the activity log has every step', async () => {
    await navigate(page, '/admin/activity/log')
    const rows = page.getByRole('grid').getByRole('row')
    const newest = (count: number) =>
      rows
        .filter({ hasText: /admin \d+/ })
        .locator('[data-field="action"]')
        .nth(count)
    await expect(newest(0)).toHaveText(/^Granted permissions to admin \d+$/)
    const [, id] = /admin (\d+)/.exec((await newest(0).textContent()) ?? '') ?? []
    const logRows = page.getByRole('gridcell', { name: new RegExp(`admin ${id}$`) })
    await expect(logRows).toHaveText([
      `Granted permissions to admin ${id}`,
      `Assigned a role to admin ${id}`,
      `Changed the password of admin ${id}`,
      `Signed in as admin ${id}`,
      `Created admin ${id}`,
    ])
  })

  await test.step('the log can be exported', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
    expect(file.suggestedFilename()).toBe(`admin_activity_log_${lagosDay(new Date())}.csv`)
    const rows = csvCells((await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, ''))
    expect(rows[0]).toEqual(adminActivityColumns.map(({ header }) => header))
    expect(
      rows.some(([, account, what]) => account === name && what?.startsWith('Changed the password of')),
    ).toBe(true)
    await expectToast(page, sentences.csvDownloaded)
  })
  await context.close()
})
