import type { Page } from '@playwright/test'
import { ask, tokenOf } from '../support/api'
import { chooseOwnPassword, chosenPassword } from '../support/newcomer'
import { openAdmin, opened, toast, watchCalls } from '../support/portal'
import type { Server } from '../support/server'
import { signIn, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const notAllowed = 'You are not allowed to view this page'
const name = 'Ladi Bello'
const email = 'ladi.bello@alajo.test'
/** The event that the browser sends when the window gets the focus. */
const focus = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))
const later = async (page: Page, minutes: number) => page.clock.setFixedTime(Date.now() + minutes * 60_000)

async function addClerk(server: Server, token: string) {
  const person = { name, email, phone_number: '08030000083' }
  return server.oneTimePasswordFor(email, () => ask(server, token, 'createadmins', person))
}

async function assign(page: Page, permission: string) {
  await openAdmin(page, name, 'Assign Permission')
  await page.getByRole('checkbox', { name: permission, exact: true }).check()
  await page.getByRole('button', { name: 'Assign 1 permission' }).click()
  await expect(toast(page, 'Permissions assigned successfully.')).toBeVisible()
}

async function remove(page: Page, permission: string) {
  await openAdmin(page, name, 'Remove Permission')
  await page.getByRole('checkbox', { name: permission, exact: true }).check()
  await page.getByRole('button', { name: 'Remove 1 permission' }).click()
  await expect(toast(page, 'Permissions removed successfully.')).toBeVisible()
}

test('granted and revoked permissions reach the menu, the guard and the buttons of a signed-in admin', async ({
  page,
  browser,
  server,
  faults,
}) => {
  test.slow()
  faults.expect(/status of 403/)
  const oneTime = await addClerk(server, await tokenOf(page))
  const context = await browser.newContext({
    baseURL: server.url,
    serviceWorkers: 'block',
    storageState: { cookies: [], origins: [] },
  })
  faults.watch(context)
  const hers = await context.newPage()
  await chooseOwnPassword(hers, server, email, oneTime)
  await expect(menu(hers).getByRole('link')).toHaveText(['Dashboard', 'Settings'])

  await test.step('granted: applies when the window gets the focus', async () => {
    await assign(page, 'can-view-agent')
    await later(hers, 1)
    await focus(hers)
    await menu(hers).getByRole('link', { name: 'Agents' }).click()
    await opened(hers, 'Agents')
    await expect(hers.getByRole('link', { name: 'Create Agents' })).toHaveCount(0)
    await assign(page, 'can-create-agent')
    await later(hers, 2)
    await focus(hers)
    await hers.getByRole('link', { name: 'Create Agents' }).click()
    await opened(hers, 'Create Agent')
  })

  await test.step('revoked: a refused change removes the screen and its button', async () => {
    await remove(page, 'can-create-agent')
    await hers.getByLabel('Full Name').fill('Sani Bako')
    await hers.getByLabel('Email').fill('sani.bako@alajo.test')
    await hers.getByLabel('Phone Number').fill('08030000084')
    await hers.getByLabel('State').selectOption('Kano')
    await hers.getByLabel('LGA').selectOption('Dala')
    await hers.getByRole('button', { name: 'Create Agent' }).click()
    await expect(hers.getByText(notAllowed)).toBeVisible()
    await menu(hers).getByRole('link', { name: 'Agents' }).click()
    await opened(hers, 'Agents')
    await expect(hers.getByRole('link', { name: 'Create Agents' })).toHaveCount(0)
  })

  await test.step('revoked: a refused list disappears, and its menu entry too', async () => {
    await remove(page, 'can-view-agent')
    await hers.getByLabel('Name, phone or e-mail').fill('nobody of that name')
    await hers.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(hers.getByText(notAllowed)).toBeVisible()
    await expect(menu(hers).getByRole('link')).toHaveText(['Dashboard', 'Settings'])
  })
  await context.close()

  await test.step('applies within five minutes without input', async () => {
    const other = await browser.newContext({
      baseURL: server.url,
      serviceWorkers: 'block',
      storageState: { cookies: [], origins: [] },
    })
    const still = await other.newPage()
    await still.clock.install()
    await signIn(still, server, email, chosenPassword)
    await assign(page, 'can-view-agent')
    await expect(menu(still).getByRole('link')).toHaveText(['Dashboard', 'Settings'])
    await still.clock.runFor(301_000)
    await expect(menu(still).getByRole('link', { name: 'Agents' })).toBeVisible()
    await other.close()
  })
})

test('many refusals and focus events at once fetch the permissions once', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/status of 403/)
  const { sent, settled } = watchCalls(context)
  await page.goto('/agents/list')
  await opened(page, 'Agents')
  await settled()
  sent.length = 0
  const asked = () => sent.filter(({ path }) => path === 'viewpermission').length
  await later(page, 1)
  for (let look = 0; look < 20; look++) await focus(page)
  await settled()
  expect(asked()).toBe(1)

  const forbidden = { status: '400', message: 'You do not have permission to do this.' }
  await context.route(/\/api\/admin\/(?!viewpermission)/, (route) =>
    route.fulfill({ status: 403, json: forbidden }),
  )
  await menu(page).getByRole('link', { name: 'Dashboard' }).click()
  await opened(page, 'Dashboard')
  await expect.poll(() => sent.length - asked()).toBeGreaterThan(4)
  await settled()
  expect(asked()).toBe(2)
})
