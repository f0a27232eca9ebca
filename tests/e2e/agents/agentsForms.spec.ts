import type { BrowserContext, Page } from '@playwright/test'
import { callApi, tokenIn } from '../support/api'
import { chooseAction, chooseAgent, expectTitle, expectToast, rowOf, watchCalls } from '../support/portal'
import type { Server } from '../support/server'
import { superadmin } from '../support/signIn'
import { expect, test } from '../support/test'
import { sentences } from '../../sentences'

test.use({ as: superadmin })

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function fill(page: Page, agent: { name: string; email: string; phone: string }) {
  await field(page, 'Full Name').fill(agent.name)
  await field(page, 'Email').fill(agent.email)
  await field(page, 'Phone Number').fill(agent.phone)
  await field(page, 'State').selectOption('Oyo')
  await field(page, 'LGA').selectOption('Ibadan North')
}

const create = (page: Page) => page.getByRole('button', { name: 'Create Agent' })

async function openEmptyForm(page: Page) {
  await page.getByRole('link', { name: 'Create Agents' }).click()
  await expectTitle(page, 'Create Agent')
}

/** Leaves a form with entries, and opens it again without them. */
async function emptyForm(page: Page) {
  await page.getByRole('link', { name: 'Back to agents' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expectTitle(page, 'Agents')
  await openEmptyForm(page)
}

async function validateFields(page: Page, context: BrowserContext) {
  const { sent, stop } = watchCalls(context)

  await test.step('shows an error under each invalid field, and sends nothing', async () => {
    await create(page).click()
    await expect(field(page, 'Full Name')).toHaveAccessibleDescription(sentences.fullNameEmpty)
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter valid email address')
    await expect(field(page, 'Phone Number')).toHaveAccessibleDescription(sentences.phoneDigits)
    await expect(field(page, 'Full Name')).toBeFocused()

    expect(sent.filter(({ path }) => path === 'addagent')).toEqual([])
  })

  await emptyForm(page)
  await test.step('disables the LGA until a state is chosen, and clears it when the state changes', async () => {
    const lga = field(page, 'LGA')
    await expect(lga).toBeDisabled()
    await expect(lga).toHaveAccessibleDescription('Choose a state first')
    await field(page, 'State').selectOption('Lagos')
    await expect(lga).toBeEnabled()
    await lga.selectOption('Ikeja')
    await field(page, 'State').selectOption('Kano')
    await expect(lga).toHaveValue('')
    await expect(lga.getByRole('option', { name: 'Ikeja' })).toHaveCount(0)
    await lga.selectOption('Nassarawa')
    // 36 states, the Federal Capital Territory, and 'Select'.
    await expect(field(page, 'State').getByRole('option')).toHaveCount(38)
  })

  await emptyForm(page)
  await test.step('shows a missing state or LGA at its field before a call is sent', async () => {
    await field(page, 'Full Name').fill('Bisi Ojo')
    await field(page, 'Email').fill('bisi.ojo@agents.alajo.test')
    await field(page, 'Phone Number').fill('08030000021')
    await create(page).click()
    await expect(field(page, 'State')).toBeFocused()
    await expect(field(page, 'State')).toHaveAccessibleDescription(sentences.selectState)
    await expect(field(page, 'LGA')).toHaveAccessibleDescription(sentences.selectLga)
    await field(page, 'State').selectOption('Oyo')
    await expect(field(page, 'State')).toHaveAccessibleDescription('')
    await field(page, 'LGA').selectOption('Ibadan North')
    await expect(field(page, 'LGA')).toHaveAccessibleDescription('')
    expect(sent.filter(({ path }) => path === 'addagent')).toEqual([])
  })
  stop()
}

async function showReplies(page: Page, context: BrowserContext, server: Server) {
  await test.step('shows each entry of required_fields as a toast only', async () => {
    await context.route('**/api/admin/addagent', (route) =>
      route.fulfill({
        json: { status: '100', message: 'Check.', required_fields: ['First fault', 'Second fault'] },
      }),
    )
    await fill(page, { name: 'Bisi Ojo', email: 'bisi@agents.alajo.test', phone: '08030000024' })
    await create(page).click()
    await expectToast(page, 'First fault')
    await expectToast(page, 'Second fault')
    await expect(page.locator('.toast')).toHaveCount(2)
    await expect(alert(page)).toHaveCount(0)
    const note = await page.locator('.toast', { hasText: 'First fault' }).boundingBox()
    const menu = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    expect(note?.x).toBeGreaterThan((menu?.x ?? 0) + (menu?.width ?? 0))
    await context.unroute('**/api/admin/addagent')
  })

  await emptyForm(page)
  await test.step("warns of O'Neil and accepts it; the form is cleared and the list shows the agent", async () => {
    const agent = { name: "Tunde O'Neil", email: 'tunde.oneil@agents.alajo.test', phone: '08030000022' }
    await fill(page, agent)
    await expect(page.getByText(sentences.fullNameLetters)).toBeVisible()
    await create(page).click()
    await expectToast(page, sentences.agentCreated)
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, agent.name)).toContainText('08030000022')
    await expect.poll(() => server.mailsTo(agent.email)).toHaveLength(1)
    await page.getByRole('link', { name: 'Create Agents' }).click()
    for (const label of ['Full Name', 'Email', 'Phone Number', 'State'])
      await expect(field(page, label)).toHaveValue('')

    await fill(page, { ...agent, phone: '08030000023' })
    await create(page).click()
    await expectToast(page, 'An agent with this email already exists.')
    await expect(alert(page)).toHaveCount(0)
    await expect(field(page, 'Email')).toHaveValue(agent.email)
    await expect(field(page, 'LGA')).toHaveValue('Ibadan North')
  })
}

test.describe('agents', { tag: '@long' }, () => {
  test.beforeEach(({ page }) => page.goto('/agents/list'))

  test('Create Agent validates its fields before a call is sent', async ({ page, context }) => {
    await openEmptyForm(page)
    await validateFields(page, context)
  })

  test('Create Agent shows the reply of the server', async ({ page, context, server }) => {
    await openEmptyForm(page)
    await showReplies(page, context, server)
  })

  test('Update Agent: name and email are read-only; phone and place change', async ({ page, context }) => {
    const { sent } = watchCalls(context)
    await chooseAgent(page, 'Babatunde Adeyemi', 'Update')
    await expectTitle(page, 'Update Agent')
    await expect(field(page, 'Full Name')).toHaveValue('Babatunde Adeyemi')
    for (const label of ['Full Name', 'Email']) await expect(field(page, label)).toHaveAttribute('readonly')
    await expect(field(page, 'State')).toHaveValue('Oyo')
    await expect(field(page, 'LGA')).toHaveValue('Ibadan North')

    await field(page, 'Phone Number').fill('0805')
    await page.getByRole('button', { name: 'Update Agent' }).click()
    await expect(field(page, 'Phone Number')).toBeFocused()
    await expect(page.getByText(sentences.phoneDigits)).toBeVisible()
    expect(sent.filter(({ path }) => path === 'updateagent')).toEqual([])

    await field(page, 'Phone Number').fill('08059876000')
    await field(page, 'State').selectOption('Kwara')
    await expect(field(page, 'LGA')).toHaveValue('')
    await field(page, 'LGA').selectOption('Offa')
    await page.getByRole('button', { name: 'Update Agent' }).click()
    await expectToast(page, sentences.agentUpdated)
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Babatunde Adeyemi')).toContainText('08059876000')
    await expect(rowOf(page, 'Babatunde Adeyemi')).toContainText('Offa')
  })

  test('Delete Agent: refuses an agent with customers, with their number', async ({ page }) => {
    await chooseAgent(page, 'Adaeze Okonkwo', 'Delete')
    await expectTitle(page, 'Delete Agent')
    await expect(page.getByText('ADAEZE OKONKWO', { exact: true })).toBeVisible()
    await expect(page.getByText('ADAEZE.OKONKWO@AGENTS.ALAJO.TEST', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Delete Agent' }).click()
    const words = /This agent still has \d+ customers?\. Reassign them first\./
    await expectToast(page, words)
    await expect(alert(page)).toHaveCount(0)
    await expectTitle(page, 'Delete Agent')
  })

  test('Delete Agent: removes an agent without customers from the list', async ({ page }) => {
    await chooseAgent(page, 'Jumoke Balogun', 'Delete')
    await page.getByRole('button', { name: 'Delete Agent' }).click()
    await expectToast(page, sentences.agentDeleted)
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Adaeze Okonkwo')).toBeVisible()
    await page.getByLabel('Filter this page').fill('Jumoke')
    await expect(page.getByText('No data matches your current filters')).toBeVisible()
  })

  test('Reactivate Agent and Suspend Agent: each is offered by the agent’s status', async ({ page }) => {
    const offeredActions = async () => {
      await page.getByRole('button', { name: 'More actions for Chiamaka Nwosu' }).click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
      const all = await page.getByRole('menuitem').allInnerTexts()
      await page.keyboard.press('Escape')
      return all.filter((one) => ['Reactivate', 'Suspend'].includes(one))
    }
    await chooseAgent(page, 'Chiamaka Nwosu', 'Reactivate')
    await expectTitle(page, 'Reactivate Agent')
    await expect(page.getByText('SUSPENDED', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Reactivate Agent' }).click()
    await expectToast(page, sentences.agentReactivated)
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Chiamaka Nwosu')).toContainText('ACTIVE')
    await page.getByLabel('Filter this page').fill('Chiamaka')
    expect(await offeredActions()).toEqual(['Suspend'])

    await chooseAction(page, 'Chiamaka Nwosu', 'Suspend')
    await expectTitle(page, 'Suspend Agent')
    await page.getByRole('button', { name: 'Suspend Agent' }).click()
    await expectToast(page, 'Agent suspended.')
    await expectTitle(page, 'Agents')
    await expect(rowOf(page, 'Chiamaka Nwosu')).toContainText('SUSPENDED')
    await page.getByLabel('Filter this page').fill('Chiamaka')
    expect(await offeredActions()).toEqual(['Reactivate'])
  })

  test('Reset Agent Password: mails a new password', async ({ page, server, session }) => {
    await chooseAgent(page, 'Danjuma Bello', 'Reset Password')
    await expectTitle(page, 'Reset Agent Password')
    const reply = await callApi(server, tokenIn(await session(superadmin)), 'getagents', {
      page: 1,
      search: 'Danjuma Bello',
    })
    await page.getByRole('button', { name: 'Reset Agent Password' }).click()
    await expectToast(page, sentences.agentPasswordSent)
    await expectTitle(page, 'Agents')
    await expect.poll(() => server.mailsTo(reply.data.data[0].email)).toHaveLength(1)
  })
})
