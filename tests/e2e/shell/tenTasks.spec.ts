import type { Locator, Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import { chooseOption, expectTitle, expectToast, title } from '../support/portal'
import { dueToday } from '../support/routeTable'
import { permissionsAreSaved } from '../support/storage'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin, viewport: { width: 1280, height: 800 } })

/** The most clicks and keys that each task may take from the dashboard on; a letter that is typed is a key. */
const limits = {
  'half a phone number': { clicks: 2, keys: 6 },
  'a first approval': { clicks: 2, keys: 3 },
  'a sheet of 20 lines': { keys: 54 - 2 * 15 },
  'a remittance': { clicks: 6, keys: 20 },
  'a withdrawal': { clicks: 4, keys: 25 },
  'a printed statement': { clicks: 3, keys: 15 },
  'a permission of a role': { clicks: 4, keys: 12 },
  'last month exported': { clicks: 3, keys: 12 },
  'late with an agent': { clicks: 2, keys: 8 },
  'five customers to another agent': { clicks: 6, keys: 30 },
} as const satisfies Record<string, { clicks?: number; keys: number }>
type Task = keyof typeof limits

/** Counts what a hand does. Text beside clicks is not counted. */
class Hand {
  readonly page: Page
  #clicks = 0
  #keys = 0
  constructor(page: Page) {
    this.page = page
  }

  async begin() {
    await this.page.goto('/dashboard')
    await expect(title(this.page)).toBeFocused()
    await permissionsAreSaved(this.page)
    this.#clicks = 0
    this.#keys = 0
  }

  async click(what: Locator, how: Parameters<Locator['click']>[0] = {}) {
    this.#clicks++
    await what.click(how)
  }

  async keys(...keys: string[]) {
    for (const key of keys) {
      this.#keys++
      await this.page.keyboard.press(key)
    }
  }

  async type(text: string) {
    this.#keys += text.length
    await this.page.keyboard.type(text)
  }

  /** Enter on a confirmation that was read: one that comes at once was meant for the form. */
  async confirms() {
    await expect(confirm(this.page)).toBeFocused()
    await this.page.waitForTimeout(300)
    await this.keys('Enter')
  }

  expectWithin(task: Task, by: 'clicks' | 'keys') {
    const count = by === 'clicks' ? this.#clicks : this.#keys
    test.info().annotations.push({ type: `${task}, ${by}`, description: String(count) })
    expect(by === 'keys' ? this.#clicks : this.#keys, `${task}: nothing else than ${by}`).toBe(0)
    expect(count, `${task}, ${by}`).toBeLessThanOrEqual(
      { clicks: Number.POSITIVE_INFINITY, ...limits[task] }[by],
    )
  }
}

const found = (page: Page) => page.getByRole('option', { selected: true })
const search = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const openSearch = (page: Page) => page.getByRole('button', { name: /^Find anything/ })
const submit = (page: Page) => page.getByRole('main').locator('button[type=submit]')
const confirm = (page: Page) => page.getByRole('dialog').locator('button').last()
const menuLink = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

/** The agent whose phone number's last four digits find nobody else. */
async function agentByDigits(server: Parameters<typeof callApi>[0], token: string) {
  const { data } = await callApi(server, token, 'getagents', { page: 1, status: 'ACTIVE' })
  for (const agent of data.data) {
    const digits: string = agent.phone_number.slice(-4)
    const hits = await callApi(server, token, 'searcheverything', { search: digits })
    const [first] = hits.data
    if (first?.kind === 'agents') return { agent, digits }
  }
  throw new Error('No agent is found alone')
}

/** The phone number of a customer whose main wallet has enough. */
async function phoneWithMoney(server: Parameters<typeof callApi>[0], token: string): Promise<string> {
  const { data } = await callApi(server, token, 'getcustomers', { page: 1, status: '1' })
  for (const { user_id, phone_number } of data.data) {
    const { data: about } = await callApi(server, token, 'getcustomerpage', { customer_id: user_id })
    if (Number(about.main_wallet.balance) >= 10_000) return phone_number
  }
  throw new Error('No customer has enough')
}

test('half a phone number', async ({ page, server }) => {
  const hand = new Hand(page)
  await hand.begin()
  const { data } = await callApi(server, await tokenOf(page), 'getcustomers', { page: 1 })
  const [{ phone_number: phone, name }] = data.data as [{ phone_number: string; name: string }]
  await hand.click(openSearch(page))
  await search(page).fill(phone.slice(-6))
  await hand.click(page.getByRole('option').filter({ hasText: name }).first())
  await expectTitle(page, 'Customer Details')
  hand.expectWithin('half a phone number', 'clicks')

  await hand.begin()
  await hand.keys('Control+k')
  await hand.type(phone.slice(-4))
  await hand.keys('Enter')
  await expectTitle(page, 'Customer Details')
  hand.expectWithin('half a phone number', 'keys')
})

test('a first approval', async ({ page }) => {
  const hand = new Hand(page)
  const panel = page.getByRole('complementary', { name: 'Your decision' })
  for (const by of ['clicks', 'keys'] as const) {
    await hand.begin()
    const link = menuLink(page, /^Decisions/)
    await (by === 'clicks' ? link.click() : link.press('Enter'))
    await expect(panel.getByRole('radio')).toHaveCount(2)
    // From the desk on, where the work is.
    if (by === 'clicks') {
      await hand.click(panel.getByRole('radio', { name: 'Accept' }))
      await hand.click(panel.getByRole('button', { name: /^Accept ₦/ }))
    } else await hand.keys('a', 'Control+Enter')
    await expect(panel.getByRole('status')).toContainText('Accepted, ')
    hand.expectWithin('a first approval', by)
  }
})

/** Of the demo's agents none has 20 open lines that follow each other: each line takes as many keys. */
const inARow = 5

test('a sheet of 20 lines', async ({ page, server }) => {
  const hand = new Hand(page)
  await hand.begin()
  const { agent, lines, start } = await dueToday(server, await tokenOf(page), inARow)
  await hand.keys('g', 's')
  await expectTitle(page, 'Collection Sheet')
  await chooseOption(page.getByRole('combobox', { name: 'Agent' }), agent.name, new RegExp(`^${agent.name}`))
  const amounts = page.getByRole('textbox', { name: /^Amount of / })
  await expect(amounts).toHaveCount(lines.length)
  await amounts.nth(start).focus()
  for (let line = 0; line < inARow; line++) await hand.keys('=', 'Enter')
  await hand.keys('Control+s')
  await hand.confirms()
  await expect(page.getByRole('heading', { name: /^Receipt CS-/ })).toBeFocused()
  hand.expectWithin('a sheet of 20 lines', 'keys')
})

test('a remittance', async ({ page, server }) => {
  const hand = new Hand(page)
  await hand.begin()
  const { agent, digits } = await agentByDigits(server, await tokenOf(page))
  const dialog = page.getByRole('dialog')
  await hand.click(openSearch(page))
  await search(page).fill(digits)
  await hand.click(page.getByRole('option', { name: /^Remittance, / }))
  await expectTitle(page, 'Record Remittance')
  await page.getByLabel('Counted', { exact: true }).fill('900')
  await hand.click(submit(page))
  await dialog.getByLabel('Counted, a second time').fill('900')
  await hand.click(confirm(page))
  await expect(page.getByRole('heading', { name: /^Receipt RM-/ })).toBeFocused()
  hand.expectWithin('a remittance', 'clicks')

  await hand.begin()
  await hand.keys('Control+k')
  await hand.type(digits)
  await expect(found(page)).toContainText(agent.name)
  await hand.keys('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
  await expectTitle(page, 'Record Remittance')
  await expect(page.getByLabel('Agent', { exact: true })).toHaveValue(/\d{11}$/)
  await hand.keys('/')
  await hand.type('1200')
  await hand.keys('Control+Enter')
  await expect(dialog.getByLabel('Counted, a second time')).toBeFocused()
  await hand.type('1200')
  await hand.keys('Enter')
  await expect(page.getByRole('heading', { name: /^Receipt RM-/ })).toBeFocused()
  hand.expectWithin('a remittance', 'keys')
})

test('a withdrawal', async ({ page, server }) => {
  const hand = new Hand(page)
  await hand.begin()
  const phone = await phoneWithMoney(server, await tokenOf(page))
  await hand.click(openSearch(page))
  await search(page).fill(`${phone} w 700`)
  await hand.click(page.getByRole('option').first())
  await expectTitle(page, 'Create Withdrawal')
  await page.getByLabel('Description').fill('School')
  await hand.click(submit(page))
  await hand.click(confirm(page))
  await expectToast(page, /The amount is held until it is decided/)
  hand.expectWithin('a withdrawal', 'clicks')

  await hand.begin()
  await hand.keys('Control+k')
  await hand.type(`${phone.slice(-6)} w 800`)
  await expect(found(page)).toContainText('Withdraw ₦800.00')
  await hand.keys('Enter')
  await expectTitle(page, 'Create Withdrawal')
  await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('800.00')
  await hand.keys('/')
  await expect(page.getByLabel('Description')).toBeFocused()
  await hand.type('Rent')
  await hand.keys('Control+Enter')
  await hand.confirms()
  await expectToast(page, /The amount is held until it is decided/)
  hand.expectWithin('a withdrawal', 'keys')
})

test('a printed statement', async ({ page, server }) => {
  const hand = new Hand(page)
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const printed = () => expect(page.locator('html[data-printed]')).toHaveCount(1)
  await hand.begin()
  const { data } = await callApi(server, await tokenOf(page), 'getcustomers', { page: 1 })
  const [{ phone_number: phone, name }] = data.data as [{ phone_number: string; name: string }]
  await hand.click(openSearch(page))
  await search(page).fill(phone)
  await hand.click(page.getByRole('option', { name: /^Statement, / }))
  await expectTitle(page, 'Customer Statement')
  await hand.click(page.getByRole('button', { name: 'Print' }))
  await printed()
  hand.expectWithin('a printed statement', 'clicks')

  await hand.begin()
  await hand.keys('Control+k')
  await hand.type(phone.slice(-6))
  await expect(found(page)).toContainText(name)
  await hand.keys('ArrowRight', 'Enter')
  await expectTitle(page, 'Customer Statement')
  await hand.keys('Tab', 'Tab')
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused()
  await hand.keys('Enter')
  await printed()
  hand.expectWithin('a printed statement', 'keys')
})

test('a permission of a role', async ({ page, server }) => {
  const hand = new Hand(page)
  await hand.begin()
  const token = await tokenOf(page)
  const { data } = await callApi(server, token, 'getroles', {})
  const [role] = data
  const before: number[] = role.permissions.map(({ id }: { id: number }) => id)
  // A right only to view, which does not wait for another admin.
  const box = page.getByRole('checkbox', { name: /can-view-guarantor/ })
  try {
    await hand.keys('g', 'q')
    await expectTitle(page, 'List of Roles')
    await expect(page.getByRole('row').filter({ hasText: role.name })).toBeVisible()
    await hand.keys('ArrowDown', 'm')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await hand.keys('ArrowDown', 'Enter')
    await expectTitle(page, `Update Role: ${role.name}`)
    const was = await box.isChecked()
    await hand.keys('/')
    await hand.type('gu')
    await hand.keys('Enter')
    await expect(box).toBeFocused()
    await hand.keys(' ', 'Control+Enter')
    await expectToast(page, sentences.roleUpdated)
    hand.expectWithin('a permission of a role', 'keys')

    await hand.begin()
    await hand.click(openSearch(page))
    await search(page).fill(role.name)
    await hand.click(page.getByRole('option', { name: `Update Role: ${role.name}` }))
    await expectTitle(page, `Update Role: ${role.name}`)
    await expect(box).toBeChecked({ checked: !was })
    await hand.click(box)
    await hand.click(submit(page))
    await expectToast(page, sentences.roleUpdated)
    hand.expectWithin('a permission of a role', 'clicks')
  } finally {
    await callApi(server, token, 'editrole', { role_id: role.id, permission: before })
  }
})

test('last month exported', async ({ page }) => {
  const hand = new Hand(page)
  await hand.begin()
  await hand.keys('g', 'h')
  await expectTitle(page, 'Savings History')
  await hand.keys('/', 'Tab', 'Enter', 'Tab', 'Tab', 'Tab', 'Tab')
  await expect(page.getByRole('button', { name: 'Last month' })).toBeFocused()
  await hand.keys('Enter')
  await expect(page).toHaveURL(/start_date=/)
  const byKey = page.waitForEvent('download')
  await hand.keys('e')
  expect((await byKey).suggestedFilename()).toMatch(/\.csv$/)
  hand.expectWithin('last month exported', 'keys')

  await hand.begin()
  await hand.click(openSearch(page))
  await search(page).fill('savings history last month')
  await hand.click(page.getByRole('option', { name: 'Savings History, last month' }))
  await expectTitle(page, 'Savings History')
  await expect(page).toHaveURL(/start_date=/)
  const byClick = page.waitForEvent('download')
  await hand.click(page.getByRole('button', { name: 'Export CSV' }))
  expect((await byClick).suggestedFilename()).toMatch(/\.csv$/)
  hand.expectWithin('last month exported', 'clicks')
})

test('late with an agent', async ({ page, server }) => {
  const hand = new Hand(page)
  await hand.begin()
  const { agent, digits } = await agentByDigits(server, await tokenOf(page))
  await hand.click(openSearch(page))
  await search(page).fill(digits)
  await hand.click(page.getByRole('option', { name: /^Late Loans, / }))
  await expect(page).toHaveURL(new RegExp(`agent_id=${agent.id}$`))
  await expectTitle(page, 'Arrears')
  hand.expectWithin('late with an agent', 'clicks')

  await hand.begin()
  await hand.keys('Control+k')
  await hand.type(digits)
  await expect(found(page)).toContainText(agent.name)
  await hand.keys('ArrowRight', 'ArrowRight', 'Enter')
  await expectTitle(page, 'Arrears')
  hand.expectWithin('late with an agent', 'keys')
})

test('five customers to another agent', async ({ page, server }) => {
  const hand = new Hand(page)
  await hand.begin()
  const { data } = await callApi(server, await tokenOf(page), 'getagents', { page: 1, status: 'ACTIVE' })
  const name: string = data.data[0].name
  await hand.keys('g', 'c')
  await expectTitle(page, 'Customers')
  await expect(page.locator('[role=row][data-id]').first()).toBeVisible()
  await hand.keys('ArrowDown', ' ')
  for (let more = 0; more < 4; more++) await hand.keys('ArrowDown', ' ')
  await expect(page.getByText('5 customers selected')).toBeVisible()
  await hand.keys('Tab', 'Tab', 'Tab')
  await expect(page.getByRole('link', { name: 'Batch Re-Schedule' })).toBeFocused()
  await hand.keys('Enter')
  await expectTitle(page, 'Batch Re-Schedule')
  await expect(submit(page)).toBeVisible()
  await hand.keys('/')
  await hand.type(name.slice(0, 4))
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(name)
  await hand.keys('Enter', 'Control+Enter')
  await expectTitle(page, 'Rescheduled Customer')
  hand.expectWithin('five customers to another agent', 'keys')

  await hand.begin()
  await hand.click(page.getByText('Total Customers').locator('..').getByRole('link'))
  await expectTitle(page, 'Customers')
  const boxes = page.locator('[role=row][data-id]').getByRole('checkbox')
  await hand.click(boxes.first())
  await hand.click(boxes.nth(4), { modifiers: ['Shift'] })
  await expect(page.getByText('5 customers selected')).toBeVisible()
  await hand.click(page.getByRole('link', { name: 'Batch Re-Schedule' }))
  await expectTitle(page, 'Batch Re-Schedule')
  await page.getByRole('combobox').fill(name)
  await hand.click(page.getByRole('option', { name }).first())
  await hand.click(submit(page))
  await expectTitle(page, 'Rescheduled Customer')
  hand.expectWithin('five customers to another agent', 'clicks')
})
