import { createDecipheriv } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenOf } from '../support/api'
import { expectAccessible } from '../support/axe'
import { grantOnly } from '../support/permissions'
import {
  blockServer,
  chooseAction,
  chooseOption,
  expectTitle,
  expectToast,
  fact,
  leaveButton,
  navigate,
  pingServer,
  reconnect,
  refreshRights,
  rowOf,
  type Sent,
  watchCalls,
} from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, noNetwork, test } from '../support/test'
import { sentences } from '../../sentences'

// Others start from the newest customers.
test.use({ as: superadmin, ownServer: true })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const register = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Register Customer' })
const [bvn, nin, otherNin] = ['22345678901', '12345670002', '98765430003']
const phone = '08030000161'

async function openForm(page: Page) {
  await navigate(page, '/customer/list')
  await expectTitle(page, 'Customers')
  await page.getByRole('link', { name: 'Register Customer' }).click()
  await expectTitle(page, 'Register Customer')
}

async function fill(page: Page, person: { first: string; last: string; phone: string }) {
  await field(page, 'First Name').fill(person.first)
  await field(page, 'Last Name').fill(person.last)
  await field(page, 'Phone Number').fill(person.phone)
  await field(page, 'Home Address').fill('4 Murtala Way, Kano')
  await field(page, 'State').selectOption('Kano')
  await field(page, 'LGA').selectOption('Dala')
  await chooseOption(field(page, 'Assigned Agent'), 'Adaeze Okonkwo', /^Adaeze Okonkwo, /)
  await expect(field(page, 'Assigned Agent')).toHaveValue(/^Adaeze Okonkwo, /)
}

async function validate(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
  await openForm(page)
  await register(page).click()
  await expect(field(page, 'First Name')).toBeFocused()
  for (const [label, fault] of [
    ['First Name', 'First Name field cannot be empty.'],
    ['Last Name', 'Last Name field cannot be empty.'],
    ['Phone Number', sentences.phoneDigits],
    ['Home Address', 'Please enter the home address.'],
    ['State', sentences.selectState],
    ['LGA', sentences.selectLga],
    ['Assigned Agent', sentences.selectAgent],
  ] as const)
    await expect(field(page, label)).toHaveAccessibleDescription(fault)
  await expectAccessible(page, 'Register Customer with faults')
  await fill(page, { first: 'Halima', last: 'Danladi', phone })
  await field(page, 'BVN').fill('2234567890')
  await register(page).click()
  await expect(field(page, 'BVN')).toBeFocused()
  await expect(field(page, 'BVN')).toHaveAccessibleDescription(sentences.bvnDigits)
  await expect(page.getByText(sentences.selectAgent)).toBeHidden()
  await field(page, 'BVN').fill(bvn)
  expect(sent.filter(({ path }) => path === 'registercustomer')).toEqual([])
  stop()
}

async function registerOne(page: Page) {
  await field(page, 'NIN').fill(nin)
  await register(page).click()
  await expectToast(page, 'Halima Danladi registered as CU-003001, with Adaeze Okonkwo.')
  await expectTitle(page, 'Customer Details')
  await expect(fact(page, 'Full Name')).toHaveText('Halima Danladi')
  await expect(fact(page, 'Assigned Agent')).toHaveText('Adaeze Okonkwo')
  await expect(fact(page, 'BVN')).toHaveText('•••••••8901')
  await page.getByRole('link', { name: 'Back to customers' }).click()
  await expect(rowOf(page, 'Halima Danladi')).toContainText('CU-003001')
  await expect(page.getByText('3,001 customers.')).toBeVisible()
  await page.getByLabel('Name, phone or reference').fill('halima danl')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  // The rows from before the search have the customer too; a menu of a row closes when they are replaced.
  await expect(page.getByText('1 customer.', { exact: true })).toBeVisible()
  await expect(rowOf(page, phone)).toContainText('Halima Danladi')
}

async function viewNumbers(page: Page, context: BrowserContext, server: Server) {
  await chooseAction(page, 'Halima Danladi', 'Details')
  await expectTitle(page, 'Customer Details')
  const show = page.getByRole('button', { name: 'Show BVN and NIN' })
  await show.click()
  await expect(fact(page, 'BVN')).toHaveText(bvn)
  await expect(fact(page, 'NIN')).toHaveText(nin)
  await page.emulateMedia({ media: 'print' })
  await expect(fact(page, 'Full Name')).toBeVisible()
  await expect(fact(page, 'BVN')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Hide BVN and NIN' }).click()
  await expect(fact(page, 'BVN')).toHaveText('•••••••8901')

  // Without the server the profile is there and the numbers are not.
  const token = await tokenOf(page)
  const found = await callApi(server, token, 'getcustomers', { page: 1, search: 'CU-003001' })
  const customer = { user_id: found.data.data[0].user_id }
  await blockServer(context)
  await pingServer(page)
  await navigate(page, '/password/change')
  await expectTitle(page, 'Change Password')
  // A timer forgets the numbers of the screen that was left.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done))))
  await navigate(page, '/customer/view/details', customer)
  await expect(fact(page, 'Full Name')).toHaveText('Halima Danladi')
  await expect(page.getByText('BVN and NIN are never saved on the device.')).toBeVisible()
  await reconnect(page, context)
  await expect(fact(page, 'BVN')).toHaveText('•••••••8901')

  await page.clock.install()
  await show.click()
  await expect(fact(page, 'BVN')).toHaveText(bvn)
  await page.clock.runFor(61_000)
  await expect(fact(page, 'BVN')).toHaveText('•••••••8901')
  const { data } = await callApi(server, token, 'adminlogs', { page: 1 })
  const views = data.data.filter(({ action }: { action: string }) => action.startsWith('Viewed BVN and NIN'))
  expect(views).toHaveLength(2)
}

async function sharePhone(page: Page) {
  await openForm(page)
  await fill(page, { first: 'Musa', last: 'Danladi', phone })
  const owner = 'Halima Danladi (CU-003001) has this phone number too.'
  await expect(field(page, 'Phone Number')).toHaveAccessibleDescription(owner)
  await field(page, 'First Name').fill('halima')
  const same = `${owner} The name is the same as well: this may be the same customer.`
  await expect(field(page, 'Phone Number')).toHaveAccessibleDescription(same)
  await field(page, 'First Name').fill('Musa')
  await register(page).click()
  const question = page.getByRole('dialog', { name: sentences.phoneTwice })
  await expect(question).toContainText(`${owner} Save it anyway?`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectTitle(page, 'Register Customer')
  await register(page).click()
  await question.getByRole('button', { name: 'Register Customer' }).click()
  await expectToast(page, `Musa Danladi registered as CU-003002, with Adaeze Okonkwo. ${owner}`)
}

/** The body of a sent change, in clear. */
function bodyOf({ body }: Sent) {
  const { VITE_BODY_KEY: key = '', VITE_BODY_IV: iv = '' } = process.env
  const cipher = createDecipheriv('aes-256-cbc', key, iv)
  return cipher.update(String(body.request_data), 'base64', 'utf8') + cipher.final('utf8')
}

async function loseReply(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
  await openForm(page)
  const lost = { first: 'Ladi', last: 'Garba', phone: '08030000162' }
  await fill(page, lost)
  await field(page, 'BVN').fill(bvn)
  await context.route('**/api/admin/registercustomer', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await register(page).click()
  await expectToast(page, sentences.notConfirmed)
  await context.unroute('**/api/admin/registercustomer')

  // The same person by another form: stopped by the phone number.
  await navigate(page, '/customer/list')
  await leaveButton(page).click()
  await openForm(page)
  await fill(page, { ...lost, first: 'Ladidi' })
  await register(page).click()
  const question = page.getByRole('dialog', { name: sentences.phoneTwice })
  await question.getByRole('button', { name: 'Register Customer' }).click()
  const conflict = page.getByRole('dialog', { name: 'This may have been made already' })
  await expect(conflict).toContainText('Register Customer: Ladi Garba')
  await conflict.getByRole('button', { name: 'Check' }).click()
  const outcome = page.getByRole('dialog', { name: 'Outcome' })
  await expect(outcome).toContainText('Register Customer: Ladi Garba: this was done, once.')
  await expect(outcome).toContainText('Ladi Garba registered as CU-003003')
  const posted = sent.filter(({ path }) => path === 'registercustomer')
  expect(posted.map(bodyOf).map((body) => body.includes(bvn))).toEqual([true, false])
  expect(new Set(posted.map(({ key }) => key)).size).toBe(1)
  stop()
  await outcome.getByRole('button', { name: 'Close' }).click()
  await navigate(page, '/customer/list')
  await leaveButton(page).click()
  await expect(page.getByText('3,003 customers.')).toBeVisible()
}

async function update(page: Page) {
  await chooseAction(page, 'Halima Danladi', 'Update')
  await expectTitle(page, 'Update Customer')
  await expect(field(page, 'BVN')).toHaveValue('')
  await expect(field(page, 'BVN')).toHaveAccessibleDescription(
    'Recorded: •••••••8901. Leave it empty to keep it.',
  )
  await field(page, 'First Name').fill('Halimatu')
  await field(page, 'State').selectOption('Kaduna')
  await expect(field(page, 'LGA')).toHaveValue('')
  await field(page, 'LGA').selectOption('Zaria')
  await field(page, 'NIN').fill(otherNin)
  await page.getByRole('button', { name: 'Update Customer' }).click()
  await expectToast(page, 'Halimatu Danladi updated successfully.')
  await expectTitle(page, 'Customers')
  await chooseAction(page, 'Halimatu Danladi', 'Details')
  await expect(fact(page, 'LGA')).toHaveText('Zaria')
  await expect(fact(page, 'BVN')).toHaveText('•••••••8901')
  await expect(fact(page, 'NIN')).toHaveText('•••••••0003')
}

async function changeStatus(page: Page) {
  await chooseAction(page, 'Halimatu Danladi', 'Deactivate')
  await expectTitle(page, 'Deactivate Customer')
  await expect(page.getByText('Wallets, savings and loans stay as they are')).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate Customer' }).click()
  await expectToast(page, 'Halimatu Danladi is not active any more.')
  await expect(rowOf(page, 'Halimatu Danladi')).toContainText('Non Active')
  await chooseAction(page, 'Halimatu Danladi', 'Credit')
  await expect(page.getByText('Only an active customer can be credited.')).toBeVisible()
  await navigate(page, '/customer/list')
  await chooseAction(page, 'Halimatu Danladi', 'Activate')
  await page.getByRole('button', { name: 'Activate Customer' }).click()
  await expectToast(page, 'Halimatu Danladi is active again.')
  await expect(rowOf(page, 'Halimatu Danladi')).not.toContainText('Non Active')
}

async function limitRights(page: Page, context: BrowserContext) {
  await grantOnly(context, ['can-view-all'])
  await refreshRights(page)
  await expect(page.getByRole('link', { name: 'Register Customer' })).toHaveCount(0)
  await chooseAction(page, 'Halimatu Danladi', 'Details')
  await expect(fact(page, 'BVN')).toHaveText('•••••••8901')
  await expect(page.getByRole('link', { name: 'Update', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More actions for Halimatu Danladi' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show BVN and NIN' })).toHaveCount(0)
}

test('registers, updates and deactivates customers', async ({ page, context, server, faults }) => {
  faults.expect(noNetwork, /favicon\.ico/)
  await page.goto('/customer/list')
  await test.step('shows the faults of the form at its fields, and guards what was entered', () =>
    validate(page, context))
  await test.step('registers a customer, whom the list shows and finds at once', () => registerOne(page))
  await test.step('shows BVN and NIN for a minute, records each view, and saves and prints none', () =>
    viewNumbers(page, context, server))
  await test.step('warns of a phone number that another customer has, and of the same name', () =>
    sharePhone(page))
  await test.step('stops the same registration after a lost reply, and checks it without the numbers', () =>
    loseReply(page, context))
  await test.step('updates a customer and keeps the number that was left empty', () => update(page))
  await test.step('deactivates and activates a customer', () => changeStatus(page))
  await test.step('offers each act only with its permission; can-view-all shows no number', () =>
    limitRights(page, context))
})
