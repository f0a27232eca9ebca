import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { adminActivityColumns } from '#contract/calls/admins'
import { lagosDay } from '#domain/time/lagos'
import { ask, tokenOf } from '../support/api'
import { csvCells } from '../../csvCells'
import { openAdmin, opened, toast } from '../support/portal'
import { reachTokenStep, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })
test.slow()

const email = 'bimpe.adelaja@alajo.test'
const name = 'Bimpe Adelaja'
const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('a new admin: created, signed in, given a role and a permission, and all of it in the log', async ({
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
  // What she may not open is asked for before it is known that she may not.
  faults.expect(/status of 403/)
  faults.watch(context)
  const hers = await context.newPage()
  let minutes = 0
  /** What she has saved is then a minute older, so that the server is asked. */
  const reload = async () => {
    minutes++
    await hers.clock.setFixedTime(Date.now() + minutes * 60_000)
    await hers.goto('/dashboard')
    await opened(hers, 'Dashboard')
  }

  await test.step('the superadmin creates her', async () => {
    await page.goto('/admin/create')
    await page.getByLabel('Full Name').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Phone Number').fill('08030000081')
    await button(page, 'Create Admin').click()
    await expect(toast(page, 'Admin created. A one-time password was sent by email.')).toBeVisible()
    await opened(page, 'Administrators')
  })

  await test.step('she signs in with the one-time password and has to choose her own', async () => {
    await expect.poll(() => server.lettersTo(email)).toHaveLength(1)
    const [letter = ''] = await server.lettersTo(email)
    const [, oneTime = ''] = /one-time password is (\S+)/.exec(letter) ?? []
    const token = await reachTokenStep(hers, server, email, oneTime)
    await hers.getByLabel('Token').fill(token)
    await button(hers, 'Verify Token').click()
    await opened(hers, 'Change Password')
    await expect(menu(hers)).toHaveCount(0)
    await hers.getByLabel('Old Password').fill(oneTime)
    await hers.getByLabel('New Password').fill('harmattan over the lagoon')
    await button(hers, 'Change Password').click()
    await expect(toast(hers, 'Password changed successfully.')).toBeVisible()
    await opened(hers, 'Dashboard')
    await expect(menu(hers).getByRole('link')).toHaveText(['Dashboard', 'Settings'])
    await hers.goto('/agents/list')
    await expect(hers.getByText('You are not allowed to view this page')).toBeVisible()
  })

  await test.step('with a role she has its menu and its screens', async () => {
    const permission = ['can-view-admin', 'can-view-agent']
    await ask(server, await tokenOf(page), 'createroles', { name: 'Field Clerk', permission })
    await openAdmin(page, name, 'Assign Role')
    await page.getByLabel('Role', { exact: true }).selectOption('Field Clerk')
    await button(page, 'Assign Role Field Clerk').click()
    await expect(toast(page, 'Role assigned successfully.')).toBeVisible()
    await reload()
    await menu(hers).getByRole('button', { name: 'Admins' }).click()
    await expect(menu(hers).getByRole('link', { name: 'Administrators' })).toBeVisible()
    await expect(menu(hers).getByRole('link', { name: 'Roles' })).toHaveCount(0)
    await menu(hers).getByRole('link', { name: 'Agents' }).click()
    await opened(hers, 'Agents')
    await hers.goto('/roles/list')
    await expect(hers.getByText('You are not allowed to view this page')).toBeVisible()
  })

  await test.step('a permission of her own opens one more', async () => {
    await openAdmin(page, name, 'Assign Permission')
    await page.getByRole('checkbox', { name: 'can-view-roles', exact: true }).check()
    await button(page, 'Assign 1 permission').click()
    await expect(toast(page, 'Permissions assigned successfully.')).toBeVisible()
    await reload()
    await menu(hers).getByRole('button', { name: 'Admins' }).click()
    await menu(hers).getByRole('link', { name: 'Roles' }).click()
    await opened(hers, 'List of Roles')
    await expect(menu(hers).getByRole('link', { name: 'Permissions' })).toHaveCount(0)
    await expect(hers.getByRole('link', { name: 'Create Role' })).toHaveCount(0)
  })

  await test.step('every step is in the log', async () => {
    await page.goto('/admin/activity/log')
    const rows = page.getByRole('grid').getByRole('row')
    const newest = (count: number) =>
      rows
        .filter({ hasText: /admin \d+/ })
        .locator('[data-field="action"]')
        .nth(count)
    await expect(newest(0)).toHaveText(/^Granted permissions to admin \d+$/)
    const [, id] = /admin (\d+)/.exec((await newest(0).textContent()) ?? '') ?? []
    const ofHer = page.getByRole('gridcell', { name: new RegExp(`admin ${id}$`) })
    await expect(ofHer).toHaveText([
      `Granted permissions to admin ${id}`,
      `Assigned a role to admin ${id}`,
      `Changed the password of admin ${id}`,
      `Signed in as admin ${id}`,
      `Created admin ${id}`,
    ])
  })

  await test.step('and the log is exported', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()])
    expect(file.suggestedFilename()).toBe(`admin_activity_log_${lagosDay(new Date())}.csv`)
    const rows = csvCells((await readFile(await file.path(), 'utf8')).replace(/^\uFEFF/, ''))
    expect(rows[0]).toEqual(adminActivityColumns.map(({ header }) => header))
    expect(rows.some(([, who, what]) => who === name && what?.startsWith('Changed the password of'))).toBe(
      true,
    )
    await expect(toast(page, 'CSV downloaded successfully.')).toBeVisible()
  })
  await context.close()
})
