import type { Page } from '@playwright/test'
import { addDays, lagosDay } from '#domain/time/lagos'
import { statedReasons } from '#ui/text/statedReasons'
import { callApi, tokenOf } from '../support/api'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

/** What is no figure, by a selector of what contains the amount, with the reason. */
const noFigures: Readonly<Record<string, string>> = {
  h1: 'the name of the record',
  '[role=img]': 'the axis of a chart, which has its figures as a table',
}

/** Links whose page has the rows of the figure, but no line with its sum, with the reason. */
const withoutTotal: Readonly<Record<string, string>> = {
  'Savings collected today': 'the day’s close has savings by product',
  'Loans collected today': 'the day’s close has loans by product',
  'Change since a month ago': 'the history has what came in and went out, and interest',
  'Collected by': 'movements of an agent’s cash have no total: the last balance is what is held',
}

/** Amounts of a page that open nothing and do not say why, once each; reasons that there are not. */
const unexplained = (page: Page) =>
  page.getByRole('main').evaluate(
    (main, [selectors, reasons]) => {
      const found = new Set<string>()
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const { parentElement: parent, textContent } = walker.currentNode
        // Nothing has no rows.
        if (!parent || !/₦(?!0(\.00)?\b)/.test(textContent ?? '')) continue
        if (parent.closest('a[href], [aria-hidden=true], .visually-hidden, label')) continue
        if (selectors.some((selector) => parent.closest(selector))) continue
        const reason = parent.closest<HTMLElement>('[data-stated]')?.dataset.stated
        if (reason !== undefined && reasons.includes(reason)) continue
        found.add(`${parent.closest('section')?.querySelector('h2')?.textContent ?? ''}: ${textContent}`)
      }
      return [...found]
    },
    [Object.keys(noFigures), Object.keys(statedReasons)] as const,
  )

/** At most so many links of a page are followed: tests/server/figures follows all of them to their rows. */
const mostFollowed = 14

/** Opens figures of the page, of each kind one, and finds each where it leads: as the total, a balance, or a row. */
async function followFigures(page: Page, open: () => Promise<unknown>) {
  const links = page.getByRole('main').locator('a.figure-link', { hasText: /₦(?!0(\.00)?$)/ })
  const names = await links.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  // Columns that have no room are not shown.
  const shown = await links.evaluateAll((all) => all.map((one) => one.checkVisibility()))
  const kindOf = (name: string) => name.replaceAll(/,.*|[\d.:₦−+]+|by .*/g, '')
  const kinds = new Map(names.flatMap((name, at) => (shown[at] ? [[kindOf(name), at] as const] : [])))
  const all = [...kinds.values()].filter(
    (at) => !Object.keys(withoutTotal).some((start) => names[at]?.startsWith(start)),
  )
  const step = Math.ceil(all.length / mostFollowed)
  const missing: string[] = []
  for (const at of all.filter((_one, index) => index % step === 0)) {
    const link = links.nth(at)
    const amount = (await link.innerText()).replace(/^[−+]/, '')
    const from = page.url()
    await link.click()
    await expect(page).not.toHaveURL(from)
    await expect(page.getByRole('main'))
      .toContainText(amount, { timeout: 10_000 })
      .catch(() => missing.push(`${names[at]} is not on ${page.url()}`))
    await open()
    await expect(links).toHaveCount(names.length)
  }
  return { missing, links: names.length }
}

type Opened = { name: string; open: (page: Page) => Promise<unknown>; least: number }

const pages: readonly Opened[] = [
  {
    name: 'the dashboard',
    least: 20,
    open: async (page) => {
      await page.goto('/dashboard')
      await expect(page.getByRole('table', { name: 'Agents by what they collected this week' })).toBeVisible()
      await expect(page.getByText(/sheets? not in yet|All sheets are in/)).toBeVisible()
      await page.getByRole('button', { name: 'Show Balances' }).click()
    },
  },
  {
    name: 'the day’s close of today',
    least: 20,
    open: (page) => openClose(page, '/day/close'),
  },
  {
    name: 'the books with the trial balance',
    least: 20,
    open: (page) => openBooks(page, '/books', 'Trial balance'),
  },
  {
    name: 'the books with the balance sheet',
    least: 20,
    open: (page) => openBooks(page, '/books?show=sheet', 'Balance sheet'),
  },
]

async function openClose(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('button', { name: 'All figures' }).click()
  await expect(page.getByRole('table', { name: 'All figures' })).toBeVisible()
}

async function openBooks(page: Page, path: string, table: string) {
  await page.goto(path)
  await expect(page.getByRole('table', { name: table })).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Earned by month' })).toBeVisible()
}

for (const { name, open, least } of pages)
  test(`each amount of ${name} opens its rows, which add up to it, or says why not`, async ({ page }) => {
    test.setTimeout(300_000)
    await open(page)
    expect(await unexplained(page)).toEqual([])
    const { missing, links } = await followFigures(page, () => open(page))
    expect(links).toBeGreaterThan(least)
    expect(missing).toEqual([])
  })

test('each amount of a closed day opens the rows that its closing saw, or says why not', async ({ page }) => {
  test.setTimeout(300_000)
  const open = () => openClose(page, `/day/close?day=${addDays(lagosDay(new Date()), -2)}`)
  await open()
  await expect(page.getByText('What is recorded for it now needs an approval.')).toBeVisible()
  expect(await unexplained(page)).toEqual([])
  const { missing, links } = await followFigures(page, open)
  expect(links).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

type Row = Record<'user_id' | 'id', number> & { loan_status: string }

/** Opens a record anew: an address that differs in its fragment alone is no new page. */
const openRecord = async (page: Page, address: string, heading: string | RegExp) => {
  await page.goto('about:blank')
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 2, name: heading }).first()).toBeVisible()
}

test('each amount of customers’ pages opens its rows, or says why not: late, owing, saving, with requests, new', async ({
  page,
  server,
}) => {
  test.setTimeout(600_000)
  await page.goto('/customer/list')
  const token = await tokenOf(page)
  const found = async (path: string, body: object): Promise<Row[]> =>
    (await callApi(server, token, path, { page: 1, ...body })).data.data
  const rows = [
    ...(await found('getcustomers', { late: '1' })).slice(0, 3),
    ...(await found('getcustomers', { owing: '1' })).slice(0, 2),
    ...(await found('getwithdrawlist', { status: 'pending' })).slice(0, 2),
    ...(await found('getcustomers', {})).slice(0, 2),
  ]
  const addresses = [...new Set(rows.map(({ user_id }) => `/customer/view/details#user_id=${user_id}`))]
  for (const [at, address] of addresses.entries()) {
    const open = () => openRecord(page, address, 'Main Wallet')
    await open()
    await expect(page.getByRole('heading', { name: 'Savings Wallets' })).toBeVisible()
    expect(await unexplained(page)).toEqual([])
    if (at < 2) expect((await followFigures(page, open)).missing).toEqual([])
  }
})

test('each amount of loans’ pages opens its rows, or says why not: active, late, paid, written off', async ({
  page,
  server,
}) => {
  test.setTimeout(600_000)
  await page.goto('/loan/portfolio')
  const token = await tokenOf(page)
  const ofPage = async (path: string, body: object = {}): Promise<Row[]> => {
    const { data } = await callApi(server, token, path, { page: 1, ...body })
    return data.getActive?.data ?? data.data
  }
  const changes: { loan_id: number }[] = (await callApi(server, token, 'getloanchanges', { page: 1 })).data
    .data
  const ids = [
    ...(await ofPage('loanportfolio')).slice(0, 2).map(({ id }) => id),
    ...(await ofPage('getoverdueloan')).slice(0, 2).map(({ id }) => id),
    ...(await ofPage('paidloan')).slice(0, 1).map(({ id }) => id),
    ...changes.slice(0, 4).map(({ loan_id }) => loan_id),
  ]
  for (const [at, id] of [...new Set(ids)].entries()) {
    const open = () => openRecord(page, `/loan/details#loan_id=${id}`, 'Schedule')
    await open()
    expect(await unexplained(page)).toEqual([])
    if (at % 3 === 0) expect((await followFigures(page, open)).missing).toEqual([])
  }
})
