import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere, expectNoSidewaysScroll } from '../support/axe'
import { chooseOption, expectTitle, expectToast, navigate, rowOf, title } from '../support/portal'
import { expect, test } from '../support/test'

test.use({ emptyServer: true, viewport: { width: 1280, height: 800 } })

const email = 'ada.obi@example.com'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const steps = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: 'First steps' }) })
/** The end of each step: a link to its screen, or a note. */
const states = (page: Page) => steps(page).getByRole('listitem').locator('> :last-child > :last-child')

const skip = (page: Page, step: string | RegExp) =>
  steps(page).getByRole('button', { name: typeof step === 'string' ? `Skip ${step}` : /^Skip / })

/** Opens the screen of a step from the dashboard. */
async function begin(page: Page, link: string, heading = link) {
  await navigate(page, '/dashboard')
  await steps(page).getByRole('link', { name: link }).click()
  await expectTitle(page, heading)
}

const importBooks = (page: Page) => steps(page).getByRole('link', { name: 'Import Books' })

test('a business without demo data is led from its first account to its first collection', async ({
  page,
  server,
}) => {
  await test.step('the command creates the first account, whose one-time password opens Change Password', async () => {
    const printed = await server.createSuperadmin({ NAME: 'Ada Obi', EMAIL: email, PHONE: '08030000001' })
    const [, password = ''] = /One-time password: (\S{20})/.exec(printed) ?? []
    await page.goto('/')
    const token = await server.tokenFor(email, async () => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
    })
    await page.getByLabel('Token').fill(token)
    await page.getByRole('button', { name: 'Verify Token' }).click()
    await expectTitle(page, 'Change Password')
    await field(page, 'Old Password').fill(password)
    await field(page, 'New Password').fill('Market days and rain 26')
    await press(page, 'Change Password').click()
    await expectTitle(page, 'Dashboard')
  })

  await test.step('the dashboard shows what to do first, and what has to wait', async () => {
    await expect(steps(page)).toContainText('0 of 11 done')
    await expect(states(page)).toHaveText([
      'Create Savings Type',
      'Create Loan Type',
      'Create Fee',
      'Set Closed Weekdays',
      'Create Market Day',
      'Create Agent',
      'Set Commission Rates',
      'After the first agent',
      'After the first agent',
      'After the savings type',
      'After the first savings wallet',
    ])
    await expect(importBooks(page)).toHaveAttribute('href', '/import/list')
    await expectAccessibleEverywhere(page, 'the first steps')
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('empty lists keep their text, and say what makes their first row', async () => {
    for (const [path, text, link] of [
      ['/savings/type', 'No savings found', 'Create the first savings type'],
      ['/loan/type', 'No loan type found', 'Create the first loan type'],
      ['/agents/list', 'No agents found', 'Create the first agent'],
      ['/market/day/list', 'No market day found', 'Create the first market day'],
      ['/customer/list', 'No customer found', 'Register the first customer'],
      ['/savings/portfolio', 'No saving portfolio found', 'Open customers'],
      ['/collection/list', 'No collection found', 'Open a collection sheet'],
    ] as const) {
      await navigate(page, path)
      await expect(page.getByRole('main').getByText(text)).toBeVisible()
      await expect(page.getByRole('main').getByRole('link', { name: link })).toBeVisible()
    }
    await navigate(page, '/customer/list?search=nobody')
    await expect(page.getByRole('main').getByText('No customer found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Register the first customer' })).toHaveCount(0)
  })

  await test.step('hidden for this admin on this device, and shown again by Device Settings', async () => {
    await navigate(page, '/dashboard')
    await steps(page).getByRole('button', { name: 'Hide first steps' }).click()
    await expectToast(page, 'The first steps are hidden. Device Settings show them again.')
    await expect(title(page)).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Loan Types' })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
    await navigate(page, '/settings')
    await field(page, 'Show the first steps').check()
    await navigate(page, '/dashboard')
    await expect(steps(page)).toContainText('0 of 11 done')
  })

  await test.step('what not every business has is passed over, and stays to be done', async () => {
    await expect(skip(page, 'Savings type')).toHaveCount(0)
    await expect(skip(page, 'Targets')).toHaveCount(0)
    await skip(page, 'Fees').click()
    const fees = steps(page).getByRole('listitem').filter({ hasText: 'Fees' })
    await expect(fees).toContainText('Skipped')
    await page.reload()
    await expect(fees).toContainText('Skipped')
    await expect(fees.getByRole('link', { name: 'Create Fee' })).toBeVisible()
    await expect(steps(page)).toContainText('0 of 11 done')
  })

  await test.step('a savings type and a loan type', async () => {
    await begin(page, 'Create Savings Type')
    await field(page, 'Name').fill('Daily Thrift')
    await field(page, 'Category').selectOption('daily')
    await field(page, 'Interest a Year').fill('0')
    await field(page, 'Charge a Month').fill('100')
    await press(page, 'Create Savings Type').click()
    await expectTitle(page, 'Savings Type')
    await expect(rowOf(page, 'Daily Thrift')).toContainText('₦100.00')
    await begin(page, 'Create Loan Type')
    await field(page, 'Name').fill('Stall Loan')
    await field(page, 'Description').fill('Stock for a stall')
    await field(page, 'Interest Rate').fill('7.5')
    await field(page, 'Penalty Rate').fill('5')
    await field(page, 'Days of Grace').fill('3')
    await field(page, 'Weekly').check()
    await press(page, 'Create Loan Type').click()
    await expectTitle(page, 'Loan Type')
  })

  await test.step('an agent, a market day and Sundays off', async () => {
    await begin(page, 'Create Agent')
    await field(page, 'Full Name').fill('Bola Ige')
    await field(page, 'Email').fill('bola.ige@example.com')
    await field(page, 'Phone Number').fill('08030000002')
    await field(page, 'State').selectOption('Lagos')
    await field(page, 'LGA').selectOption('Ikeja')
    await press(page, 'Create Agent').click()
    await expectTitle(page, 'Agents')
    await begin(page, 'Create Market Day')
    await field(page, 'Market Name').fill('Ipodo Market')
    await field(page, 'Market Day Period').selectOption('1')
    await field(page, 'State').selectOption('Lagos')
    await field(page, 'LGA').selectOption('Ikeja')
    await field(page, 'Status').selectOption('active')
    await press(page, 'Create Market Day').click()
    await expectTitle(page, 'Market Days')
    await begin(page, 'Set Closed Weekdays')
    await field(page, 'Sundays').check()
    await press(page, 'Set Closed Weekdays').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Set Closed Weekdays' }).click()
    await expectTitle(page, 'Calendar')
    await navigate(page, '/dashboard')
    await expect(states(page)).toHaveText([
      'Done',
      'Done',
      'Create Fee',
      'Done',
      'Done',
      'Done',
      'Set Commission Rates',
      'Set Target',
      'Register Customer',
      'After the first customer',
      'After the first savings wallet',
    ])
  })

  await test.step('what agents are paid, and a target that is passed over', async () => {
    await begin(page, 'Set Commission Rates')
    await field(page, 'From').selectOption({ index: 1 })
    await field(page, 'Of Commissions and Charges').fill('10')
    await field(page, 'Of Savings Collected').fill('0')
    await field(page, 'Of Repayments Collected').fill('0')
    await press(page, 'Set Rates').click()
    await expectTitle(page, 'Commission Rates')
    await navigate(page, '/dashboard')
    await skip(page, 'Targets').click()
    await expect(states(page).nth(6)).toHaveText('Done')
    await expect(skip(page, /./)).toHaveCount(0)
  })

  await test.step('a customer with a savings wallet', async () => {
    await begin(page, 'Register Customer')
    await field(page, 'First Name').fill('Sade')
    await field(page, 'Last Name').fill('Ojo')
    await field(page, 'Phone Number').fill('08030000003')
    await field(page, 'Home Address').fill('4 Awolowo Road')
    await field(page, 'State').selectOption('Lagos')
    await field(page, 'LGA').selectOption('Ikeja')
    await chooseOption(field(page, 'Assigned Agent'), 'Bola', /^Bola Ige, /)
    await press(page, 'Register Customer').click()
    await expectToast(page, /registered/)
    await expectTitle(page, 'Customer Details')
    await begin(page, 'Open Savings Wallet')
    await field(page, 'Saving Type').selectOption('Daily Thrift')
    await field(page, 'Fixed Amount').fill('500')
    await field(page, 'Duration').fill('90')
    await press(page, 'Open Savings Wallet').click()
    await expectTitle(page, 'Savings Portfolio')
  })

  await test.step('the first collection, after which nothing is left to do', async () => {
    await navigate(page, '/dashboard')
    await expect(steps(page)).toContainText('8 of 11 done')
    await expect(importBooks(page)).toHaveCount(0)
    await begin(page, 'Collection Sheet')
    await chooseOption(page.getByRole('combobox', { name: 'Agent' }), 'Bola', /^Bola Ige/)
    await page.getByRole('textbox', { name: 'Amount of Sade Ojo, Daily Thrift' }).fill('500')
    await press(page, /^Book 1 line/).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Book/ }).click()
    await expect(page.getByRole('heading', { name: /^Receipt CS-/ })).toBeVisible()
    await navigate(page, '/dashboard')
    await expect(page.getByRole('heading', { name: 'Saving, this week' })).toBeVisible()
    await expect(steps(page)).toHaveCount(0)
  })

  await test.step('the ledger is right', async () => {
    // The command stops the server, which an open page would call.
    await page.goto('about:blank')
    expect(await server.verifyLedger()).toContain('The ledger is right')
  })
})
