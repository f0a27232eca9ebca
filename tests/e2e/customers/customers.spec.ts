import type { BrowserContext, Page } from '@playwright/test'
import { lagosDay } from '#domain/time/lagos'
import { callApi, tokenOf } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  blockServer,
  chooseAction,
  chooseOption,
  expectColumns,
  expectTitle,
  expectToast,
  fact,
  fileReply,
  leaveButton,
  navigate,
  openFromMenu,
  pingServer,
  reconnect,
  refreshRights,
  rowOf,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, longStep, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

type Customer = {
  user_id: number
  name: string
  phone_number: string
  reference: string
  assignedAgentName: string
}
const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true })
const box = (page: Page) => page.getByLabel('Name, phone or reference')
const checks = (page: Page) => page.getByRole('grid').getByRole('checkbox', { name: /^Select (?!all)/ })
const banner = (page: Page) => page.getByText(/customers selected$/)
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function openList(page: Page) {
  await navigate(page, '/customer/list')
  await expectTitle(page, 'Customers')
  await expect(checks(page).first()).toBeVisible()
}

/** Selects from the first row on; the grid selects the range between two presses. */
async function selectUpTo(page: Page, last: Customer | undefined) {
  await checks(page).first().check()
  const check = rowOf(page, last?.phone_number ?? '').getByRole('checkbox')
  const rows = page.locator('.MuiDataGrid-virtualScroller')
  const bottom = async () => {
    const [place, box] = [
      await rows.boundingBox(),
      await check.boundingBox({ timeout: 500 }).catch(() => null),
    ]
    return place && box ? place.y + place.height - box.y - box.height : -1
  }
  // Rows out of sight are not drawn, and replaced while the table scrolls.
  await expect
    .poll(async () => {
      if ((await bottom()) < 0) await rows.evaluate((one) => one.scrollBy(0, 150))
      return bottom()
    })
    .toBeGreaterThanOrEqual(0)
  await check.click({ modifiers: ['Shift'] })
}

const chooseAgent = (page: Page, name: string) =>
  chooseOption(page.getByLabel('Agent', { exact: true }), name, new RegExp(`^${name}, `))

async function reassignForty(page: Page, server: Server) {
  await openList(page)
  await expect(page.getByText(/^\d,\d{3} customers\.$/)).toBeVisible()
  const token = await tokenOf(page)
  const rowsOf = async (number: number): Promise<Customer[]> =>
    (await callApi(server, token, 'getcustomers', { page: number })).data.data
  const [first, second, far] = await Promise.all([rowsOf(1), rowsOf(2), rowsOf(17)])

  const [wanted] = far
  if (!wanted) throw new Error('the demo data have fewer than 1,700 customers')
  for (const text of [wanted.name, wanted.phone_number, wanted.reference]) {
    await box(page).fill(text)
    await search(page).click()
    await expect(rowOf(page, wanted.phone_number)).toBeVisible()
  }
  await chooseAction(page, wanted.name, 'Details')
  await expectTitle(page, 'Customer Details')
  await expect(fact(page, 'Full Name')).toHaveText(wanted.name)
  await expect(fact(page, 'Reference')).toHaveText(wanted.reference)
  await expect(fact(page, 'Status')).toHaveText(/^(Active|Non Active)$/)
  for (const label of ['Home Address', 'Office Address', 'Agent Name'])
    await expect(fact(page, label)).not.toHaveText('')
  const card = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(card('Main Wallet')).toContainText(/₦[\d,]+\.\d\d/)
  await expect(card('Savings Wallets')).toContainText(/SV-.*₦[\d,]+\.\d\d|No savings wallets available/)
  await page.getByRole('link', { name: 'Back to customers' }).click()

  // The list is as it was left.
  await expect(box(page)).toHaveValue(wanted.reference)
  await box(page).fill('')
  await expect(page.getByText(/^\d,\d{3} customers\.$/)).toBeVisible()
  await expect(checks(page).first()).toBeVisible()
  await selectUpTo(page, first[9])
  await expect(banner(page)).toHaveText('10 customers selected')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/customer/list?page=2')
  await expect(checks(page).first()).not.toBeChecked()
  await selectUpTo(page, second[29])
  await expect(banner(page)).toHaveText('40 customers selected')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(checks(page).first()).toBeChecked()
  await page.getByLabel('Filter this page').fill(first[9]?.phone_number ?? '')
  await expect(checks(page)).toHaveCount(1)
  await expect(checks(page)).toBeChecked()
  await page.getByLabel('Filter this page').fill(first[10]?.phone_number ?? '')
  await expect(rowOf(page, first[10]?.phone_number ?? '')).toBeVisible()
  await expect(checks(page)).not.toBeChecked()

  const moving = [...first.slice(0, 10), ...second.slice(0, 30)]
  const choices = await callApi(server, token, 'getagents', { choices: true })
  const agent = choices.data.find(
    ({ name }: { name: string }) => !moving.some(({ assignedAgentName }) => assignedAgentName === name),
  )
  await page.getByRole('link', { name: 'Batch Re-Schedule' }).click()
  await expectTitle(page, 'Batch Re-Schedule')
  await expect(fact(page, 'Customers')).toContainText(`40 customers${moving[0]?.name}, `)
  await expect(page.getByText(moving[39]?.name ?? '')).toBeHidden()
  await page.getByText('and 35 more').click()
  await expect(fact(page, 'Customers')).toContainText(moving[39]?.name ?? 'nobody')
  await page.getByRole('button', { name: 'Move 40 customers' }).click()
  await expect(page.getByLabel('Agent', { exact: true })).toHaveAccessibleDescription(sentences.selectAgent)
  await chooseAgent(page, agent.name)
  await expect(fact(page, 'Agent after')).toHaveText(agent.name)
  await page.getByRole('button', { name: 'Move 40 customers' }).click()
  await expectToast(page, `40 customers moved to ${agent.name}.`)

  await expectTitle(page, 'Rescheduled Customer')
  const grid = page.getByRole('grid')
  await expect(rowOf(page, moving[0]?.name ?? '').first()).toContainText(agent.name)
  await page.getByLabel('Filter this page').fill(agent.name)
  const moved = await callApi(server, token, 'customerrescheduled', { page: 1 })
  const named = moved.data.data.filter((row: object) => Object.values(row).includes(agent.name))
  expect(named.length).toBeGreaterThanOrEqual(40)
  // With the heading row.
  await expect(grid).toHaveAttribute('aria-rowcount', String(named.length + 1))
  const now = new Set(
    moved.data.data.slice(0, 40).map((row: Customer) => `${row.user_id} ${row.assignedAgentName}`),
  )
  expect(now).toEqual(new Set(moving.map(({ user_id }) => `${user_id} ${agent.name}`)))
}

async function reassignOne(page: Page, server: Server) {
  await openList(page)
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'getcustomers', { page: 3 })
  const customer: Customer = data.data[7]
  const choices = await callApi(server, token, 'getagents', { choices: true })
  const agent = choices.data.find(({ name }: { name: string }) => name !== customer.assignedAgentName)
  await box(page).fill(customer.reference)
  await box(page).press('Enter')
  await chooseAction(page, customer.name, 'Re-Schedule')
  await expectTitle(page, 'Re-Schedule Customer')
  await expect(fact(page, 'Agent now')).toHaveText(customer.assignedAgentName)
  const press = page.getByRole('button', { name: `Move ${customer.name}` })
  await press.click()
  await expect(page.getByText(sentences.selectAgent)).toBeVisible()
  await chooseAgent(page, agent.name)
  await expect(page.getByText(sentences.selectAgent)).toBeHidden()
  await press.click()
  await expectToast(page, `${customer.name} moved to ${agent.name}.`)

  await expectTitle(page, 'Rescheduled Customer')
  await expectColumns(page, [
    'Created',
    'Customer Name',
    'Phone',
    'Status',
    'Assigned Agent Name',
    'From Agent',
    'Moved By',
    'Late Then',
    'Actions',
  ])
  await search(page).click()
  await expectToast(page, 'Please enter reference to search')
  const moved = await callApi(server, token, 'customerrescheduled', { page: 1 })
  await page.getByLabel('Reference', { exact: true }).fill(moved.data.data[0].reference)
  await search(page).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, customer.phone_number)).toContainText(agent.name)
  await expect(rowOf(page, customer.phone_number)).toContainText(/Active/)
  await page.getByLabel('Reference', { exact: true }).fill('no such reference')
  await search(page).click()
  await expect(page.getByText('No rescheduled customer found')).toBeVisible()
}

async function rollBack(page: Page, server: Server, known: Customer | undefined) {
  const gone = { user_id: 999_999, name: 'Gone Meanwhile' }
  await navigate(page, '/customer/Batchreassign/agent', { customers: [known, gone] })
  await expectTitle(page, 'Batch Re-Schedule')
  const choices = await callApi(server, await tokenOf(page), 'getagents', { choices: true })
  await chooseAgent(page, choices.data[0].name)
  await page.getByRole('button', { name: 'Move 2 customers' }).click()
  await expectToast(page, 'Customer with ID 999999 not found. Nobody was moved.')
  await expect(alert(page)).toHaveCount(0)
  await expectTitle(page, 'Batch Re-Schedule')
  await page.getByRole('link', { name: 'Back to customers' }).click()
  await leaveButton(page).click()
  await expectTitle(page, 'Customers')
}

async function selectRows(page: Page) {
  await search(page).click()
  await expectToast(page, 'Please enter reference to search')

  const all = page.getByRole('checkbox', { name: 'Select all rows' })
  await all.check()
  await expect(banner(page)).toHaveText('100 customers selected')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(checks(page).first()).not.toBeChecked()

  await checks(page).first().check()
  await box(page).fill('nobody of this name')
  await search(page).click()
  await expect(page.getByText('No customer found')).toBeVisible()
  await expect(banner(page)).toHaveText('1 customers selected')
  await box(page).fill('')
  await expect(checks(page).first()).toBeChecked()
  await openFromMenu(page, 'Customers', 'Rescheduled Customer')
  await expectTitle(page, 'Rescheduled Customer')
  await page.goBack()
  await expect(checks(page).first()).not.toBeChecked()
  await expect(banner(page)).toHaveCount(0)
}

async function openCards(page: Page, context: BrowserContext, server: Server) {
  const { data } = await callApi(server, await tokenOf(page), 'getcustomers', { page: 1 })
  const rows: (Customer & { has_idcard: number })[] = data.data
  const card = async (has: boolean) => {
    const one = rows.find(({ has_idcard }) => Boolean(has_idcard) === has)
    if (!one) throw new Error('nobody to test with')
    await page.getByLabel('Filter this page').fill(one.phone_number)
    await page.getByRole('button', { name: `More actions for ${one.name}` }).click()
    return page.getByRole('menuitem', { name: /^ID Card/ })
  }
  const opening = context.waitForEvent('page')
  const reply = fileReply(context)
  await (await card(true)).click()
  expect((await reply).ok()).toBe(true)
  const tab = await opening
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await tab.close()

  const { sentByScreen: sent, stop } = watchCalls(context)
  await (await card(false)).click()
  await expectToast(page, 'No records available this customer')
  expect(sent).toEqual([])
  expect(context.pages()).toHaveLength(1)
  stop()

  await blockServer(context)
  await pingServer(page)
  await expect(page.getByText(sentences.offline)).toBeVisible()
  await expect(await card(true)).toHaveText('ID Card: Files need a connection.')
  await expect(page.getByRole('menuitem', { name: /^ID Card/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await reconnect(page, context)
  await expect(page.getByText(sentences.offline)).toBeHidden()
}

async function exportLists(page: Page) {
  for (const [path, heading, file] of [
    ['/customer/list', 'Customers', 'customer_list_'],
    ['/customer/reschedule/agent', 'Rescheduled Customer', 'rescheduled_customer_list_'],
    ['/guarantor/list', 'Guarantors', 'guarantor_list_'],
  ] as const)
    await test.step(path, async () => {
      await navigate(page, path)
      await expectTitle(page, heading)
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      expect((await downloading).suggestedFilename()).toBe(`${file}${lagosDay(new Date())}.csv`)
    })
}

async function limitRights(page: Page, context: BrowserContext) {
  await openList(page)
  await grantOnly(context, ['can-view-customer'])
  await refreshRights(page)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: /More actions/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
}

async function selectCards(page: Page, server: Server) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await navigate(page, '/customer/list')
  await expectTitle(page, 'Customers')
  const { data } = await callApi(server, await tokenOf(page), 'getcustomers', { page: 1 })
  const { name, phone_number } = data.data[2]
  const check = rowOf(page, phone_number).getByRole('checkbox', { name: `Select ${name}` })
  await check.press('Space')
  await expect(check).toBeChecked()
  await expect(banner(page)).toBeInViewport()
  // Not by the mouse: cards get their height when they come into view, which moves the button after the scroll to it.
  await page.getByRole('button', { name: 'Next' }).press('Enter')
  await expect(page).toHaveURL('/customer/list?page=2')
  await expect(banner(page)).toHaveText('1 customers selected')
  await page.getByRole('link', { name: 'Batch Re-Schedule' }).click()
  await expectTitle(page, 'Batch Re-Schedule')
  await expect(page.getByRole('button', { name: 'Move 1 customer' })).toBeVisible()
  if (before) await page.setViewportSize(before)
}

test('the list of customers', async ({ page, context, server, sample, faults }) => {
  faults.expect(/net::ERR_FAILED/, /favicon\.ico/)
  await page.goto('/customer/list')
  await expect(checks(page).first()).toBeVisible()
  await test.step('shows its texts; the selection can be cleared, and is lost on leaving the list', () =>
    selectRows(page))
  await longStep('opens an ID card in a new tab; shows a message without a card or a network', () =>
    openCards(page, context, server),
  )
  await longStep('exports each list to a file', () => exportLists(page))
  await longStep('on a phone, each card has a checkbox, and the selection bar stays visible', () =>
    selectCards(page, server),
  )
  await test.step('finds customers by name, phone or reference, opens one, and reassigns forty in one batch', () =>
    reassignForty(page, server))
  await test.step('Re-Schedule reassigns one customer, shows both agents, and the list finds it by its reference', () =>
    reassignOne(page, server))
  await test.step('rolls back the whole batch when one customer does not exist, and names it', () =>
    rollBack(page, server, (sample.customers as Customer[])[0]))
  await test.step('shows each action only with its permission', () => limitRights(page, context))
})
