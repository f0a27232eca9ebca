import type { Page } from '@playwright/test'
import type { Named, NamedRead } from '#contract/call'
import { allCalls } from '#contract/index'
import type { Route } from '#routing/route'
import { type RouteName, routes } from '#routing/routes'
import { addDays, lagosDay } from '#domain/time/lagos'
import { callApi, tokenOf } from '../support/api'
import { headingOf } from '../support/routeTable'
import { expectTitle, navigate, unsigned } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const rowCount = 37
/** The screens of such lists; a call that has one comes here, or the count below is wrong. */
const screens: RouteName[] = [
  'roles',
  'permissions',
  'requests',
  'savingTypes',
  'loanTypes',
  'agentTargets',
  'agentPayTerms',
  'agentDevices',
  'agentDownline',
  'arrearsTerms',
  'fees',
  'imports',
  'customerSavingHistory',
  'customerLoanHistory',
  'cashTonight',
  'cashPlaces',
  'tills',
  'businessSettings',
  'bookAccounts',
  'expenseCategories',
  'dayMovements',
  'dueInstalments',
]
const isWhole = (call: Named): call is NamedRead => call.kind === 'read' && call.whole !== undefined
const whole = screens.flatMap((name) => {
  const route: Route = routes[name]
  const call = route.calls.find(isWhole)
  return call ? [{ name, route, call }] : []
})
/** The column that tells the rows apart: the first text. */
const textIn = ({ whole: list }: NamedRead) =>
  list?.columns.find(({ kind }) => kind === 'text' || kind === 'email')?.field as string

/** The reply with 37 rows like its first one, of which each has a number in a text that is shown. */
function grown(reply: Record<string, unknown>, field: string): Record<string, unknown> {
  const key = Array.isArray(reply.agent) ? 'agent' : 'data'
  const [first] = reply[key] as Record<string, unknown>[]
  // Columns that a screen makes of others.
  const named = (text: string) => ({ first_name: text, last_name: '', [field]: text })
  const rows = Array.from({ length: rowCount }, (_, at) => ({
    ...first,
    ...(first && 'id' in first && { id: at + 1 }),
    ...named(`Alike ${at + 1}`),
  }))
  return { ...reply, [key]: rows }
}
const rowsOf = (page: Page) => page.locator('[role=row][data-id], .row-card')
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages' })
const sizes = (page: Page) => pager(page).getByLabel('Rows per page')

test('lists that come whole have pages; filter, order and count are of all rows', async ({
  page,
  server,
  sample,
}) => {
  expect(whole.map(({ call }) => call.name).toSorted()).toEqual(
    allCalls
      .filter(isWhole)
      .map(({ name }) => name)
      .toSorted(),
  )
  await page.goto('/dashboard')
  await expectTitle(page, 'Dashboard')
  const late = await callApi(server, await tokenOf(page), 'getcustomers', { page: 1, late: '1' })
  const yesterday = addDays(lagosDay(new Date()), -1)
  for (const { name, route, call } of whole)
    await test.step(`${route.path}: ${call.name}`, async () => {
      const field = textIn(call)
      await page.route(`**/api/admin/${call.path}`, async (request) => {
        const response = await request.fetch()
        // The page may have been left meanwhile.
        await request
          .fulfill({ ...unsigned(response), json: grown(await response.json(), field) })
          .catch(() => undefined)
      })
      await page.clock.setFixedTime(Date.now() + 60_000)
      await navigate(page, name === 'dayMovements' ? `${route.path}?day=${yesterday}` : route.path, {
        ...sample,
        ...(name === 'dueInstalments' && { user_id: late.data.data[0].user_id, loan_id: undefined }),
        ...(name === 'customerLoanHistory' && (sample.repaid_loan as object)),
      })
      await expect(page.getByRole('heading', { level: 1 })).toContainText(headingOf(name))
      const isFixed = name === 'loanTypes'
      await expect(rowsOf(page)).toHaveCount(10)
      await expect(pager(page)).toContainText('1 to 10 of 37')
      await expect(sizes(page).locator('option')).toHaveText(
        isFixed ? ['10'] : ['10', '15', '20', '25', '30'],
      )

      const filter = page.getByLabel('Filter this list')
      await filter.fill('alike 3')
      await expect(pager(page)).toContainText('1 to 9 of 9')
      await filter.fill('alike 37')
      await expect(rowsOf(page)).toHaveCount(1)
      await filter.fill('')
      await pager(page).getByRole('button', { name: 'Next' }).click()
      await expect(pager(page)).toContainText('11 to 20 of 37')

      if (!isFixed) {
        await sizes(page).selectOption('15')
        await expect(rowsOf(page)).toHaveCount(15)
        await page.reload()
        await expect(sizes(page)).toHaveValue('15')
        await expect(rowsOf(page)).toHaveCount(15)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
})

test('a list that the server pages has 100 rows as the only choice, shown as such', async ({ page }) => {
  await page.goto('/customer/list')
  await expectTitle(page, 'Customers')
  await expect(sizes(page)).toHaveValue('100')
  await expect(sizes(page).locator('option')).toHaveText(['100'])
})

test('a whole list is sorted before its page is taken', async ({ page }) => {
  await page.goto('/permissions/list')
  await expectTitle(page, 'List of Permissions')
  await expect(rowsOf(page)).toHaveCount(10)
  const names = async () => rowsOf(page).locator('[role=gridcell][data-field="name"]').allInnerTexts()
  const heading = page.getByRole('columnheader', { name: /^Name/ })
  await heading.click()
  await expect.poll(async () => (await names())[0]).toMatch(/^can-a/)
  await heading.click()
  await expect.poll(async () => (await names())[0]).toMatch(/^can-[w-z]/)
})
