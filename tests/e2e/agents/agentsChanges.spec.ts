import type { BrowserContext, Page } from '@playwright/test'
import {
  chooseAction,
  chooseAgent,
  closeToasts,
  expectTitle,
  expectToast,
  holdCalls,
  leaveButton,
  navigate,
  rowOf,
  title,
  watchCalls,
} from '../support/portal'
import { superadmin } from '../support/signIn'
import { expect, longStep, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const unconfirmed = sentences.notConfirmed
const update = (page: Page) => page.getByRole('button', { name: 'Update Agent' })
const phone = (page: Page) => page.getByLabel('Phone Number')

async function openForm(page: Page, name: string) {
  await chooseAgent(page, name, 'Update')
  await expectTitle(page, 'Update Agent')
  await expect(phone(page)).not.toHaveValue('')
}

async function pressTwice(page: Page, context: BrowserContext) {
  const { sent, settled, stop } = watchCalls(context)
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
  stop()
}

async function holdReply(page: Page, context: BrowserContext) {
  const release = await holdCalls(context, 'updateagent')
  await openForm(page, 'Halima Yusuf')
  await phone(page).fill('08097716001')
  await update(page).click()
  await expect(page.getByRole('button', { name: 'Please wait…' })).toBeDisabled()
  await phone(page).press('Enter')
  await closeToasts(page)
  release()
  // The form of the change before may still show its toast.
  await expectTitle(page, 'Agents')
  await expectToast(page, sentences.agentUpdated)
}

async function checkLostReply(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
  await navigate(page, '/agents/create')
  await expectTitle(page, 'Create Agent')
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
  await expectToast(page, unconfirmed)
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
  // The entries stay in the form.
  await page.getByRole('link', { name: 'Back to agents' }).click()
  await leaveButton(page).click()
  await expectTitle(page, 'Agents')
  await page.getByLabel('Filter this page').fill('Sade Lost')
  await expect(rowOf(page, 'Sade Lost')).toHaveCount(1)
  const keys = sent.filter(({ path }) => path === 'addagent').map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  stop()
}

async function changeAfterLostReply(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)
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
  stop()
}

async function retryAfterError(page: Page, context: BrowserContext) {
  await context.route('**/api/admin/updateagent', (route) =>
    route.fulfill({
      status: 500,
      headers: { 'x-request-id': '0a1b2c3d4e' },
      json: { status: '400', message: 'An error occurred' },
    }),
  )
  await openForm(page, 'Halima Yusuf')
  await phone(page).fill('08097716002')
  await update(page).click()
  await expectToast(page, 'An error occurred')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('An error occurredRequest 0a1b2c3d4e')
  await context.unroute('**/api/admin/updateagent')
  await closeToasts(page)
  await update(page).click()
  await expectToast(page, sentences.agentUpdated)
}

async function leaveForm(page: Page) {
  const question = page.getByRole('dialog', { name: sentences.leaveForm })

  await test.step('asks before the user leaves for another page', async () => {
    await openForm(page, 'Efe Oghenekaro')
    const before = await phone(page).inputValue()
    await phone(page).fill('08160000000')
    for (const leave of [
      () => page.getByRole('link', { name: 'Back to agents' }).click(),
      () => page.getByRole('link', { name: 'Market Days' }).click(),
      () => page.goBack({ waitUntil: 'commit' }).catch(() => null),
    ]) {
      await leave()
      await expect(question).toContainText('What you have entered is not saved.')
      await question.getByRole('button', { name: 'Stay' }).click()
      await expect(question).toBeHidden()
      await expect(phone(page)).toHaveValue('08160000000')
    }
    await phone(page).fill(before)
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await expectTitle(page, 'Agents')

    await chooseAction(page, 'Efe Oghenekaro', 'Update')
    await phone(page).fill('08160000000')
    await page.getByRole('link', { name: 'Back to agents' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Efe Oghenekaro')).toContainText(before)
  })

  await test.step('asks before the page closes or reloads', async () => {
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
}

test('changes of agents: one request each, lost replies, server errors and unsaved entries', async ({
  page,
  context,
  faults,
}) => {
  faults.expect(/net::ERR_FAILED/, /status of 500/)
  await page.goto('/agents/list')
  await test.step('a double press sends one request', () => pressTwice(page, context))
  await test.step('the button is busy while a change is pending', () => holdReply(page, context))
  await longStep('blocks a repeat after a lost reply, and Check reports that the change was made once', () =>
    checkLostReply(page, context),
  )
  await test.step('lets the user decide to send different values after a lost reply', () =>
    changeAfterLostReply(page, context))
  await test.step('a server error is shown as a failure, and can be retried', () =>
    retryAfterError(page, context))
  // Last: it ends on a form with entries.
  await test.step('a form with entries asks before it is left', () => leaveForm(page))
})
