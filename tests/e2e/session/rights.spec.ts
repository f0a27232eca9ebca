import type { Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import { chooseOwnPassword } from '../support/newAdmin'
import { permissionBox } from '../support/permissions'
import { chooseAdmin, expectTitle, expectToast, serverFollowsClock, watchCalls } from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const notAllowed = 'You are not allowed to view this page'
const name = 'Ladi Bello'
const email = 'ladi.bello@alajo.test'
/** The event that the browser sends when the window gets the focus. */
const focus = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))
const advanceClock = async (page: Page, minutes: number) =>
  page.clock.setFixedTime(Date.now() + minutes * 60_000)

async function createAdmin(server: Server, token: string) {
  const person = { name, email, phone_number: '08030000083' }
  return server.oneTimePasswordFor(email, () => callApi(server, token, 'createadmins', person))
}

async function assign(page: Page, permission: string) {
  await chooseAdmin(page, name, 'Assign Permission')
  await permissionBox(page, permission).check()
  await page.getByRole('button', { name: 'Assign 1 permission' }).click()
  await expectToast(page, sentences.permissionsAssigned)
}

async function remove(page: Page, permission: string) {
  await chooseAdmin(page, name, 'Remove Permission')
  await permissionBox(page, permission).check()
  await page.getByRole('button', { name: 'Remove 1 permission' }).click()
  await expectToast(page, sentences.permissionsRemoved)
}

test('granted and revoked permissions reach the menu, the guard and the buttons of a signed-in admin', async ({
  page,
  browser,
  server,
  faults,
}) => {
  faults.expect(/status of 403/)
  const superToken = await tokenOf(page)
  const oneTime = await createAdmin(server, superToken)
  const { data } = await callApi(server, superToken, 'getadmins', {})
  const admin_id: number = data.find((one: { email: string }) => one.email === email).id
  /** As the forms do, which tests of admins cover. */
  const change = async (path: 'assignpermission' | 'removepermission', permission: string) => {
    const reply = await callApi(server, superToken, path, { admin_id, permission: [permission] })
    expect(reply).toMatchObject({ status: '200' })
  }
  await page.goto('/admin/list')
  const context = await browser.newContext({
    baseURL: server.url,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [] },
  })
  faults.watch(context)
  const newAdminPage = await context.newPage()
  await newAdminPage.addInitScript(serverFollowsClock)
  await newAdminPage.clock.install()
  await chooseOwnPassword(newAdminPage, server, email, oneTime)
  await expect(menu(newAdminPage).getByRole('link')).toHaveText(['Dashboard', 'Settings'])

  await test.step('granted: applies when the window gets the focus', async () => {
    await assign(page, 'can-view-agent')
    await newAdminPage.clock.fastForward(60_000)
    await focus(newAdminPage)
    await menu(newAdminPage).getByRole('link', { name: 'Agents' }).click()
    await expectTitle(newAdminPage, 'Agents')
    await expect(newAdminPage.getByRole('link', { name: 'Create Agents' })).toHaveCount(0)
    await change('assignpermission', 'can-create-agent')
    await newAdminPage.clock.fastForward(60_000)
    await focus(newAdminPage)
    await newAdminPage.getByRole('link', { name: 'Create Agents' }).click()
    await expectTitle(newAdminPage, 'Create Agent')
  })

  await test.step('revoked: a refused change removes the screen and its button', async () => {
    await remove(page, 'can-create-agent')
    await newAdminPage.getByLabel('Full Name').fill('Sani Bako')
    await newAdminPage.getByLabel('Email').fill('sani.bako@alajo.test')
    await newAdminPage.getByLabel('Phone Number').fill('08030000084')
    await newAdminPage.getByLabel('State').selectOption('Kano')
    await newAdminPage.getByLabel('LGA').selectOption('Dala')
    await newAdminPage.getByRole('button', { name: 'Create Agent' }).click()
    await expect(newAdminPage.getByText(notAllowed)).toBeVisible()
    await menu(newAdminPage).getByRole('link', { name: 'Agents' }).click()
    await expectTitle(newAdminPage, 'Agents')
    await expect(newAdminPage.getByRole('link', { name: 'Create Agents' })).toHaveCount(0)
  })

  await test.step('revoked: a refused list disappears, and its menu entry too', async () => {
    await change('removepermission', 'can-view-agent')
    await newAdminPage.getByLabel('Name, phone or e-mail').fill('nobody of that name')
    await newAdminPage.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(newAdminPage.getByText(notAllowed)).toBeVisible()
    await expect(menu(newAdminPage).getByRole('link')).toHaveText(['Dashboard', 'Settings'])
  })

  await test.step('applies within five minutes without input', async () => {
    await menu(newAdminPage).getByRole('link', { name: 'Dashboard' }).click()
    await expectTitle(newAdminPage, 'Dashboard')
    await newAdminPage.waitForLoadState('networkidle')
    await change('assignpermission', 'can-view-agent')
    await expect(menu(newAdminPage).getByRole('link')).toHaveText(['Dashboard', 'Settings'])
    // Not runFor: the reply would take longer than the call's time limit on that clock.
    await newAdminPage.clock.fastForward(301_000)
    await expect(menu(newAdminPage).getByRole('link', { name: 'Agents' })).toBeVisible()
  })
  await context.close()
})

test('many refusals and focus events at once fetch the permissions once', { tag: '@long' }, async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/status of 403/)
  const { sent, settled } = watchCalls(context)
  await page.goto('/agents/list')
  await expectTitle(page, 'Agents')
  await settled()
  sent.length = 0
  const fetches = () => sent.filter(({ path }) => path === 'viewpermission').length
  await advanceClock(page, 1)
  for (let time = 0; time < 20; time++) await focus(page)
  await settled()
  expect(fetches()).toBe(1)

  const forbidden = { status: '400', message: sentences.noPermission }
  await context.route(/\/api\/admin\/(?!viewpermission)/, (route) =>
    route.fulfill({ status: 403, json: forbidden }),
  )
  await menu(page).getByRole('link', { name: 'Dashboard' }).click()
  await expectTitle(page, 'Dashboard')
  await expect.poll(() => sent.length - fetches()).toBeGreaterThan(4)
  await settled()
  expect(fetches()).toBe(2)
})
