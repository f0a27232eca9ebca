import type { Locator, Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { title } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { formatNaira, koboOf } from '#domain/money/kobo'
import { lagosDay } from '#domain/time/lagos'
import { monthOf, monthsBefore } from '#domain/time/months'

test.use({ as: superadmin })

const maxClicks = 3
/** The dashboard, where each question begins, and the screen that answers it. */
const maxScreens = 2

/** Asks from the dashboard by mouse, and counts what it takes. Choosing an option is one press: held, drawn, let go. */
async function asking(page: Page) {
  await page.goto('/dashboard')
  await expect(title(page)).toHaveText('Dashboard')
  let clicks = 0
  const screens = new Set<string>()
  const seen = () => screens.add(new URL(page.url()).pathname)
  const menu = page.getByRole('navigation', { name: 'Main' })
  seen()
  const act = async (doing: () => Promise<unknown>) => {
    await doing()
    clicks += 1
  }
  return {
    press: (what: Locator) => act(() => what.click()),
    choose: (label: string, option: string, within: Page | Locator = page) =>
      act(() => within.getByLabel(label, { exact: true }).selectOption({ label: option })),
    open: async (section: string, link: string, heading = link) => {
      await act(() => menu.getByRole('button', { name: section }).click())
      await act(() => menu.getByRole('link', { name: link, exact: true }).click())
      await expect(title(page)).toHaveText(heading)
      seen()
    },
    answered: () => {
      seen()
      expect(clicks, 'clicks').toBeLessThanOrEqual(maxClicks)
      expect(screens.size, [...screens].join()).toBeLessThanOrEqual(maxScreens)
    },
  }
}

const totalOf = (page: Page, column: string) =>
  page
    .getByLabel('Totals of all rows')
    .locator('div')
    .filter({ hasText: new RegExp(`^${column}`) })
    .locator('dd')
/** An amount on the wire as the portal shows it. */
const shown = (naira: string) => {
  const kobo = koboOf(naira)
  if (kobo === undefined) throw new Error(`${naira} is no amount.`)
  return formatNaira(kobo)
}

test('who saved nothing for two weeks, in all and of an agent', async ({ page, server, context }) => {
  const token = tokenIn(await context.storageState())
  const ask = await asking(page)
  await ask.open('Savings', 'Not Saving')
  const all = await callApi(server, token, 'getnotsaving', { page: 1, days: 14 })
  await expect(page.getByText(`of ${all.data.total.toLocaleString('en')}`).first()).toBeVisible()
  const { agent, agent_id } = all.data.data[0]
  await ask.choose('Agent', agent)
  const own = await callApi(server, token, 'getnotsaving', { page: 1, days: 14, agent_id })
  await expect(page.getByText(`of ${own.data.total.toLocaleString('en')}`).first()).toBeVisible()
  expect(own.data.total).toBeLessThan(all.data.total)
  ask.answered()
})

test('how much interest this month, and on which loans', async ({ page, server, context }) => {
  const token = tokenIn(await context.storageState())
  // On the first of a month nobody may have repaid yet.
  const { data: lent } = await callApi(server, token, 'loanportfolio', { page: 1 })
  const loan = lent.getActive.data.findLast(({ balance }: { balance: string }) => Number(balance) > 500)
  const repayment = { loan_id: loan.id, amount: '500.00' }
  expect(await callApi(server, token, 'recordrepayment', repayment)).toMatchObject({ status: '200' })
  const ask = await asking(page)
  await ask.open('Loan', 'Interest Paid')
  const { data } = await callApi(server, token, 'loaninterest', { page: 1 })
  await expect(totalOf(page, 'Interest')).toHaveText(shown(data.totals.interest))
  await expect(page.getByRole('grid')).toContainText(data.data[0].reference)
  ask.answered()
})

test('what changed on this customer, by whom, from what to what', async ({ page, server, context }) => {
  const token = tokenIn(await context.storageState())
  const [customer] = (await callApi(server, token, 'getcustomers', { page: 1 })).data.data
  const home_address = '7 Isale Eko Street, Lagos'
  const { first_name, last_name, phone_number, office_address, state, lga } = customer
  const kept = { first_name, last_name, phone_number, office_address: office_address ?? '', state, lga }
  const changed = { ...kept, customer_id: customer.user_id, home_address }
  expect(await callApi(server, token, 'updatecustomer', changed)).toMatchObject({ status: '200' })
  const ask = await asking(page)
  await ask.press(page.getByRole('button', { name: /^Find anything/ }))
  const search = page.getByRole('dialog', { name: 'Find anything' })
  await search.getByRole('combobox').fill(customer.reference)
  await ask.press(search.getByRole('group', { name: 'Customers' }).getByRole('option').first())
  const main = page.getByRole('main')
  const history = main.locator('section', { has: page.getByRole('heading', { name: 'History' }) })
  await expect(history).toContainText(home_address)
  await expect(history).toContainText(customer.home_address)
  ask.answered()
})

test('how many customers and savings by market, with totals that follow the filter', async ({
  page,
  server,
  context,
}) => {
  const token = tokenIn(await context.storageState())
  const ask = await asking(page)
  await ask.open('Savings', 'Savings by Market')
  const choices = await callApi(server, token, 'getfilterchoices', {})
  for (const agent of choices.data.agents.slice(0, 1)) {
    await ask.choose('Agent', agent.name)
    const { data } = await callApi(server, token, 'savingsbymarket', { page: 1, agent_id: agent.id })
    await expect(totalOf(page, 'Customers')).toHaveText(String(data.totals.customers))
    await expect(totalOf(page, 'Savings$|^Savings₦')).toHaveText(shown(data.totals.balance))
  }
  ask.answered()
})

test('withdrawals above an amount by who approved them', async ({ page, server, context }) => {
  const token = tokenIn(await context.storageState())
  const { data: list } = await callApi(server, token, 'getwithdrawlist', { page: 1, status: 'approved' })
  const decider: string = list.data[0].approved_by
  const choices = await callApi(server, token, 'getfilterchoices', {})
  const { id } = choices.data.deciders.find(({ name }: { name: string }) => name === decider)
  const ask = await asking(page)
  await ask.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Withdrawal/ }))
  await ask.press(page.getByRole('button', { name: 'Amount', exact: true }))
  await page.keyboard.type('5000')
  await expect(page).toHaveURL(/amount_from=5000/)
  await ask.choose('Decided By', decider, page.locator('.filter-chip.open'))
  const asked = { page: 1, amount_from: '5000.00', decided_by: id }
  const { data } = await callApi(server, token, 'getwithdrawlist', asked)
  expect(data.total).toBeGreaterThan(0)
  await expect(totalOf(page, 'Amount')).toHaveText(shown(data.totals.amount))
  ask.answered()
})

test('loans that end this week', async ({ page, server, context }) => {
  const token = tokenIn(await context.storageState())
  const ask = await asking(page)
  await ask.open('Loan', 'Ending Loans')
  const { data } = await callApi(server, token, 'loansending', { page: 1 })
  expect(data.total).toBeGreaterThan(0)
  await expect(totalOf(page, 'Balance')).toHaveText(shown(data.totals.balance))
  ask.answered()
})

test('cash that an agent should hand in tonight, before the sheet is typed', async ({
  page,
  server,
  context,
}) => {
  const token = tokenIn(await context.storageState())
  const ask = await asking(page)
  await ask.open('Collecting', 'Cash Tonight')
  const { data } = await callApi(server, token, 'getcashtonight', {})
  const [first] = data
  const row = page.getByRole('row').filter({ hasText: first.name })
  await expect(row.locator('[data-field="tonight"]')).toHaveText(shown(first.tonight))
  ask.answered()
})

test('which customers of a suspended agent have nobody', async ({ page, server, context }) => {
  const token = tokenIn(await context.storageState())
  const [customer] = (await callApi(server, token, 'getcustomers', { page: 1 })).data.data
  await callApi(server, token, 'suspendagent', { agent_id: customer.agent_id })
  const ask = await asking(page)
  await ask.open('Customers', 'No Active Agent')
  const { data } = await callApi(server, token, 'getcustomers', { page: 1, unattended: '1' })
  expect(data.total).toBeGreaterThan(0)
  await expect(page.getByText(`of ${data.total.toLocaleString('en')}`).first()).toBeVisible()
  ask.answered()
  // Other tests start from this agent's customers.
  await callApi(server, token, 'reactivateagent', { agent_id: customer.agent_id })
})

test('what the vault, the tills, the bank and the agents should hold now', async ({
  page,
  server,
  context,
}) => {
  const token = tokenIn(await context.storageState())
  const ask = await asking(page)
  await ask.open('Tills', 'Cash Now')
  const { data } = await callApi(server, token, 'getcashplaces', {})
  const places: { place: string; name: string; holds: string }[] = data
  expect(new Set(places.map(({ place }) => place))).toEqual(new Set(['vault', 'till', 'bank', 'agents']))
  for (const { name, holds } of places) {
    const row = page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
    await expect(row.locator('[data-field="holds"]')).toHaveText(shown(holds))
  }
  ask.answered()
})

test('what was earned this month against the last one', async ({ page, server, context }) => {
  const token = tokenIn(await context.storageState())
  const ask = await asking(page)
  await ask.open('Books', 'Books')
  const { data } = await callApi(server, token, 'getbooks', {})
  const month = monthOf(lagosDay(new Date()))
  expect([data.start_date, data.beside_start]).toEqual([month, monthsBefore(month, 1)[0]])
  const table = page.getByRole('table', { name: 'Income and expense' })
  for (const [title, figure] of [
    ['Income', 'income'],
    ['Expense', 'expense'],
    ['Earned', 'earned'],
  ] as const) {
    const head = page.getByRole('rowheader', { name: title, exact: true })
    const cells = table.locator('.books-sum').filter({ has: head }).getByRole('cell')
    await expect(cells.nth(0)).toHaveText(shown(data.total[figure]))
    await expect(cells.nth(1)).toHaveText(shown(data.beside[figure]))
  }
  ask.answered()
})
