import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { grantOnly } from '../support/permissions'
import {
  blockServer,
  chooseAction,
  expectTitle,
  expectToast,
  fact,
  navigate,
  pingServer,
  reconnect,
  refreshRights,
  rowOf,
  watchCalls,
} from '../support/portal'
import { mainAdmin, superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const saving = 'Esusu Circle'
const loan = 'Keke Loan 1'
/** Another admin approves the newest change of terms. */
type Approve = () => Promise<void>
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
const periods = (page: Page) => page.getByRole('group', { name: 'Installment periods' })

async function createSavingType(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
  await page.goto('/savings/type')
  await page.getByRole('link', { name: 'Create Savings Type' }).click()
  await expectTitle(page, 'Create Savings Type')
  await press(page, 'Create Savings Type').click()
  await expect(field(page, 'Name')).toBeFocused()
  for (const [label, text] of [
    ['Name', sentences.savingTypeEmpty],
    ['Category', 'Please select a category.'],
    ['Interest a Year', 'A rate is a percentage with at most two decimals, such as 12.5.'],
    ['Charge a Month', sentences.validAmount],
  ] as const)
    await expect(field(page, label)).toHaveAccessibleDescription(text)
  await field(page, 'Name').fill(saving)
  await field(page, 'Category').selectOption('market')
  await field(page, 'Interest a Year').fill('4.5')
  await field(page, 'Charge a Month').fill('1,200')
  await press(page, 'Create Savings Type').click()
  await expectToast(page, `Saving type created: ${saving}.`)
  expect(sent.find(({ path }) => path === 'createsavingtype')?.body).toEqual({
    name: saving,
    category: 'market',
    interest: 4.5,
    charge: '1200.00',
  })
  stop()
  await expectTitle(page, 'Savings Type')
  for (const text of ['market', '4.5%', '₦1,200.00', 'active'])
    await expect(rowOf(page, saving)).toContainText(text)
  // On a phone no charge stands without its name.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  const card = page.getByRole('listitem').filter({ hasText: saving })
  await expect(card).toContainText('Interest a Year 4.5%')
  await expect(card).not.toContainText('₦')
  if (size) await page.setViewportSize(size)

  await navigate(page, '/savings/type/create')
  await field(page, 'Name').fill(saving.toUpperCase())
  await field(page, 'Category').selectOption('daily')
  await field(page, 'Interest a Year').fill('0')
  await field(page, 'Charge a Month').fill('0')
  await press(page, 'Create Savings Type').click()
  await expectToast(page, 'A saving type with this name, or one that looks like it, already exists.')
  await page.getByRole('link', { name: 'Back to savings types' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
}

async function changeSavingType(page: Page, approve: Approve) {
  await chooseAction(page, saving, 'Terms')
  await expectTitle(page, 'Savings Type Terms')
  await expect(fact(page, 'Open savings')).toHaveText('None')
  await expect(field(page, 'Interest a Year')).toHaveValue('4.5')
  await expect(field(page, 'Charge a Month')).toHaveValue('1200.00')
  await field(page, 'Interest a Year').fill('0')
  await press(page, 'Request Terms').click()
  await expect(field(page, 'Reason')).toHaveAccessibleDescription(sentences.reasonRequired)
  await field(page, 'Reason').fill('The saving wallet does not cover it')
  await press(page, 'Request Terms').click()
  await expectToast(page, 'It awaits its approval. Interest a Year from 4.5% to 0%.')
  await approve()
  await page.goto('/savings/type')
  await expect(rowOf(page, saving)).toContainText('0%')

  await chooseAction(page, saving, 'Switch Off')
  await expectTitle(page, 'Switch Off Savings Type')
  await expect(fact(page, 'Charge a Month')).toHaveText('₦1,200.00')
  await expect(page.getByText('No new savings can be opened under it.')).toBeVisible()
  await press(page, 'Switch Off Savings Type').click()
  await expectToast(page, `${saving} is switched off. It has no open saving.`)
  await expect(rowOf(page, saving)).toContainText('inactive')
  await chooseAction(page, saving, 'Switch On')
  await expectTitle(page, 'Switch On Savings Type')
  await press(page, 'Switch On Savings Type').click()
  await expectToast(page, `${saving} is switched on. New savings can be opened under it.`)
  await expect(rowOf(page, saving)).not.toContainText('inactive')

  await chooseAction(page, 'Daily Thrift', 'Switch Off')
  await expect(fact(page, 'Open savings')).toHaveText(/^\d+ savings, which keep their terms$/)
}

async function createLoanType(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
  await navigate(page, '/loan/type')
  await page.getByRole('link', { name: 'Create Loan Type' }).click()
  await expectTitle(page, 'Create Loan Type')
  await field(page, 'Name').fill(loan)
  await field(page, 'Description').fill('For a tricycle')
  await field(page, 'Interest Rate').fill('10')
  await field(page, 'Penalty Rate').fill('2.5')
  await field(page, 'Days of Grace').fill('ten')
  await press(page, 'Create Loan Type').click()
  await expect(field(page, 'Days of Grace')).toBeFocused()
  await field(page, 'Days of Grace').fill('10')
  await press(page, 'Create Loan Type').click()
  await expect(periods(page)).toHaveAccessibleDescription('Please select at least one installment period.')
  await expect(field(page, 'Daily')).toBeFocused()
  await page.keyboard.press('Space')
  await field(page, 'Monthly').check()
  await expect(periods(page)).toHaveAccessibleDescription('Those that customers can choose from.')
  await press(page, 'Create Loan Type').click()
  await expectToast(page, `Loan type created: ${loan}.`)
  expect(sent.find(({ path }) => path === 'createloantype')?.body).toMatchObject({
    name: loan,
    description: 'For a tricycle',
    interest_rate: 10,
    penalty_rate: 2.5,
    grace_days: 10,
    periods: ['daily', 'monthly'],
  })
  stop()
  await expectTitle(page, 'Loan Type')
  for (const text of ['For a tricycle', '10%', '2.5%', 'active'])
    await expect(rowOf(page, loan)).toContainText(text)
}

async function changeLoanType(page: Page, approve: Approve) {
  await chooseAction(page, loan, 'Terms')
  await expectTitle(page, 'Loan Type Terms')
  await expect(field(page, 'Daily')).toBeChecked()
  await expect(field(page, 'Weekly')).not.toBeChecked()
  await field(page, 'Daily').uncheck()
  await field(page, 'Reason').fill('Tricycles earn by the month')
  await press(page, 'Request Terms').click()
  await expectToast(page, 'It awaits its approval. Installment Periods from daily, monthly to monthly.')
  await approve()
  await page.goto('/loan/type')
  await chooseAction(page, loan, 'Switch Off')
  await expectTitle(page, 'Switch Off Loan Type')
  await expect(fact(page, 'Installment periods')).toHaveText('monthly')
  await press(page, 'Switch Off Loan Type').click()
  await expectToast(page, `${loan} is switched off. It has no open loan.`)
  await expect(rowOf(page, loan)).toContainText('inactive')
  await navigate(page, '/dashboard')
  await expect(fact(page, 'Equipment Loan')).toBeVisible()
  await expect(fact(page, loan)).toHaveCount(0)
  await navigate(page, '/loan/type')
  await chooseAction(page, loan, 'Switch On')
  await press(page, 'Switch On Loan Type').click()
  await expectToast(page, `${loan} is switched on. Customers can apply for it.`)
  await expectTitle(page, 'Loan Type')
  await navigate(page, '/dashboard')
  await expect(fact(page, loan)).toHaveText('10%')
}

async function workOffline(page: Page, context: BrowserContext) {
  await navigate(page, '/loan/type')
  await chooseAction(page, 'Equipment Loan', 'Switch Off')
  const button = press(page, 'Switch Off Loan Type')
  await expect(button).toBeEnabled()
  await expect(fact(page, 'Open loans')).toHaveText(/^\d+ active loans? and \d+ applications?, which keep/)
  await blockServer(context)
  await pingServer(page)
  await expect(button).toHaveAccessibleDescription(sentences.changesNeedConnection)
  await page.getByRole('link', { name: 'Back to loan types' }).click()
  await expect(rowOf(page, loan)).toContainText('2.5%')
  const calls = watchCalls(context)
  await reconnect(page, context)
  await expect(page.getByText(sentences.offline)).toBeHidden()
  // Own permissions are fetched too: a later fetch would wait for that one.
  await calls.quiet()
  calls.stop()
}

async function limitRights(page: Page, context: BrowserContext) {
  await grantOnly(context, ['can-view-all', 'can-create-loan-type'])
  await refreshRights(page)
  await expect(page.getByRole('link', { name: 'Create Loan Type' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
  await navigate(page, '/savings/type')
  await expect(rowOf(page, saving)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create Savings Type' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
}

test('the types of savings and loans', { tag: '@long' }, async ({
  page,
  context,
  faults,
  server,
  session,
}) => {
  faults.expect(/net::ERR_/)
  const approver = tokenIn(await session(mainAdmin))
  const approve = async () => {
    const { data } = await callApi(server, approver, 'gettermchanges', { page: 1 })
    const decision = { id: data.data[0].id, status: 'accept' }
    expect((await callApi(server, approver, 'termchangedecision', decision)).status).toBe('200')
  }
  await test.step('creates a savings type, and refuses a name that looks like it', () =>
    createSavingType(page, context))
  await test.step('changes its terms, and switches it off and on', () => changeSavingType(page, approve))
  await test.step('creates a loan type with at least one period', () => createLoanType(page, context))
  await test.step('changes its terms; the dashboard shows it while it is switched on', () =>
    changeLoanType(page, approve))
  await test.step('reads it offline, and changes nothing there', () => workOffline(page, context))
  await test.step('offers each change with its permission only', () => limitRights(page, context))
})
