import type { BrowserContext, Page } from '@playwright/test'
import { grantOnly } from '../support/permissions'
import {
  chooseAction,
  expectColumns,
  expectTitle,
  expectToast,
  fact,
  navigate,
  refreshRights,
  rowOf,
  watchCalls,
} from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const name = 'Alaba International'

async function changeMarketDay(page: Page, context: BrowserContext) {
  const { sent } = watchCalls(context)
  await page.goto('/market/day/list')
  await expectColumns(page, ['Created', 'Name', 'Period', 'State', 'lga', 'Status', 'Actions'])
  expect(sent.find(({ path }) => path === 'getmarket')?.body).toEqual({ page: 1, per_page: 100 })

  await page.getByRole('link', { name: 'Create Market Day' }).click()
  await expectTitle(page, 'Create Market Day')
  const create = page.getByRole('button', { name: 'Create Market Day' })
  await create.click()
  await expect(field(page, 'Market Name')).toBeFocused()
  await expect(field(page, 'Market Name')).toHaveAccessibleDescription('Market Name is required.')
  await expect(field(page, 'Market Day Period')).toHaveAccessibleDescription(
    'Market Day Period must be one of 1 to 7.',
  )
  await expect(field(page, 'Status')).toHaveAccessibleDescription('Status must be active or inactive.')
  await field(page, 'Market Name').fill(name)
  await expect(field(page, 'LGA')).toBeDisabled()
  await field(page, 'State').selectOption('Lagos')
  await field(page, 'LGA').selectOption('Ojo')
  await field(page, 'State').selectOption('Kano')
  await expect(field(page, 'LGA')).toHaveValue('')
  await field(page, 'State').selectOption('Lagos')
  await field(page, 'LGA').selectOption('Ojo')
  await expect(field(page, 'Market Day Period').getByRole('option')).toHaveText([
    'Select',
    '1 Monday',
    '2 Tuesday',
    '3 Wednesday',
    '4 Thursday',
    '5 Friday',
    '6 Saturday',
    '7 Sunday',
  ])
  await field(page, 'Market Day Period').selectOption('1')
  await field(page, 'Status').selectOption('active')
  await create.click()
  await expectToast(page, sentences.marketDayCreated)
  expect(sent.find(({ path }) => path === 'createmarket')?.body).toEqual({
    name,
    state: 'Lagos',
    lga: 'Ojo',
    period: 1,
    status: 'active',
  })
  await expectTitle(page, 'Market Days')
  for (const text of ['1 Monday', 'Ojo', 'active']) await expect(rowOf(page, name)).toContainText(text)

  await chooseAction(page, name, 'Update')
  await expectTitle(page, 'Update Market Day')
  for (const label of ['Market Name', 'State', 'LGA'])
    await expect(field(page, label)).toHaveAttribute('readonly')
  await field(page, 'Market Day Period').selectOption('7 Sunday')
  await field(page, 'Status').selectOption('inactive')
  await page.getByRole('button', { name: 'Update Market Day' }).click()
  await expectToast(page, sentences.marketDayUpdated)
  for (const text of ['7 Sunday', 'inactive']) await expect(rowOf(page, name)).toContainText(text)

  await chooseAction(page, name, 'Delete')
  await expectTitle(page, 'Delete Market Day')
  await expect(fact(page, 'Market Name')).toHaveText(name)
  await expect(fact(page, 'Period')).toHaveText('7 Sunday')
  await context.route('**/api/admin/deletemarket', (route) =>
    route.fulfill({ json: { status: '300', message: 'Not now.' } }),
  )
  const press = page.getByRole('button', { name: 'Delete Market Day' })
  await press.click()
  await expectToast(page, 'Not now.')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expectTitle(page, 'Delete Market Day')
  await context.unroute('**/api/admin/deletemarket')
  await press.click()
  await expectToast(page, sentences.marketDayDeleted)
  await expectTitle(page, 'Market Days')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(0)
}

async function limitRights(page: Page, context: BrowserContext, market_id: unknown) {
  await grantOnly(context, ['can-view-all', 'can-edit-market-day'])
  await refreshRights(page)
  await navigate(page, '/market/day/update', { market_id })
  await expectTitle(page, 'Update Market Day')
  await expect(field(page, 'Status')).toHaveAttribute('readonly')
  await expect(field(page, 'Market Day Period')).toBeEnabled()
  await context.route('**/api/admin/getmarket', (route) =>
    route.fulfill({
      json: { status: '200', message: 'Success', data: { total: 0, page: 1, per_page: 100, data: [] } },
    }),
  )
  await page.clock.setFixedTime(Date.now() + 120_000)
  await navigate(page, '/market/day/list')
  await expect(page.getByText('No market day found')).toBeVisible()
}

test('market days', { tag: '@long' }, async ({ page, context, sample }) => {
  await test.step('creates, changes and deletes a market day', () => changeMarketDay(page, context))
  await test.step('the status is read-only without its permission; an empty list shows a message', () =>
    limitRights(page, context, sample.market_id))
})
