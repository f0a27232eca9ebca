import type { Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import {
  blockServer,
  chooseAction,
  expectTitle,
  expectToast,
  openFromMenu,
  rowOf,
  title,
  unblockServer,
  waitForServiceWorker,
} from '../support/portal'
import { enterCredentials, superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ serviceWorkers: 'allow' })

const offlineWords =
  /^You are offline\. You are seeing data saved at (\d+ \w{3}, )?\d\d:\d\d\. Approvals, credits, withdrawals and other changes need a connection\.$/
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline' })

test('an admin signs in, changes an agent, and reads saved data without a network', async ({
  page,
  context,
  server,
  faults,
}) => {
  await test.step('signs in with the demo account and the e-mailed token', async () => {
    await page.goto('/')
    const token = await server.tokenFor(superadmin, () => enterCredentials(page, superadmin))
    await expectTitle(page, 'Verify Token')
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Verify Token' }).click()
    await expectTitle(page, 'Dashboard')
  })

  await test.step('sees the totals', async () => {
    await expect(card(page, 'Total Customers')).toContainText('3,000')
    // Other tests of this server create and delete agents.
    const agents = await callApi(server, await tokenOf(page), 'getagents', {})
    await expect(card(page, 'Total Agents')).toContainText(`${agents.data.total}`)
    await waitForServiceWorker(page)
  })

  await test.step('reads the list', async () => {
    await openFromMenu(page, 'Agents', 'Agents List')
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Efe Oghenekaro')).toContainText('08164407712')
    await expect(page.getByText('Updated just now')).toBeVisible()
    await expect(page.getByText('Page 1 of 1 saved')).toBeVisible()
  })

  await test.step("changes an agent's phone", async () => {
    await page.getByRole('button', { name: 'More actions for Efe Oghenekaro' }).click()
    await page.getByRole('menuitem', { name: 'Update' }).click()
    await expectTitle(page, 'Update Agent')
    await page.getByLabel('Phone Number').fill('08164400001')
    await page.getByRole('button', { name: 'Update Agent' }).click()
    await expectToast(page, sentences.agentUpdated)
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Efe Oghenekaro')).toContainText('08164400001')
  })

  await test.step('opens a few pages, and fills in half of a form', async () => {
    await chooseAction(page, 'Adaeze Okonkwo', 'Details')
    await expectTitle(page, 'Agent Details')
    await expect(page.getByText('adaeze.okonkwo@agents.alajo.test')).toBeVisible()
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await page.getByRole('link', { name: 'Create Agents' }).click()
    await page.getByLabel('Full Name').fill('Ronke Alabi')
    await page.getByLabel('Phone Number').fill('08030000017')
  })

  await test.step('loses the network: the form keeps its entries, and the button shows why it is disabled', async () => {
    faults.expect(noNetwork)
    await context.setOffline(true)
    await expect(banner(page)).toBeVisible()
    await expect(banner(page).locator('div', { hasText: offlineWords }).last()).toHaveText(offlineWords)
    await expect(page.getByRole('banner').getByText('Offline', { exact: true })).toBeVisible()
    const create = page.getByRole('button', { name: 'Create Agent' })
    await expect(create).toBeDisabled()
    await expect(create).toHaveAccessibleDescription(sentences.changesNeedConnection)
    await expect(page.getByText(sentences.changesNeedConnection, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Ronke Alabi')
    await expect(page.getByLabel('Phone Number')).toHaveValue('08030000017')
  })

  await test.step('reads saved data', async () => {
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export CSV (saved rows)' })).toBeEnabled()
    await chooseAction(page, 'Adaeze Okonkwo', 'Details')
    await expectTitle(page, 'Agent Details')
    await expect(page.getByText('adaeze.okonkwo@agents.alajo.test')).toBeVisible()
    // The path has no space for it beside the banner.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(card(page, 'Total Customers')).toContainText('3,000')
  })

  await test.step('reloads, and sees the saved rows', async () => {
    await page.goto('/agents/list')
    await page.reload()
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Efe Oghenekaro')).toContainText('08164400001')
    await expect(banner(page)).toBeVisible()
    await page.getByLabel('Filter this page').fill('oghenekaro')
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByLabel('Filter this page').fill('')
  })

  await test.step('sees a message on a page that is not saved', async () => {
    await openFromMenu(page, 'Agents', 'Agents Activity')
    await expectTitle(page, 'Agents Activity')
    await expect(page.getByText(sentences.connectToOpen)).toBeVisible()
    await openFromMenu(page, 'Agents', 'Agents List')
    await expectTitle(page, 'Agents')
  })

  await test.step('the server is back: the banner disappears and the rows are current', async () => {
    await expect(page.getByText('Updated just now')).toBeVisible()
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByRole('button', { name: 'Try now' })).toBeEnabled()
    await expect(banner(page)).toBeVisible()
    // A network is back, and its server a little later: the portal's own ping fails.
    await blockServer(context)
    const ping = context.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
    await context.setOffline(false)
    await ping
    await expect(banner(page)).toBeVisible()
    await unblockServer(context)
    const fresh = page.waitForResponse((response) => response.url().endsWith('/getagents') && response.ok())
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(banner(page)).toBeHidden()
    await fresh
    await expect(page.getByRole('banner').getByText('Online')).toBeVisible()
    await expect(rowOf(page, 'Efe Oghenekaro')).toContainText('08164400001')
    await page.getByRole('link', { name: 'Create Agents' }).click()
    await expect(title(page)).toHaveText('Create Agent')
    await expect(page.getByRole('button', { name: 'Create Agent' })).toBeEnabled()
  })
})

const card = (page: Page, heading: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) })
