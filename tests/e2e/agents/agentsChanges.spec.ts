import type { Page } from '@playwright/test'
import { expectTitle, openAgent, rowOf, title, toast, watchCalls } from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'

test.use({ as: superadmin })

const unconfirmed = 'We could not confirm this. Check before you try again.'
const update = (page: Page) => page.getByRole('button', { name: 'Update Agent' })
const phone = (page: Page) => page.getByLabel('Phone Number')

async function openForm(page: Page, name: string) {
  await openAgent(page, name, 'Update')
  await expectTitle(page, 'Update Agent')
  await expect(phone(page)).not.toHaveValue('')
}

test('a double press sends one request', async ({ page, context }) => {
  const { sent, settled } = watchCalls(context)
  await openForm(page, 'Halima Yusuf')
  await phone(page).fill('08097716000')
  await update(page).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expectTitle(page, 'Agents')
  await settled()
  expect(sent.filter(({ path }) => path === 'updateagent')).toHaveLength(1)
  await expect(rowOf(page, 'Halima Yusuf')).toContainText('08097716000')
})

test('the button is busy while a change is pending', async ({ page, context }) => {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await context.route('**/api/admin/updateagent', async (route) => {
    await released
    await route.continue()
  })
  await openForm(page, 'Halima Yusuf')
  await phone(page).fill('08097716001')
  await update(page).click()
  await expect(page.getByRole('button', { name: 'Please wait…' })).toBeDisabled()
  await phone(page).press('Enter')
  release()
  await expect(toast(page, 'Agent updated successfully.')).toBeVisible()
})

test('blocks a repeat after a lost reply, and Check reports that the change was made once', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED/)
  const { sent } = watchCalls(context)
  await page.goto('/agents/create')
  await page.getByLabel('Full Name').fill('Sade Lost')
  await page.getByLabel('Email').fill('sade.lost@agents.alajo.test')
  await phone(page).fill('08030000031')
  await page.getByLabel('State').selectOption('Lagos')
  await page.getByLabel('LGA').selectOption('Ikeja')

  // The server makes the change; its reply is lost.
  await context.route('**/api/admin/addagent', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const create = page.getByRole('button', { name: 'Create Agent' })
  await create.click()
  await expect(toast(page, unconfirmed)).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(unconfirmed)
  await expect(page.getByLabel('Full Name')).toHaveValue('Sade Lost')

  await context.unroute('**/api/admin/addagent')
  // One lost reply does not make the portal offline.
  await create.click()
  const open = page.getByRole('dialog', { name: 'This may have been made already' })
  await expect(open).toContainText('sade.lost@agents.alajo.test')
  await open.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByRole('dialog')).toContainText('this was done, once. Agent created successfully.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.goto('/agents/list')
  await page.getByLabel('Filter this page').fill('Sade Lost')
  await expect(rowOf(page, 'Sade Lost')).toHaveCount(1)
  const keys = sent.filter(({ path }) => path === 'addagent').map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('lets the user decide to send different values after a lost reply', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED/)
  const { sent } = watchCalls(context)
  await openForm(page, 'Gambo Suleiman')
  await phone(page).fill('07035521001')
  await context.route('**/api/admin/updateagent', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await update(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(unconfirmed)
  await context.unroute('**/api/admin/updateagent')
  // Meanwhile the agent is read again, which shows that the server is reachable.
  await expect(update(page)).toBeEnabled()
  await phone(page).fill('07035521002')
  await update(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue anyway' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make another one' }).click()
  await expectTitle(page, 'Agents')
  await expect(rowOf(page, 'Gambo Suleiman')).toContainText('07035521002')
  const keys = sent.filter(({ path }) => path === 'updateagent').map(({ key }) => key)
  expect(new Set(keys).size).toBe(2)
})

test('a server error is shown as a failure, and can be retried', async ({ page, context, faults }) => {
  faults.expect(/status of 500/)
  await context.route('**/api/admin/updateagent', (route) =>
    route.fulfill({ status: 500, json: { status: '400', message: 'An error occurred' } }),
  )
  await openForm(page, 'Gambo Suleiman')
  await phone(page).fill('07035521003')
  await update(page).click()
  await expect(toast(page, 'An error occurred')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('An error occurred')
  await context.unroute('**/api/admin/updateagent')
  await update(page).click()
  await expect(toast(page, 'Agent updated successfully.')).toBeVisible()
})

test.describe('a form with entries', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave this form?' })

  test('asks before the user leaves for another page', async ({ page }) => {
    await openForm(page, 'Efe Oghenekaro')
    const before = await phone(page).inputValue()
    await phone(page).fill('08160000000')
    for (const leave of [
      () => page.getByRole('link', { name: 'Back to agents' }).click(),
      () => page.getByRole('link', { name: 'Settings' }).click(),
      () => page.goBack({ waitUntil: 'commit' }).catch(() => null),
    ]) {
      await leave()
      await expect(question(page)).toContainText('What you have entered is not saved.')
      await question(page).getByRole('button', { name: 'Stay' }).click()
      await expect(question(page)).toBeHidden()
      await expect(phone(page)).toHaveValue('08160000000')
    }
    await phone(page).fill(before)
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await expectTitle(page, 'Agents')

    await openForm(page, 'Efe Oghenekaro')
    await phone(page).fill('08160000000')
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await question(page).getByRole('button', { name: 'Leave' }).click()
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Efe Oghenekaro')).toContainText(before)
  })

  test('asks before the page closes or reloads', async ({ page }) => {
    await openForm(page, 'Efe Oghenekaro')
    await phone(page).fill('08160000000')
    const prompt = page.waitForEvent('dialog')
    const reloading = page.evaluate(() => location.reload()).catch(() => undefined)
    const dialog = await prompt
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await reloading
    await expect(title(page)).toHaveText('Update Agent')
    await expect(phone(page)).toHaveValue('08160000000')
    page.once('dialog', (last) => void last.accept())
  })
})
