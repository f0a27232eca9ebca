import type { BrowserContext, Page } from '@playwright/test'
import { grantOnly } from '../support/permissions'
import {
  expectTitle,
  expectToast,
  navigate,
  openRow,
  refreshRights,
  rowOf,
  watchCalls,
  unsigned,
  toggleDenseRows,
} from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

/** Chooses columns before the search, so that one reload shows that both are kept. */
async function filterRows(page: Page, context: BrowserContext) {
  await test.step('the local filter searches the rows of the page and sends no call', async () => {
    const { sentByScreen: sent, stop } = watchCalls(context)
    const filter = page.getByLabel('Filter this page')
    await filter.fill('NSUKKA')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(rowOf(page, 'Chiamaka Nwosu')).toContainText('Nsukka')
    await filter.fill('')
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    expect(sent).toEqual([])
    stop()
  })

  const heading = (name: string) => page.getByRole('grid').getByRole('columnheader', { name, exact: true })
  const expectColumns = async () => {
    await expect(heading('Email')).toBeVisible()
    await expect(heading('State')).toHaveCount(0)
    const height = async () => (await rowOf(page, 'Adaeze Okonkwo').boundingBox())?.height ?? 99
    await expect.poll(height).toBeGreaterThanOrEqual(44)
  }
  await test.step('columns and density can be chosen', async () => {
    const choice = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
    await page.getByRole('button', { name: 'Columns' }).click()
    await choice('State').click()
    await choice('Email').click()
    await page.keyboard.press('Escape')
    await toggleDenseRows(page, true)
    await expectColumns()
  })

  await test.step('searches on the server, and clearing the box returns to page 1 of all agents', async () => {
    const { sentByScreen: sent, stop } = watchCalls(context)
    const box = page.getByLabel('Name, phone or e-mail')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expectToast(page, 'Please enter reference to search')
    expect(sent).toEqual([])

    await box.fill('  okonkwo ')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveURL('/agents/list?search=okonkwo')
    await expect(rowOf(page, 'Babatunde Adeyemi')).toHaveCount(0)
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    await expect.poll(() => sent.at(-1)?.body).toEqual({ page: 1, perPage: 100, search: 'okonkwo' })

    await page.reload()
    await expect(box).toHaveValue('okonkwo')
    await expect(rowOf(page, 'Babatunde Adeyemi')).toHaveCount(0)
    await test.step('columns and density are remembered on this device', expectColumns)

    await box.fill('')
    await expect(page).toHaveURL('/agents/list')
    await expect(rowOf(page, 'Babatunde Adeyemi')).toBeVisible()
    await expect.poll(() => sent.at(-1)?.body).toEqual({ page: 1, perPage: 100 })

    await box.fill('nobody of this name')
    await box.press('Enter')
    await expect(page.getByText('No agents found')).toBeVisible()
    stop()
  })
}

/** Ends on page 3, with the whole list as before. */
async function turnPages(page: Page, context: BrowserContext) {
  await context.route('**/api/admin/getagents', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    body.data.total = 250
    await route.fulfill({ ...unsigned(reply), json: body })
  })
  const { sentByScreen: sent, stop } = watchCalls(context)
  await page.clock.setFixedTime(Date.now() + 60_000)
  await navigate(page, '/agents/list')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('of 250')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/agents/list?page=2')
  await expect.poll(() => sent.at(-1)?.body).toEqual({ page: 2, perPage: 100 })
  await pages.getByLabel(/^Page/).selectOption('3')
  await expect(page).toHaveURL('/agents/list?page=3')

  await page.getByLabel('Name, phone or e-mail').fill('adaeze')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/agents/list?search=adaeze')
  await page.goBack()
  await expect(page).toHaveURL('/agents/list?page=3')
  await page.reload()
  await expect(pages.getByLabel(/^Page/)).toHaveValue('3')
  stop()
  await context.unrouteAll({ behavior: 'wait' })
}

async function showActions(page: Page) {
  const all = ['Details', 'Device', 'Update', 'Delete', 'Downline', 'Suspend', 'Reset Password']
  const name = 'Babatunde Adeyemi'
  await test.step('shows all actions in the menu of a row, and the first one while the row is pointed at', async () => {
    const row = rowOf(page, name)
    await row.getByRole('button', { name: `More actions for ${name}` }).click()
    await expect(page.getByRole('menuitem')).toHaveText(all)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await row.hover()
    await expect(row.getByRole('link', { name: `Details ${name}` })).toBeVisible()
  })

  for (const width of [1280, 820])
    await test.step(`shows all beside the list, ${width} px`, async () => {
      await page.setViewportSize({ width, height: 1180 })
      await rowOf(page, name).click({ position: { x: 60, y: 10 } })
      const panel = page.getByRole('complementary', { name })
      await expect(panel.locator('.row-action')).toHaveText(all)
      if (width === 1280) return page.keyboard.press('Escape')
      await panel.getByRole('link', { name: `Details ${name}` }).click()
      await expectTitle(page, 'Agent Details')
    })

  await navigate(page, '/agents/list')
  await expectTitle(page, 'Agents')
  await test.step('shows rows as cards with the same actions on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('grid')).toHaveCount(0)
    const card = rowOf(page, name)
    await expect(card).toContainText('ACTIVE')
    await expect(card.getByRole('link')).toHaveCount(0)
    await openRow(page, name)
    await expect(card.getByRole('link')).toHaveText(all)
    await card.getByRole('link', { name: 'Device' }).click()
    await expectTitle(page, 'Agent Devices')
  })
}

async function showError(page: Page, context: BrowserContext) {
  await navigate(page, '/dashboard')
  await expectTitle(page, 'Dashboard')
  await context.route('**/api/admin/getagents', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': '0a1b2c3d4e' },
      json: { status: '400', message: 'An error occurred' },
    }),
  )
  await page.clock.setFixedTime(Date.now() + 120_000)
  await navigate(page, '/agents/list')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('An error occurredRequest 0a1b2c3d4e')
  await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
  await context.unroute('**/api/admin/getagents')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
}

async function limitRights(page: Page, context: BrowserContext) {
  const name = 'Babatunde Adeyemi'
  await expect(page.getByRole('link', { name: 'Create Agents' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await grantOnly(context, ['can-view-agent', 'can-edit-agent'])
  await refreshRights(page, 3)
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Update'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Create Agents' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
}

test('the list of agents', async ({ page, context, faults }) => {
  faults.expect(/status of 500/)
  await page.goto('/agents/list')
  await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
  await test.step('shows the actions of a row, as many as fit', () => showActions(page))
  await page.setViewportSize({ width: 1280, height: 720 })
  await navigate(page, '/agents/list')
  await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
  await test.step('filters and searches the rows, and remembers columns', () => filterRows(page, context))
  await test.step('shows pages of 100, and keeps the page through Back and reload', () =>
    turnPages(page, context))
  await test.step('shows an error above the rows, with Retry', () => showError(page, context))
  await test.step('shows each action only with its permission, and so Create Agents and Export CSV', () =>
    limitRights(page, context))
})
